import { describe, expect, test } from 'vitest';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import { examineAgents } from '../../../../src/engine/stack/agents/agents-check.ts';
import { examineInbox, examinePlan, parsePlanText } from '../../../../src/engine/stack/index.ts';
import { changedPart } from '../../../../src/host/stack/model/changed-part.ts';
import { commandLine, hookCommand } from '../../../../src/host/stack/model/hook-command.ts';
import { messageLabel, routedText } from '../../../../src/host/stack/model/message-text.ts';
import { listFixes, type StackFix } from '../../../../src/host/stack/model/stack-fixes.ts';
import { listLenses } from '../../../../src/host/stack/model/task-lenses.ts';
import { temporaryFolder } from '../../../support/folders.ts';

const applied = (text: string, fix: StackFix | undefined) =>
  fix?.kind === 'edit' ? text.slice(0, fix.edit.from) + fix.edit.text + text.slice(fix.edit.to) : null;

describe('the changed part of a text', () => {
  test.each([
    ['abc', 'abc', { from: 3, to: 3, text: '' }],
    ['- [ ] a\n- [ ] b\n', '- [ ] a\n- [x] b\n', { from: 11, to: 12, text: 'x' }],
    ['aa', 'aaa', { from: 2, to: 2, text: 'a' }],
    ['', 'x', { from: 0, to: 0, text: 'x' }],
    ['abab', 'ab', { from: 2, to: 4, text: '' }],
  ])('is minimal from %j to %j', (before, after, expected) => {
    const part = changedPart(before, after);
    expect(part).toEqual(expected);
    expect(before.slice(0, part.from) + part.text + before.slice(part.to)).toBe(after);
  });
});

describe('the code lenses of a task', () => {
  test.each([
    [' ', ['start', 'done', 'block']],
    ['>', ['done', 'block']],
    ['!', ['unblock', 'done']],
    ['x', []],
    ['~', []],
    ['?', ['done', 'block']],
  ])('offer the possible state changes for the box [%s]', (box, steps) => {
    const lenses = parsePlanText(`- [${box}] A\n`).flatMap(listLenses);
    expect(lenses.map(({ command }) => command.replace('cortex.stack.', ''))).toEqual(steps);
  });
});

describe('the command of a hook', () => {
  const place = {
    platform: 'linux',
    home: '/repo/a',
    agent: 'agent-a',
    environment: { PATH: '/bin', VSCODE_PID: '1', ELECTRON_RUN_AS_NODE: '1' },
  } as const;
  const both = { skill: 'deploy', declared: true, files: { sh: '/repo/a/my hooks/deploy.sh', ps1: '/repo/a/deploy.ps1' } };

  test('runs the script with an interpreter, without environment variables of the editor', () => {
    const command = hookCommand(both, place);
    expect(command).toEqual({
      program: 'bash',
      args: ['/repo/a/my hooks/deploy.sh'],
      directory: '/repo/a',
      environment: { PATH: '/bin', CSTACK_AGENT: 'agent-a' },
    });
    expect(commandLine(command)).toBe("bash '/repo/a/my hooks/deploy.sh'");
  });

  test('uses an interpreter of the platform', () => {
    expect(hookCommand(both, { ...place, platform: 'win32' })).toMatchObject({
      program: 'C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe',
      args: ['-NoProfile', '-NonInteractive', '-File', '/repo/a/deploy.ps1'],
    });
    expect(hookCommand({ ...both, files: { ps1: '/x.ps1' } }, place).program).toBe('pwsh');
    const onWindows = { ...place, platform: 'win32', environment: { ProgramFiles: 'D:\\Programs' } } as const;
    expect(hookCommand({ ...both, files: { sh: 'C:\\a\\x.sh' } }, onWindows).program).toBe('D:\\Programs\\Git\\bin\\bash.exe');
  });

  test('is refused without a script, or with characters that cannot be shown', () => {
    expect(() => hookCommand({ ...both, files: {} }, place)).toThrow(/no script/);
    expect(() => hookCommand({ ...both, files: { sh: '/repo/a/x\u202ehs.sh' } }, place)).toThrow(/cannot be shown/);
    for (const unseen of ['\n', '\u200b', '\u00ad', '\ufeff', '\u{e0041}', '\u00a0', '\u3000', '\ufe0f', '\u3164']) {
      expect(() => hookCommand(both, { ...place, home: `/repo/a${unseen}b` })).toThrow(/cannot be shown/);
    }
    expect(hookCommand(both, { ...place, home: '/repo/プロジェクト ä' }).directory).toBe('/repo/プロジェクト ä');
  });
});

