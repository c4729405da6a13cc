import { beforeEach, describe, expect, test } from 'vitest';
import { GuardedProject, type Vendor } from './support.ts';

let project: GuardedProject;
beforeEach(async () => {
  project = await GuardedProject.make();
});

const hook = (event: string, tool: string, input: unknown, vendor: Vendor = 'claude', session = 's') =>
  project.ask(vendor, {
    hook_event_name: event,
    session_id: session,
    cwd: project.root,
    tool_use_id: 't',
    tool_name: tool,
    tool_input: input,
  });

type Use = readonly [tool: string, input: unknown, vendor?: Vendor];

async function refused(uses: readonly Use[]): Promise<readonly boolean[]> {
  const answers: boolean[] = [];
  for (const [at, [tool, input, vendor]] of uses.entries())
    answers.push((await hook('PreToolUse', tool, input, vendor, `s${at}`)).reply !== null);
  return answers;
}

const diff = (file: string) => `diff --git a/${file} b/${file}\n--- a/${file}\n+++ b/${file}\n@@ -1 +1 @@\n-text\n+x\n`;

/** Each changes src/a.ts or lib, and says so in a field. */
const DECLARED: readonly Use[] = [
  ['write_stdin', { session_id: 1, chars: 'rm src/a.ts\n' }, 'codex'],
  ['write_stdin', { session_id: 1, chars: 'rm src/a.ts\r' }, 'codex'],
  ['unified_exec', { input: ['rm', 'src/a.ts'] }, 'codex'],
  ['unified_exec', { input: ['bash', '-lc', 'rm src/a.ts'] }, 'codex'],
  ['js_repl', { code: 'fs.rmSync("src/a.ts")' }, 'codex'],
  ['apply_patch', { patch: diff('src/a.ts') }, 'codex'],
  ['write_bash', { sessionId: '1', input: 'rm src/a.ts{enter}' }, 'copilot'],
  ['send_to_terminal', { id: '1', input: 'echo x > src/a.ts' }, 'vscode'],
  ['mcp__sh__run', { script: 'set -e\nrm src/a.ts' }],
  ['mcp__sh__run', { script: '#!/bin/sh\nrm src/a.ts', language: 'python' }],
  ['mcp__sh__run', { script: 'open("src/a.ts", "w")', language: 'python' }],
  ['mcp__sh__run', { code: 'rm src/a.ts', language: 'bash' }],
  ['mcp__sh__run', { program: 'sh', args: ['-c', 'rm src/a.ts'] }],
  ['mcp__sh__run', { command: 'rm', args: ['src/a.ts'] }],
  ['mcp__sh__run', { command: 'rm', args: 'src/a.ts' }],
  ['mcp__x__export', { output_path: 'src/a.ts' }],
  ['mcp__x__export', { outputPath: 'src/a.ts' }],
  ['mcp__x__export', { target: 'src/a.ts' }],
  ['mcp__x__export', { options: [{ output: 'src/a.ts' }] }],
  ['mcp__x__move', { from: 'x', to: 'lib/x.ts' }],
  ['mcp__x__save', { document: 'src/a.ts' }],
  ['mcp__x__save', { root: 'src', name: 'a.ts' }],
  ['mcp__x__patch', { diff: diff('src/a.ts') }],
];

/** Each changes nothing that is held, or does not say what it changes. */
const ALLOWED: readonly Use[] = [
  ['write_stdin', { session_id: 1, chars: '' }, 'codex'],
  ['write_bash', { sessionId: '1', input: 'cat src/a.ts{enter}' }, 'copilot'],
  ['mcp__sh__run', { script: 'cat src/a.ts' }],
  ['mcp__sh__run', { program: 'cat', args: ['src/a.ts'] }],
  ['mcp__chat__send', { to: 'ann', text: 'rm src/a.ts', document: 'see src/a.ts\nand lib' }],
  ['mcp__x__save', { root: 'src', name: 'b.ts' }],
  ['mcp__x__call', { name: 'src/a.ts', arguments: { limit: 1 } }],
  ['apply_patch', { patch: diff('src/b.ts') }, 'codex'],
  ['Write', { file_path: 'notes.txt', content: diff('src/a.ts') }],
];

describe('a tool that is not in the list of reading tools', () => {
  test('is refused for held files that its fields name as paths, commands, code or patches', async () => {
    const answers = await refused(DECLARED);
    expect(DECLARED.filter((_, at) => answers[at] !== true)).toEqual([]);
  });

  test('is allowed for others', async () => {
    const answers = await refused(ALLOWED);
    expect(ALLOWED.filter((_, at) => answers[at] === true)).toEqual([]);
  });

  test.each<[string, unknown, Vendor?]>([
    ['write_stdin', { session_id: 1, chars: 'y' }, 'codex'],
    ['mcp__x__build', { what: 'all' }],
    ['mcp__x__save', { path: 'src/b.ts' }],
    ['send_to_terminal', { id: '1', input: 'pwd' }, 'vscode'],
  ])('%s %j is followed by a comparison of the held files', async (tool, input, vendor) => {
    expect((await hook('PreToolUse', tool, input, vendor)).reply).toBeNull();
    project.write('src/a.ts', 'theirs\n');
    expect(JSON.stringify((await hook('PostToolUse', tool, input, vendor)).reply)).toContain('src/a.ts');
    const { out } = await project.run(['lock', 'changes', '--json']);
    expect(JSON.parse(out)).toMatchObject({ changes: [{ path: 'src/a.ts', agent: 'bob' }] });
  });

  test.each<[string, unknown, Vendor?]>([
    ['Read', { file_path: 'src/a.ts' }],
    ['Edit', { file_path: 'src/b.ts' }],
    ['Bash', { command: 'cat src/a.ts' }],
    ['mcp__cortex__status', {}],
  ])('%s %j is not followed by one', async (tool, input, vendor) => {
    expect((await hook('PreToolUse', tool, input, vendor)).reply).toBeNull();
    project.write('src/a.ts', 'theirs\n');
    expect((await hook('PostToolUse', tool, input, vendor)).reply).toBeNull();
  });

  test('with more command lines than are checked is refused if the guard is closed', async () => {
    const steps = Array.from({ length: 1_100 }, () => ({ command: 'true' }));
    const payload = { hook_event_name: 'PreToolUse', session_id: 's', cwd: project.root, tool_name: 'x', tool_input: { steps } };
    const { reply } = await project.ask('claude', payload, { environment: { CORTEX_GUARD: 'closed' } });
    expect(JSON.stringify(reply)).toContain('more than 1000 command lines');
  });
});
