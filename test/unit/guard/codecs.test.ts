import { describe, expect, test } from 'vitest';
import { GuardedProject, type Vendor } from './support.ts';

type Payload = Readonly<Record<string, unknown>>;
interface Events {
  /** Payloads for editing a file and for running a shell command. */
  edit(file: string): Payload;
  shell(command: string): Payload;
  /** Payload for reading a file, if the vendor has a hook for it. */
  read(file: string): Payload;
  start: Payload;
  stop: Payload;
  stopAgain: Payload;
}

const claude = (rest: Payload): Payload => ({ session_id: 's1', transcript_path: '/t.jsonl', permission_mode: 'default', ...rest });
const camel = (rest: Payload): Payload => ({ timestamp: 1_764_000_000_000, sessionId: 's1', ...rest });

/** Recorded payloads, except for the paths. */
const EVENTS: Record<Vendor, (cwd: string) => Events> = {
  claude: (cwd) => ({
    edit: (file) =>
      claude({
        cwd,
        hook_event_name: 'PreToolUse',
        tool_name: 'Edit',
        tool_input: { file_path: `${cwd}/${file}`, old_string: 'a', new_string: 'b' },
      }),
    shell: (command) => claude({ cwd, hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command, description: 'x' } }),
    read: (file) => claude({ cwd, hook_event_name: 'PreToolUse', tool_name: 'Read', tool_input: { file_path: `${cwd}/${file}` } }),
    start: claude({ cwd, hook_event_name: 'SessionStart', source: 'startup' }),
    stop: claude({ cwd, hook_event_name: 'Stop', stop_hook_active: false }),
    stopAgain: claude({ cwd, hook_event_name: 'Stop', stop_hook_active: true }),
  }),
  copilot: (cwd) => ({
    edit: (file) => camel({ cwd, toolName: 'edit', toolArgs: JSON.stringify({ path: `${cwd}/${file}`, old_str: 'a', new_str: 'b' }) }),
    shell: (command) => camel({ cwd, toolName: 'bash', toolArgs: JSON.stringify({ command }) }),
    read: (file) => camel({ cwd, toolName: 'view', toolArgs: JSON.stringify({ path: `${cwd}/${file}` }) }),
    start: camel({ cwd, source: 'new', initialPrompt: 'x' }),
    stop: camel({ cwd, stopReason: 'end_turn', transcriptPath: '/t' }),
    stopAgain: camel({ cwd, stopReason: 'end_turn', stopHookActive: true }),
  }),
  vscode: (cwd) => ({
    edit: (file) =>
      claude({
        cwd,
        hook_event_name: 'PreToolUse',
        tool_name: 'replace_string_in_file',
        tool_input: { filePath: `${cwd}/${file}`, oldString: 'a', newString: 'b' },
      }),
    shell: (command) =>
      claude({
        cwd,
        hook_event_name: 'PreToolUse',
        tool_name: 'run_in_terminal',
        tool_input: { command, explanation: 'x', isBackground: false },
      }),
    read: (file) =>
      claude({
        cwd,
        hook_event_name: 'PreToolUse',
        tool_name: 'read_file',
        tool_input: { filePath: `${cwd}/${file}`, startLine: 1, endLine: 9 },
      }),
    start: claude({ cwd, hook_event_name: 'SessionStart', source: 'new' }),
    stop: claude({ cwd, hook_event_name: 'Stop', stop_hook_active: false }),
    stopAgain: claude({ cwd, hook_event_name: 'Stop', stop_hook_active: true }),
  }),
  codex: (cwd) => ({
    edit: (file) =>
      claude({
        cwd,
        hook_event_name: 'PreToolUse',
        tool_name: 'apply_patch',
        tool_input: { command: `*** Begin Patch\n*** Update File: ${file}\n@@\n-a\n+b > x\n*** End Patch` },
      }),
    shell: (command) => claude({ cwd, hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command } }),
    read: (file) => claude({ cwd, hook_event_name: 'PreToolUse', tool_name: 'read_file', tool_input: { path: file } }),
    start: claude({ cwd, hook_event_name: 'SessionStart', source: 'startup', model: 'x' }),
    stop: claude({ cwd, hook_event_name: 'Stop', stop_hook_active: false, last_assistant_message: 'x' }),
    stopAgain: claude({ cwd, hook_event_name: 'Stop', stop_hook_active: true }),
  }),
  gemini: (cwd) => ({
    edit: (file) => claude({ cwd, hook_event_name: 'BeforeTool', tool_name: 'write_file', tool_input: { file_path: file, content: 'x' } }),
    shell: (command) => claude({ cwd, hook_event_name: 'BeforeTool', tool_name: 'run_shell_command', tool_input: { command } }),
    read: (file) => claude({ cwd, hook_event_name: 'BeforeTool', tool_name: 'read_file', tool_input: { absolute_path: `${cwd}/${file}` } }),
    start: claude({ cwd, hook_event_name: 'SessionStart', source: 'startup' }),
    stop: claude({ cwd, hook_event_name: 'AfterAgent', prompt: 'x', prompt_response: 'y', stop_hook_active: false }),
    stopAgain: claude({ cwd, hook_event_name: 'AfterAgent', stop_hook_active: true }),
  }),
  cursor: (cwd) => ({
    edit: (file) => ({
      conversation_id: 's1',
      generation_id: 'g',
      hook_event_name: 'preToolUse',
      workspace_roots: [cwd],
      tool_name: 'Write',
      tool_input: { file_path: `${cwd}/${file}`, content: 'x' },
    }),
    shell: (command) => ({ conversation_id: 's1', hook_event_name: 'beforeShellExecution', workspace_roots: [cwd], command, cwd }),
    read: (file) => ({
      conversation_id: 's1',
      hook_event_name: 'beforeReadFile',
      workspace_roots: [cwd],
      file_path: `${cwd}/${file}`,
      content: 'x',
    }),
    start: { conversation_id: 's1', hook_event_name: 'sessionStart', workspace_roots: [cwd] },
    stop: { conversation_id: 's1', hook_event_name: 'stop', workspace_roots: [cwd], status: 'completed', loop_count: 0 },
    stopAgain: { conversation_id: 's1', hook_event_name: 'stop', workspace_roots: [cwd], status: 'completed', loop_count: 1 },
  }),
  opencode: (directory) => ({
    edit: (file) => ({
      event: 'tool',
      sessionID: 's1',
      directory,
      tool: 'edit',
      args: { filePath: `${directory}/${file}`, oldString: 'a', newString: 'b' },
    }),
    shell: (command) => ({ event: 'tool', sessionID: 's1', directory, tool: 'bash', args: { command } }),
    read: (file) => ({ event: 'tool', sessionID: 's1', directory, tool: 'read', args: { filePath: `${directory}/${file}` } }),
    start: { event: 'start', sessionID: 's1', directory },
    stop: { event: 'stop', sessionID: 's1', directory },
    stopAgain: { event: 'stop', sessionID: 's1', directory, stopHookActive: true },
  }),
};

