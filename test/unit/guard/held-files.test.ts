import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { git } from '../../support/git-commits.ts';
import { GuardedProject, VENDORS, type Vendor } from './support.ts';

let project: GuardedProject;
beforeEach(async () => {
  project = await GuardedProject.make();
});

interface Tool {
  readonly agent?: string;
  readonly session?: string;
  readonly id?: string;
  readonly vendor?: Vendor;
}

const hook = (event: string, tool: object, { agent = 'bob', session = agent, id = 't', vendor = 'claude' }: Tool = {}) =>
  project.ask(vendor, { hook_event_name: event, session_id: session, cwd: project.root, tool_use_id: id, ...tool }, { agent });

const bash = (command: string) => ({ tool_name: 'Bash', tool_input: { command } });
const edit = (file: string) => ({ tool_name: 'Edit', tool_input: { file_path: path.join(project.root, file) } });

/** Returns the reply after a tool that changes files in a way that the guard cannot predict. */
async function running(work: () => unknown, { command = 'python fix.py', ...tool }: Tool & { readonly command?: string } = {}) {
  expect((await hook('PreToolUse', bash(command), tool)).reply).toBeNull();
  await work();
  return JSON.stringify((await hook('PostToolUse', bash(command), tool)).reply);
}

const records = (ending: string): string[] => {
  const folder = path.join(project.root, '.cortex/.local/held-files');
  return fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => name.endsWith(ending)) : [];
};

interface Change {
  readonly id: string;
  readonly path: string;
  readonly what: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly agent: string | null;
  readonly command: string;
  readonly mayBeHolder: boolean;
}

async function changes(): Promise<Change[]> {
  const { out } = await project.run(['lock', 'changes', '--json']);
  const answer: { changes: Change[] } = JSON.parse(out);
  return answer.changes;
}

async function onlyChange(): Promise<Change> {
  const [change, ...more] = await changes();
  if (change === undefined || more.length > 0) throw new Error(`${more.length + 1} changes`);
  return change;
}

const contentOf = (file: string) => fs.readFileSync(path.join(project.root, file), 'utf8');

describe('a locked file that a command changes', () => {
  test('is reported to the agent, stored in both versions, and restored by its holder', async () => {
    const told = await running(() => project.write('src/a.ts', 'theirs\n'));
    expect(told).toContain('src/a.ts');
    expect(told).toContain('PostToolUse');
    const change = await onlyChange();
    expect(change).toMatchObject({ path: 'src/a.ts', what: 'changed', agent: 'bob', command: 'python fix.py', mayBeHolder: true });
    expect([change.before, change.after].map((copy) => copy && fs.readFileSync(copy, 'utf8'))).toEqual(['text\n', 'theirs\n']);
    const { code, out } = await project.run(['lock', 'resolve', change.id, '--restore', '--by', 'ann']);
    expect([code, out]).toEqual([0, 'Restored src/a.ts.\n']);
    expect(contentOf('src/a.ts')).toBe('text\n');
    expect(await changes()).toEqual([]);
  });

  test('is detected in a locked folder, by a pattern, when created, and when removed', async () => {
    await project.run(['lock', 'acquire', 'src/new.ts', '--agent', 'ann']);
    await running(() => {
      project.write('lib/x.ts', 'theirs\n');
      project.write('docs/guide.md', 'theirs\n');
      project.write('docs/logo.svg', 'theirs\n');
      project.write('src/new.ts', 'theirs\n');
      fs.unlinkSync(path.join(project.root, 'src/a.ts'));
    });
    const found = (await changes()).map(({ path: file, what, id }) => ({ file, what, id }));
    expect(found.map(({ file, what }) => `${file} ${what}`).sort()).toEqual([
      'docs/guide.md changed',
      'lib/x.ts changed',
      'src/a.ts removed',
      'src/new.ts created',
    ]);
    for (const { id } of found) expect((await project.run(['lock', 'resolve', id, '--restore', '--by', 'ann'])).code).toBe(0);
    expect(['docs/guide.md', 'lib/x.ts', 'src/a.ts'].map(contentOf)).toEqual(['text\n', 'text\n', 'text\n']);
    expect(fs.existsSync(path.join(project.root, 'src/new.ts'))).toBe(false);
  });

  test('is listed in needs-you, with any names', async () => {
    await running(() => project.write('src/a.ts', 'theirs\n'), { command: `python "\u001b[31m${'x'.repeat(5_000)}"` });
    const { id } = await onlyChange();
    const { out } = await project.run('needs-you');
    expect(out).toContain('src/a.ts');
    expect(out).toContain(`cortex lock resolve ${id} --restore --by`);
    expect((await project.run(['lock', 'changes'])).out).not.toContain('\u001b');
  });

  test('is reported to its holder once, at its next hook', async () => {
    await running(() => project.write('src/a.ts', 'theirs\n'));
    const ownEdit = () => hook('PostToolUse', edit('src/b.ts'), { agent: 'ann' });
    expect(JSON.stringify((await ownEdit()).reply)).toContain('Files that you hold changed');
    expect((await ownEdit()).reply).toBeNull();
  });

  test('is detected without a hook after the tool: by the next tool of the session, and at its stop', async () => {
    await hook('PreToolUse', bash('python fix.py'));
    project.write('src/a.ts', 'theirs\n');
    await hook('PreToolUse', bash('make'));
    project.write('lib/x.ts', 'theirs\n');
    const { reply } = await hook('Stop', {});
    expect(JSON.stringify(reply)).toContain('lib/x.ts');
    expect((await changes()).map(({ path: file, command }) => `${file}: ${command}`).sort()).toEqual([
      'lib/x.ts: make',
      'src/a.ts: python fix.py',
    ]);
  });
});

