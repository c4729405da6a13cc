import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { currentProcess } from '../../../src/engine/platform/process-identity.ts';
import { sessionKey } from '../../../src/engine/swarm/index.ts';
import { cortexFile, runProcess } from '../../support/cortex-cli.ts';
import { McpAgent } from '../mcp/support.ts';
import { GuardedProject } from './support.ts';

const start = (cwd: string, session_id: string) => ({ hook_event_name: 'SessionStart', session_id, cwd, source: 'startup' });
const edit = (cwd: string, session_id: string, file = 'src/a.ts') => ({
  hook_event_name: 'PreToolUse',
  session_id,
  cwd,
  tool_name: 'Edit',
  tool_input: { file_path: path.join(cwd, file) },
});
const textOf = (reply: unknown) => JSON.stringify(reply);

/** Stores a session as a hook of this process would. */
function keep(project: GuardedProject, vendor: string, session: string, agent: string, process: unknown = null) {
  const file = `.cortex/.local/sessions/${sessionKey(session)}.json`;
  return project.write(file, JSON.stringify({ agent, vendor, session, process, tree: project.root }));
}

test('a session gets a name, and keeps it', async () => {
  const project = await GuardedProject.make();
  const name = `claude-${sessionKey('s1').slice(0, 6)}`;
  expect(textOf((await project.ask('claude', start(project.root, 's1'), { agent: null })).reply)).toContain(`You are ${name}.`);
  expect(project.sessions).toEqual([`${sessionKey('s1')}.json`]);
  await project.run(['lock', 'acquire', 'src/b.ts', '--agent', name]);
  const own = edit(project.root, 's1', 'src/b.ts');
  expect((await project.ask('claude', own, { agent: null })).reply).toBeNull();
  expect((await project.ask('claude', { ...own, agent_id: 'sub', agent_type: 'Explore' }, { agent: null })).reply).toBeNull();
  expect((await project.ask('claude', edit(project.root, 's2', 'src/b.ts'), { agent: null })).reply).not.toBeNull();
});

test('the environment overrides the session, and cannot name a person', async () => {
  const project = await GuardedProject.make();
  await project.ask('claude', start(project.root, 's1'), { agent: 'ann' });
  expect((await project.ask('claude', edit(project.root, 's1'), { agent: null })).reply).toBeNull();
  expect((await project.ask('claude', edit(project.root, 's1'), { agent: 'bob' })).reply).not.toBeNull();
  for (const agent of ['person:me', 'cortex']) {
    const environment = { CORTEX_GUARD: 'closed' };
    expect(textOf((await project.ask('claude', edit(project.root, 's1', 'src/b.ts'), { agent, environment })).reply)).toContain(
      'CORTEX_GUARD=closed',
    );
  }
  keep(project, 'claude', 's3', 'person:me');
  await project.run(['lock', 'acquire', 'src/b.ts', '--agent', 'carl']);
  expect(textOf((await project.ask('claude', edit(project.root, 's3', 'src/b.ts'), { agent: null })).reply)).toContain('is unknown');
});

test('no argument changes the agent, and no agent can write session files', async () => {
  const project = await GuardedProject.make();
  const payload = { ...edit(project.root, 's1'), agent: 'ann', tool_input: { file_path: 'src/a.ts', agent: 'ann' } };
  expect((await project.ask('claude', payload)).reply).not.toBeNull();
  expect((await project.ask('claude', edit(project.root, 's1', '.cortex/.local/sessions/x.json'))).reply).not.toBeNull();
  for (const line of ['echo x > .cortex/.local/sessions/x.json', 'cp x .cortex/.local/sessions/', 'cd .cortex/.local && rm -r sessions']) {
    expect(await project.line(line)).toContain('only cortex may write its records');
  }
});

test('simultaneous hooks of several vendors for one session give it one agent', async () => {
  const project = await GuardedProject.make();
  const starts = () =>
    Promise.all(
      (['vscode', 'claude', 'cursor'] as const).map(async (vendor) => {
        const { reply } = await project.ask(vendor, start(project.root, 's1'), { agent: null });
        return textOf(reply).match(/You are ([a-z]+-[0-9a-f]{6})\./)?.[1];
      }),
    );
  const names = new Set([...(await starts()), ...(await starts())]);
  expect([names.size, [...names][0]]).toEqual([1, expect.stringContaining(sessionKey('s1').slice(0, 6))]);
  expect(project.sessions).toEqual([`${sessionKey('s1')}.json`]);
});