const REASON = expect.stringMatching(
  /^Refused: another agent holds .*cortex lock acquire src\/a\.ts .*<data>.*"agent":"ann".*"reason":"the prices".*<\/data>$/s,
);
const CLAUDE_DENIAL = { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: REASON } };
const DENIAL: Record<Vendor, Payload> = {
  claude: CLAUDE_DENIAL,
  vscode: CLAUDE_DENIAL,
  codex: CLAUDE_DENIAL,
  copilot: { permissionDecision: 'deny', permissionDecisionReason: REASON },
  gemini: { decision: 'deny', reason: REASON },
  cursor: { permission: 'deny', user_message: REASON, agent_message: REASON },
  opencode: { decision: 'deny', reason: REASON },
};
const CONTEXT = expect.stringContaining('You are bob.');
const CLAUDE_CONTEXT = { hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: CONTEXT } };
const CONTEXTS: Record<Vendor, Payload> = {
  claude: CLAUDE_CONTEXT,
  vscode: CLAUDE_CONTEXT,
  codex: CLAUDE_CONTEXT,
  copilot: { additionalContext: CONTEXT, ...CLAUDE_CONTEXT },
  gemini: CLAUDE_CONTEXT,
  cursor: { additional_context: CONTEXT },
  opencode: { context: CONTEXT },
};
const REMINDER = expect.stringContaining('src/b.ts');
const BLOCK = { decision: 'block', reason: REMINDER };
const REMINDERS: Record<Vendor, Payload> = {
  claude: BLOCK,
  vscode: BLOCK,
  codex: BLOCK,
  copilot: BLOCK,
  gemini: { decision: 'deny', reason: REMINDER },
  cursor: { followup_message: REMINDER },
  opencode: { reminder: REMINDER },
};
const NOTHING = { reply: null, problem: null };
const vendors = Object.keys(EVENTS).filter((name): name is Vendor => Object.hasOwn(EVENTS, name));