test('a command in a linked worktree is checked there', async () => {
  git(project.root, 'init', '--quiet');
  git(project.root, 'add', '.');
  git(project.root, 'commit', '--quiet', '-m', 'Start');
  const tree = path.join(project.root, '..', `tree-${path.basename(project.root)}`);
  git(project.root, 'worktree', 'add', '--quiet', tree);
  const payload = (event: string) => ({ hook_event_name: event, session_id: 's', cwd: tree, ...bash('python fix.py') });
  await project.ask('claude', payload('PreToolUse'));
  fs.writeFileSync(path.join(tree, 'src/a.ts'), 'theirs\n');
  await project.ask('claude', payload('PostToolUse'));
  const { id } = await onlyChange();
  expect((await project.run(['lock', 'resolve', id, '--restore', '--by', 'ann'])).out).toBe('Restored src/a.ts.\n');
  expect([fs.readFileSync(path.join(tree, 'src/a.ts'), 'utf8'), contentOf('src/a.ts')]).toEqual(['text\n', 'text\n']);
  fs.rmSync(tree, { recursive: true });
});

test('is detected although its holder reads files at the same time', async () => {
  await running(async () => {
    await hook('PreToolUse', bash('git status'), { agent: 'ann' });
    project.write('src/a.ts', 'theirs\n');
    await hook('PostToolUse', bash('git status'), { agent: 'ann' });
  });
  expect((await onlyChange()).path).toBe('src/a.ts');
});