describe('fixes of AGENTS.md', () => {
  const mended = (text: string, code: string) =>
    examineAgents({ runtime: nodeRuntime({}), root: temporaryFolder(), text })
      .filter((finding) => finding.code === code)
      .map((finding) => listFixes(finding, text).map((fix) => [fix.title, applied(text, fix)]));

  test('complete the path of a Stack with .cstack', () => {
    const agents = (stack: string) => `## a\n- Role: x\n- Stack: ${stack}\n- Skills: /y\n`;
    for (const [written, right] of [
      ['./api', './api/.cstack/'],
      ['api/messages/', './api/messages/.cstack/'],
      ['.', './.cstack/'],
    ] as const) {
      expect(mended(agents(written), 'agent-stack-name')).toEqual([[[`Write “Stack: ${right}”`, agents(right)]]]);
    }
    expect(mended(agents('./api/.cstack/'), 'agent-stack-name')).toEqual([]);
  });

  test('move the stack of the manager to the root', () => {
    const text = '## manager\n- Role: x\n- Stack: ./m/.cstack/\n';
    expect(mended(text, 'agent-manager-stack')).toEqual([[['Write “Stack: ./.cstack/”', text.replace('./m/', './')]]]);
  });

  test('change only the agent of the finding, not another with the same name', () => {
    const text = '## agent-a\n- Role: x\n- Stack: ./a/\n\n## agent-a\n- Role: x\n- Stack: ./b/\n\n## agent-a\n- Role: x\n';
    expect(mended(text, 'agent-stack-name').map(([fix]) => fix?.[1])).toEqual([
      text.replace('./a/', './a/.cstack/'),
      text.replace('./b/', './b/.cstack/'),
    ]);
    expect(mended(text, 'agent-stack-missing')).toEqual([[]]);
  });

  test('truncate long names', () => {
    const [[[title, text] = []] = []] = mended(`## agent-${'x'.repeat(10_000)}\u202e\n- Role: x\n`, 'agent-stack-missing');
    expect(title?.length).toBeLessThan(100);
    expect(text).toMatch(/- Stack: \.\/x{60}\/\.cstack\/\n$/);
    const finding = {
      severity: 'error',
      code: 'agent-stack-absent',
      message: '',
      file: '/AGENTS.md',
      line: 1,
      range: { from: 3, to: 4 },
    } as const;
    const [fix] = listFixes(finding, `## ${'y'.repeat(10_000)}\u202e\n- Role: x\n- Stack: ./y/.cstack/\n`);
    expect(fix).toMatchObject({ kind: 'init', title: expect.stringMatching(/^Create the stack of y{59}…$/) });
  });
});

describe('fixes of a finding', () => {
  const fixes = (text: string) => examineInbox(text, '/INBOX.md').flatMap((finding) => listFixes(finding, text));

  test('offer every known box for an unknown one', () => {
    const text = '- [ ] a\n- [?] b\n';
    const found = examinePlan(text, '/PLAN.md').flatMap((finding) => listFixes(finding, text));
    expect(found.map(({ title }) => title)).toEqual(['Mark as pending', 'Mark as in progress', 'Mark as completed', 'Mark as blocked']);
    expect(applied(text, found[2])).toBe('- [ ] a\n- [x] b\n');
  });

  test('correct a misspelt message type, and leave other words alone', () => {
    const text = '\n---\nFrom: a\nType: Tasks\n---\nx\n';
    expect(applied(text, fixes(text)[0])).toBe('\n---\nFrom: a\nType: task\n---\nx\n');
    expect(fixes('\n---\nFrom: a\nType: announcement\n---\nx\n')).toEqual([]);
  });

  test('escape a partial header within a text with a backslash', () => {
    const text = '\n---\nFrom: a\nType: task\n---\nx\n---\nFrom: b\n\nmore\n';
    const [fix] = fixes(text);
    expect(fix?.title).toBe('Keep it as text');
    const after = applied(text, fix) ?? '';
    expect(after).toContain('x\n\\---\nFrom: b');
    expect(examineInbox(after, '/INBOX.md')).toEqual([]);
  });

  test('delete the ID line of the second of two messages with the same id', () => {
    const text = '\n---\nID: same\nFrom: a\nType: task\n---\nx\n\n---\nID: same\nFrom: b\nType: task\n---\ny\n';
    const [fix] = fixes(text);
    const after = applied(text, fix) ?? '';
    expect(after).toBe(text.replace('ID: same\nFrom: b', 'From: b'));
    expect(examineInbox(after, '/INBOX.md')).toEqual([]);
  });

  test('add a missing Stack line to an agent, or create its missing stack', () => {
    const checked = {
      runtime: nodeRuntime({}),
      root: temporaryFolder(),
      text: '## agent-a b\n- Role: x\n\n## c\n- Role: y\n- Stack: ./c/.cstack/\n',
    };
    const [missing, absent] = examineAgents(checked).map((finding) => listFixes(finding, checked.text));
    expect(applied(checked.text, missing?.[0])).toContain('- Role: x\n- Stack: ./a-b/.cstack/\n');
    expect(absent).toEqual([{ kind: 'init', title: 'Create the stack of c', agent: 'c' }]);
  });
});

describe('the text', () => {
  test('of a routing gives the number of delivered messages, and the reason for the first undelivered one', () => {
    expect(routedText([], [])).toEqual({ text: 'There are no messages to route.', isUrgent: false });
    expect(routedText([{ to: 'a', outcome: 'delivered' }], []).text).toBe('Delivered 1 message.');
    const kept = { to: 'x', outcome: 'kept', why: 'no agent has this name' } as const;
    expect(routedText([{ to: 'a', outcome: 'already' }, kept], [])).toEqual({
      text: 'Delivered 1 message. 1 message was not delivered. To x: no agent has this name',
      isUrgent: true,
    });
    expect(routedText([], ['INBOX.md is gone']).isUrgent).toBe(true);
  });

  test('of a message is its first non-blank line', () => {
    expect(messageLabel({ id: 'm', content: '\n \nFirst\nSecond' })).toBe('First');
    expect(messageLabel({ id: 'm', content: '\n' })).toBe('m');
  });
});
