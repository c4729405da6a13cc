import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { cortexFile, runProcess } from '../../support/cortex-cli.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { GuardedProject } from './support.ts';

/** Runs the built program as a hook. @param payload `null` keeps standard input open */
async function hook(cwd: string, vendor: string, payload: string | null, environment: Record<string, string> = {}) {
  const env = { PATH: process.env.PATH ?? '', HOME: cwd, ...environment };
  const child = spawn(process.execPath, [cortexFile, 'guard', '--for', vendor], { cwd, env });
  // The program does not read its input if it allows at once.
  child.stdin.on('error', () => undefined);
  if (payload !== null) child.stdin.end(payload);
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  child.stdin.destroy();
  return { code: child.exitCode, out, err };
}

const edit = (cwd: string, file: string) =>
  JSON.stringify({ session_id: 's1', cwd, hook_event_name: 'PreToolUse', tool_name: 'Edit', tool_input: { file_path: `${cwd}/${file}` } });

test('the program denies with one line of JSON, allows without output, and exits with 0', async () => {
  const { root } = await GuardedProject.make();
  const denied = await hook(root, 'claude', edit(root, 'src/a.ts'));
  expect(denied).toMatchObject({ code: 0, err: '' });
  expect(JSON.parse(denied.out)).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } });
  expect(denied.out.trim().split('\n')).toHaveLength(1);
  const nothing = { code: 0, out: '', err: '' };
  expect(await hook(root, 'claude', edit(root, 'src/b.ts'))).toEqual(nothing);
  expect(await hook(root, 'claude', edit(root, 'src/a.ts'), { CORTEX_AGENT: 'ann' })).toEqual(nothing);
  expect(await hook(root, 'copilot', '{bad')).toEqual(nothing);
  expect(await hook(root, 'codex', '{bad')).toEqual({ code: 0, out: '', err: expect.stringMatching(/^warning: [^\n]+\n$/) });
});

test('the program stores a session at its start, with the process that started the hook', async () => {
  const project = await GuardedProject.make();
  const start = JSON.stringify({ session_id: 's1', cwd: project.root, hook_event_name: 'SessionStart', source: 'startup' });
  const { out } = await hook(project.root, 'gemini', start);
  const [, name = ''] = /You are (gemini-[0-9a-f]{6})\./.exec(out) ?? [];
  await project.run(['lock', 'acquire', 'src/b.ts', '--agent', name]);
  expect(await hook(project.root, 'gemini', edit(project.root, 'src/b.ts').replace('PreToolUse', 'BeforeTool'))).toMatchObject({ out: '' });
});

test('without .cortex the program exits at once, even if standard input stays open', async () => {
  expect(await hook(temporaryFolder(), 'claude', null)).toEqual({ code: 0, out: '', err: '' });
});

test('an unknown vendor is wrong usage', async () => {
  const project = await GuardedProject.make();
  for (const words of [['guard'], ['guard', '--for', 'clippy'], ['guard', '--for', 'toString']]) {
    expect(await runProcess([cortexFile, ...words], project.root)).toMatchObject({ code: 2, out: '' });
  }
});