describe('no change is reported', () => {
  test('if the content is the same, or only other files changed', async () => {
    const told = await running(() => {
      project.write('src/a.ts', 'text\n');
      project.write('src/b.ts', 'own\n');
    });
    expect([told, await changes(), records('.watch')]).toEqual(['null', [], []]);
  });

  test('if the holder released the lock in the meantime', async () => {
    await running(async () => {
      await project.run(['lock', 'release', 'src/a.ts', '--agent', 'ann']);
      project.write('src/a.ts', 'theirs\n');
    });
    expect(await changes()).toEqual([]);
  });

  test('for a change by the holder, except for an earlier change by another', async () => {
    await hook('SessionStart', { source: 'startup' }, { agent: 'ann' });
    await running(async () => {
      project.write('lib/x.ts', 'theirs\n');
      await hook('PreToolUse', edit('src/a.ts'), { agent: 'ann' });
      project.write('src/a.ts', 'own\n');
      await hook('PostToolUse', edit('src/a.ts'), { agent: 'ann' });
    });
    expect(await onlyChange()).toMatchObject({ path: 'lib/x.ts', mayBeHolder: false });
  });

  test('for a file under a shared lock of the agent', async () => {
    await project.run(['lock', 'acquire', 'src/b.ts', '--agent', 'ann', '--shared']);
    await project.run(['lock', 'acquire', 'src/b.ts', '--agent', 'bob', '--shared']);
    await running(() => project.write('src/b.ts', 'own\n'));
    expect(await changes()).toEqual([]);
  });

  test('for a command that only reads, which is not watched', async () => {
    await hook('PreToolUse', bash('git status && cat src/a.ts'));
    expect(records('')).toEqual([]);
  });
});

describe('a change is resolved', () => {
  test('only by the holder, the coordinator or a person', async () => {
    await running(() => project.write('src/a.ts', 'theirs\n'));
    const { id } = await onlyChange();
    const { code, err } = await project.run(['lock', 'resolve', id, '--keep', '--by', 'bob']);
    expect(code).not.toBe(0);
    expect(err).toContain('only the holder');
    expect((await project.run(['lock', 'resolve', id, '--keep', '--by', 'ann'])).out).toBe('Kept the change to src/a.ts.\n');
    expect([contentOf('src/a.ts'), await changes()]).toEqual(['theirs\n', []]);
  });

  test('by --restore only if the file did not change since', async () => {
    await running(() => project.write('src/a.ts', 'theirs\n'));
    project.write('src/a.ts', 'later\n');
    const { id } = await onlyChange();
    const { code, err } = await project.run(['lock', 'resolve', id, '--restore', '--by', 'ann']);
    expect(code).not.toBe(0);
    expect(err).toContain(`cortex lock resolve ${id} --keep`);
    expect([contentOf('src/a.ts'), (await changes()).length]).toEqual(['later\n', 1]);
  });

  test('only if it exists, with either --restore or --keep', async () => {
    expect((await project.run(['lock', 'resolve', '00000000', '--keep', '--by', 'ann'])).err).toContain('cortex lock changes');
    expect((await project.run(['lock', 'resolve', '00000000', '--by', 'ann'])).err).toContain('either --restore or --keep');
  });
});