test('Copilot CLI also runs the hooks of others, and remains one agent after /clear', async () => {
  const project = await GuardedProject.make();
  const name = `copilot-${sessionKey('s1').slice(0, 6)}`;
  for (const session of ['s1', 's2']) {
    for (const vendor of ['vscode', 'claude', 'copilot'] as const) {
      const { reply } = await project.ask(vendor, start(project.root, session), { agent: null, environment: { COPILOT_CLI: '1' } });
      expect(textOf(reply)).toContain(`You are ${name}.`);
    }
    expect(project.sessions).toEqual([`${sessionKey(session)}.json`]);
  }
  const nested = { COPILOT_CLI: '1', CLAUDECODE: '1' };
  expect(textOf((await project.ask('claude', start(project.root, 's3'), { agent: null, environment: nested })).reply)).toContain(
    `You are claude-${sessionKey('s3').slice(0, 6)}.`,
  );
});

test('two sessions with one identity get a warning', async () => {
  const project = await GuardedProject.make();
  const first = textOf((await project.ask('vscode', start(project.root, 's1'))).reply);
  const second = textOf((await project.ask('vscode', start(project.root, 's2'))).reply);
  expect([first, second].map((text) => text.includes('Another session uses the same agent id'))).toEqual([false, true]);
  const server = await McpAgent.join(project.root, 'bob');
  expect((await server.call('status')).text).toContain('another session also works as bob');
});

test('another session of the same process continues as the previous agent, if the vendor runs one at a time', async () => {
  const project = await GuardedProject.make();
  const name = `claude-${sessionKey('s1').slice(0, 6)}`;
  await project.ask('claude', start(project.root, 's1'), { agent: null });
  expect(textOf((await project.ask('claude', start(project.root, 's2'), { agent: null })).reply)).toContain(`You are ${name}.`);
  expect(project.sessions).toEqual([`${sessionKey('s2')}.json`]);
});

test('a start removes the sessions of processes that exited', async () => {
  const project = await GuardedProject.make();
  const child = spawn(process.execPath, ['-e', '0']);
  const { pid } = child;
  const gone = { ...currentProcess(), pid, started: '1' };
  await new Promise((resolve) => child.once('exit', resolve));
  keep(project, 'vscode', 'gone', 'gus', gone);
  keep(project, 'vscode', 'here', 'hal', currentProcess());
  project.write(`.cortex/.local/sessions/${'0'.repeat(64)}.json`, 'no JSON');
  await project.ask('vscode', start(project.root, 's1'));
  expect(project.sessions).toEqual([sessionKey('here'), sessionKey('s1'), '0'.repeat(64)].map((key) => `${key}.json`).sort());
});

test('a server without a name uses the only session of its parent processes', async () => {
  const project = await GuardedProject.make();
  const server = await McpAgent.join(project.root, null);
  expect((await server.call('status')).data).toMatchObject({ agent: null });
  const file = keep(project, 'claude', 's1', 'carl', currentProcess());
  expect((await server.call('status')).data).toMatchObject({ agent: 'carl' });
  expect(await server.call('lock', { paths: ['src/b.ts'] })).toMatchObject({ ok: true });
  keep(project, 'codex', 's2', 'dora', currentProcess());
  const other = await McpAgent.join(project.root, null);
  expect((await other.call('status')).data).toMatchObject({ agent: null });
  fs.rmSync(file);
  expect((await other.call('status')).data).toMatchObject({ agent: 'dora' });
});

test('a reused process id is not mistaken for the process', async () => {
  const project = await GuardedProject.make();
  keep(project, 'claude', 's1', 'carl', { ...currentProcess(), started: '1' });
  const server = await McpAgent.join(project.root, null);
  expect((await server.call('status')).data).toMatchObject({ agent: null });
});

test('a symlink or a file in place of the session folder changes no denial', async () => {
  const project = await GuardedProject.make();
  const outside = new GuardedProject();
  fs.rmSync(path.join(project.root, '.cortex/.local/sessions'), { recursive: true, force: true });
  fs.symlinkSync(outside.root, path.join(project.root, '.cortex/.local/sessions'));
  const { reply, problem } = await project.ask('claude', edit(project.root, 's1'));
  expect([reply === null ? problem : null, fs.readdirSync(outside.root)]).toEqual([
    expect.toBeOneOf([null, expect.stringContaining('symbolic link')]),
    [],
  ]);
  fs.rmSync(path.join(project.root, '.cortex/.local/sessions'));
  fs.writeFileSync(path.join(project.root, '.cortex/.local/sessions'), '');
  expect(await runProcess([cortexFile, 'lock', 'list', '--root', project.root])).toMatchObject({ code: 0 });
  onTestFinished(() => fs.rmSync(path.join(project.root, '.cortex/.local/sessions'), { force: true }));
});