describe.each(vendors)('hooks of %s', (vendor) => {
  test('are answered with a denial in the format of the vendor, or with nothing', async () => {
    const project = await GuardedProject.make();
    const { edit, shell, read } = EVENTS[vendor](project.root);
    expect(await project.ask(vendor, edit('src/a.ts'))).toEqual({ reply: DENIAL[vendor], problem: null });
    expect(await project.ask(vendor, shell('echo x > src/a.ts'))).toEqual({ reply: DENIAL[vendor], problem: null });
    for (const payload of [edit('src/b.ts'), shell('npm test'), read('src/a.ts')])
      expect(await project.ask(vendor, payload)).toEqual(NOTHING);
    expect(await project.ask(vendor, edit('src/a.ts'), { agent: 'ann' })).toEqual(NOTHING);
    expect(await project.ask(vendor, edit('src/a.ts'), { agent: null })).toMatchObject({ reply: expect.anything() });
  });

  test('report the state to an agent at its start, and remind it once at its stop', async () => {
    const project = await GuardedProject.make();
    const { start, stop, stopAgain } = EVENTS[vendor](project.root);
    expect(await project.ask(vendor, start)).toEqual({ reply: CONTEXTS[vendor], problem: null });
    expect(await project.ask(vendor, stop)).toEqual(NOTHING);
    await project.run('lock acquire src/b.ts --agent bob');
    expect(await project.ask(vendor, stop)).toEqual({ reply: REMINDERS[vendor], problem: null });
    expect(await project.ask(vendor, stopAgain)).toEqual(NOTHING);
  });
});

test.each([
  ['claude', 'MultiEdit', { file_path: 'src/a.ts', edits: [] }],
  ['claude', 'Write', { file_path: 'src/a.ts', content: 'x' }],
  ['claude', 'NotebookEdit', { notebook_path: 'src/a.ts', new_source: 'x' }],
  ['claude', 'mcp__files__write', { path: 'src/a.ts' }],
  ['claude', 'mcp__files__move', { source: 'src/a.ts', destination: 'src/z.ts' }],
  ['claude', 'Reading', { items: [{ deep: { target_file: './src/a.ts' } }] }],
  ['claude', 'PowerShell', { command: 'Set-Content src/a.ts x' }],
  ['vscode', 'create_file', { filePath: 'src/a.ts', content: '' }],
  ['vscode', 'multi_replace_string_in_file', { replacements: [{ filePath: 'src/b.ts' }, { filePath: 'src/a.ts' }] }],
  ['vscode', 'insert_edit_into_file', { filePath: 'src/a.ts' }],
  ['vscode', 'apply_patch', { input: '*** Begin Patch\n*** Delete File: src/a.ts\n*** End Patch' }],
  ['vscode', 'runInTerminal', { command: 'rm src/a.ts' }],
  ['codex', 'apply_patch', { command: '*** Begin Patch\n*** Update File: src/b.ts\n*** Move to: src/a.ts\n*** End Patch' }],
  ['codex', 'shell', { command: ['bash', '-lc', 'cd src && rm a.ts'] }],
  ['codex', 'shell', { command: ['rm', 'a.ts'], workdir: 'src' }],
  ['codex', 'exec_command', { cmd: 'rm src/a.ts' }],
  ['gemini', 'replace', { file_path: 'src/a.ts' }],
  ['gemini', 'run_shell_command', { command: 'rm a.ts', directory: 'src' }],
  ['copilot', 'str_replace_editor', { command: 'create', path: 'src/a.ts' }],
  ['opencode', 'patch', { patchText: '*** Begin Patch\n*** Add File: src/a.ts\n*** End Patch' }],
] as const)('%s: the tool %s with %j is denied for a file of another agent', async (vendor, tool_name, tool_input) => {
  const project = await GuardedProject.make();
  const payload = { hook_event_name: 'PreToolUse', session_id: 's', cwd: project.root, tool_name, tool_input };
  expect((await project.ask(vendor, payload)).reply).not.toBeNull();
});

test.each([
  ['claude', 'Grep', { pattern: 'x', path: 'src/a.ts' }],
  ['claude', 'Task', { prompt: 'edit src/a.ts', file_path: 'src/a.ts' }],
  ['claude', 'mcp__cortex__lock', { paths: ['src/a.ts'] }],
  ['claude', 'mcp__plugin_cortex_cortex__check', { paths: ['src/a.ts'] }],
  ['vscode', 'mcp_cortex_finish', { files: ['src/a.ts'] }],
  ['copilot', 'cortex-check', { paths: ['src/a.ts'] }],
  ['copilot', 'str_replace_editor', { command: 'view', path: 'src/a.ts' }],
  ['opencode', 'cortex_lock', { paths: ['src/a.ts'] }],
] as const)('%s: the tool %s with %j is allowed', async (vendor, tool_name, tool_input) => {
  const project = await GuardedProject.make();
  const payload = { hook_event_name: 'PreToolUse', session_id: 's', cwd: project.root, tool_name, tool_input };
  expect(await project.ask(vendor, payload)).toEqual(NOTHING);
});

test('a Copilot that sends the events of Claude is denied in both formats', async () => {
  const project = await GuardedProject.make();
  const { edit } = EVENTS.claude(project.root);
  expect((await project.ask('copilot', edit('src/a.ts'))).reply).toEqual({ ...DENIAL.copilot, ...CLAUDE_DENIAL });
});