describe('hostile input', () => {
  test('a symlink in place of a locked file: no outside file is copied', async () => {
    const outside = path.join(project.root, '..', `outside-${path.basename(project.root)}`);
    fs.writeFileSync(outside, 'secret\n');
    await running(() => {
      fs.unlinkSync(path.join(project.root, 'src/a.ts'));
      fs.symlinkSync(outside, path.join(project.root, 'src/a.ts'));
    });
    const { id, after } = await onlyChange();
    expect(after).toBeNull();
    expect((await project.run(['lock', 'resolve', id, '--restore', '--by', 'ann'])).code).not.toBe(0);
    expect(fs.readFileSync(outside, 'utf8')).toBe('secret\n');
    fs.rmSync(outside);
  });

  test('an agent that changes the records is denied', async () => {
    for (const line of ['rm -r .cortex/.local/held-files', 'echo {} > .cortex/.local/held-files/00000000.change']) {
      expect(await project.line(line)).toContain('only cortex may write its records');
    }
  });

  test('invalid records are ignored', async () => {
    for (const text of ['', '{', '[]', '{"id":"00000000","before":"../../../../etc/passwd"}']) {
      project.write('.cortex/.local/held-files/00000000.change', text);
      project.write('.cortex/.local/held-files/x.watch', text);
      expect(await changes()).toEqual([]);
      expect(await running(() => undefined)).toBe('null');
    }
  });

  test('records of a cloned repository that name outside files are ignored', async () => {
    const elsewhere = path.join(project.root, '..', `elsewhere-${path.basename(project.root)}`);
    fs.mkdirSync(elsewhere);
    fs.writeFileSync(path.join(elsewhere, 'mine.txt'), 'mine\n');
    const copy = `${'a'.repeat(24)}.copy`;
    project.write(`.cortex/.local/held-files/${copy}`, 'theirs\n');
    const record = {
      id: '00000000',
      path: 'mine.txt',
      tree: elsewhere,
      holder: 'ann',
      reason: '',
      agent: null,
      vendor: 'claude',
      command: 'x',
      from: 1,
      to: 2,
      what: 'created',
      before: null,
      after: null,
      mayBeHolder: false,
      isTold: false,
    };
    const up = path.join('..', path.basename(elsewhere), 'mine.txt');
    for (const lie of [
      {},
      { what: 'changed', before: copy },
      { tree: project.root, path: up },
      { tree: project.root, path: '.git/hooks/pre-commit' },
      { tree: project.root, path: path.join(elsewhere, 'mine.txt') },
    ]) {
      project.write('.cortex/.local/held-files/00000000.change', JSON.stringify({ ...record, ...lie }));
      expect(await changes()).toEqual([]);
      expect((await project.run(['lock', 'resolve', '00000000', '--restore', '--by', 'ann'])).code).not.toBe(0);
    }
    const file = { path: 'mine.txt', holder: 'ann', reason: '', identity: '', copy: null };
    const watch = { session: 's', agent: 'bob', vendor: 'claude', command: 'x', startedAt: 1, tree: elsewhere, files: [file] };
    project.write('.cortex/.local/held-files/x.watch', JSON.stringify(watch));
    await hook('Stop', {}, { session: 's' });
    expect([await changes(), records('.copy')]).toEqual([[], [copy]]);
    expect(fs.readFileSync(path.join(elsewhere, 'mine.txt'), 'utf8')).toBe('mine\n');
    fs.rmSync(elsewhere, { recursive: true });
  });

  test('a parent folder that was replaced by a symlink: nothing is removed or written there', async () => {
    await project.run(['lock', 'acquire', 'src/deep/new.ts', '--agent', 'ann']);
    await running(() => project.write('src/deep/new.ts', 'theirs\n'));
    const { id } = await onlyChange();
    const elsewhere = path.join(project.root, '..', `deep-${path.basename(project.root)}`);
    fs.renameSync(path.join(project.root, 'src/deep'), elsewhere);
    fs.symlinkSync(elsewhere, path.join(project.root, 'src/deep'));
    expect((await project.run(['lock', 'resolve', id, '--restore', '--by', 'ann'])).code).not.toBe(0);
    expect(fs.readFileSync(path.join(elsewhere, 'new.ts'), 'utf8')).toBe('theirs\n');
    fs.rmSync(elsewhere, { recursive: true });
  });

  test('no folder for records: the tool runs, with a warning', async () => {
    project.write('.cortex/.local/held-files', 'a file');
    const { reply, problem } = await hook('PreToolUse', bash('python fix.py'));
    expect([reply, problem]).toEqual([null, expect.stringContaining('changes to held files are not watched')]);
  });
});

describe('a change that size and time do not show', () => {
  const times = (file: string) => fs.statSync(path.join(project.root, file));
  /** Writes a text of the same length, and sets the times as before. */
  const disguise = (file: string, text: string) => {
    const { atime, mtime } = times(file);
    fs.writeFileSync(path.join(project.root, file), text);
    fs.utimesSync(path.join(project.root, file), atime, mtime);
  };

  test('is found, for a file that was written just before', async () => {
    expect(await running(() => disguise('src/a.ts', 'TEXT\n'))).toContain('src/a.ts');
    expect(await onlyChange()).toMatchObject({ path: 'src/a.ts', what: 'changed' });
  });

  test('is found after the file was settled', async () => {
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    expect(await running(() => disguise('src/a.ts', 'TEXT\n'))).toContain('src/a.ts');
  });

  test('other times or permissions alone are no change', async () => {
    expect(await running(() => fs.utimesSync(path.join(project.root, 'src/a.ts'), 1, 1))).toBe('null');
    expect(await running(() => fs.chmodSync(path.join(project.root, 'src/a.ts'), 0o600))).toBe('null');
    expect(await changes()).toEqual([]);
  });
});

describe('what a command starts in the background', () => {
  const runToEnd = async (command: string, input: object = {}) => {
    const tool = { tool_name: 'Bash', tool_input: { command, ...input } };
    expect((await hook('PreToolUse', tool)).reply).toBeNull();
    expect((await hook('PostToolUse', tool)).reply).toBeNull();
    project.write('src/a.ts', 'later\n');
  };

  test.each([
    ['python fix.py &', {}],
    ['python fix.py > log 2>&1 & echo started', {}],
    ['nohup python fix.py', {}],
    ['setsid -f python fix.py', {}],
    ['python fix.py', { run_in_background: true }],
    ['python fix.py', { isBackground: true }],
    ['python fix.py', { mode: 'async' }],
  ])('is compared at the next hook of the session: %s %j', async (command, input) => {
    await runToEnd(command, input);
    const { reply } = await hook('PostToolUse', bash('ls'), { id: 'next' });
    expect(JSON.stringify(reply)).toContain('src/a.ts');
    expect(await onlyChange()).toMatchObject({ path: 'src/a.ts', command, agent: 'bob' });
    project.write('src/a.ts', 'even later\n');
    expect(JSON.stringify((await hook('PostToolUse', bash('ls'), { id: 'third' })).reply)).toContain('src/a.ts');
    expect(records('.watch')).toHaveLength(1);
    await hook('Stop', {});
    expect(records('.watch')).toEqual([]);
  });

  test.each(['python fix.py && echo a', 'python fix.py 2>&1', 'python fix.py |& cat', 'python fix.py &> log'])(
    'a command that is waited for is compared once: %s',
    async (command) => {
      await runToEnd(command);
      expect((await hook('PostToolUse', bash('ls'), { id: 'next' })).reply).toBeNull();
      expect([await changes(), records('.watch')]).toEqual([[], []]);
    },
  );
});

test('the test tool of VS Code may change held files, but is not refused for the files that it runs', async () => {
  const tool = { tool_name: 'runTests', tool_input: { files: [path.join(project.root, 'src/a.ts')] } };
  expect((await hook('PreToolUse', tool, { vendor: 'vscode' })).reply).toBeNull();
  project.write('src/a.ts', 'theirs\n');
  expect(JSON.stringify((await hook('PostToolUse', tool, { vendor: 'vscode' })).reply)).toContain('src/a.ts');
});

test.each(VENDORS)('%s: a hook after a tool is decoded', async (vendor) => {
  const before = { session_id: 's', sessionId: 's', conversation_id: 's', sessionID: 's', cwd: project.root };
  const names: Partial<Record<Vendor, readonly [string, string]>> = {
    gemini: ['BeforeTool', 'AfterTool'],
    cursor: ['preToolUse', 'postToolUse'],
  };
  const [pre, post] = names[vendor] ?? ['PreToolUse', 'PostToolUse'];
  const payload = (event: string) =>
    vendor === 'opencode'
      ? { ...before, event: event === pre ? 'tool' : 'after', tool: 'bash', args: { command: 'python fix.py' }, callID: 'c' }
      : { ...before, hook_event_name: event, tool_name: 'shell', tool_input: { command: 'python fix.py' } };
  expect((await project.ask(vendor, payload(pre))).reply).toBeNull();
  project.write('src/a.ts', 'theirs\n');
  expect(JSON.stringify((await project.ask(vendor, payload(post))).reply)).toContain('src/a.ts');
});
