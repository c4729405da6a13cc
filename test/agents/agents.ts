import type { Turn } from './dialect.ts';
import type { ModelServer } from './model-server.ts';
import { serveOpenCode } from './opencode.ts';
import type { Place } from './place.ts';
import { programFile } from './programs.ts';
import { trustCodexHooks } from './trust-codex-hooks.ts';

/** How a coding agent is run, and what its tools are called. */
export interface Agent {
  readonly vendor: 'claude' | 'gemini' | 'codex' | 'copilot' | 'opencode';
  /** The package of its program. */
  readonly program: string;
  read(file: string): Turn;
  /** Replaces the one word of a file. */
  edit(file: string, before: string, after: string): Turn;
  shell(line: string): Turn;
  /** A tool of our server. */
  own(tool: string, input: Readonly<Record<string, unknown>>): Turn;
  /** Does what a person does once (trusts the folder, the hooks), gives a prompt, and waits for the end. @returns what the program said */
  run(place: Place, model: ModelServer): Promise<string>;
}

const PROMPT = 'Work.';
const node = (name: string, file: string): [string, string] => [process.execPath, programFile(name, file)];

const claude: Agent = {
  vendor: 'claude',
  program: '@anthropic-ai/claude-code',
  read: (file) => ({ tool: 'Read', input: { file_path: file } }),
  edit: (file, before, after) => ({ tool: 'Edit', input: { file_path: file, old_string: before, new_string: after } }),
  shell: (command) => ({ tool: 'Bash', input: { command, description: 'Run it' } }),
  own: (tool, input) => ({ tool: `mcp__cortex__${tool}`, input }),
  run: (place, model) => {
    place.inHome('.claude.json', { projects: { [place.root]: { hasTrustDialogAccepted: true } } });
    const options = ['--permission-mode', 'acceptEdits', '--allowedTools', 'Bash'];
    const more = { DISABLE_AUTOUPDATER: '1', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' };
    const environment = { ANTHROPIC_BASE_URL: model.url, ANTHROPIC_AUTH_TOKEN: 'none', ...more };
    return place.start([...node('@anthropic-ai/claude-code', 'cli-wrapper.cjs'), '-p', PROMPT, ...options], environment);
  },
};

const gemini: Agent = {
  vendor: 'gemini',
  program: '@google/gemini-cli',
  read: (file) => ({ tool: 'read_file', input: { file_path: file } }),
  edit: (file, _before, after) => ({ tool: 'write_file', input: { file_path: file, content: `${after}\n` } }),
  shell: (command) => ({ tool: 'run_shell_command', input: { command, description: 'Run it' } }),
  own: (tool, input) => ({ tool: `mcp_cortex_${tool}`, input }),
  run: (place, model) => {
    place.inHome('.gemini/settings.json', { security: { auth: { selectedType: 'gemini-api-key' } } });
    place.inHome('.gemini/trustedFolders.json', { [place.root]: 'TRUST_FOLDER' });
    const options = ['--approval-mode', 'yolo', '-m', 'gemini-2.5-flash'];
    const environment = { GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: model.url };
    return place.start([...node('@google/gemini-cli', 'bundle/gemini.js'), '-p', PROMPT, ...options], environment);
  },
};

const codexConfig = (url: string, folder: string): string => `model = "gpt-5.5"
model_provider = "scripted"
[model_providers.scripted]
name = "scripted"
base_url = "${url}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
requires_openai_auth = false
request_max_retries = 0
[projects."${folder}"]
trust_level = "trusted"
`;

const codex: Agent = {
  vendor: 'codex',
  program: '@openai/codex',
  read: (file) => ({ tool: 'exec_command', input: { cmd: `cat ${file}` } }),
  edit: (file, before, after) => ({
    tool: 'apply_patch',
    input: { freeText: `*** Begin Patch\n*** Update File: ${file}\n@@\n-${before}\n+${after}\n*** End Patch` },
  }),
  shell: (cmd) => ({ tool: 'exec_command', input: { cmd } }),
  own: (tool, input) => ({ tool: `mcp__cortex/${tool}`, input }),
  run: async (place, model) => {
    place.inHome('.codex/config.toml', codexConfig(model.url, place.root));
    const program = node('@openai/codex', 'bin/codex.js');
    const environment = { CODEX_HOME: `${place.home}/.codex`, SCRIPTED_KEY: 'none' };
    await trustCodexHooks(place, program, environment);
    return place.start([...program, 'exec', '-s', 'workspace-write', PROMPT], environment);
  },
};

const copilot: Agent = {
  vendor: 'copilot',
  program: '@github/copilot',
  read: (file) => ({ tool: 'view', input: { path: file } }),
  edit: (file, before, after) => ({ tool: 'edit', input: { path: file, old_str: before, new_str: after } }),
  shell: (command) => ({ tool: 'bash', input: { command, description: 'Run it' } }),
  own: (tool, input) => ({ tool: `cortex-${tool}`, input }),
  run: (place, model) => {
    const options = ['--trust-folder', '--allow-all-tools', '--no-ask-user'];
    const provider = { COPILOT_PROVIDER_BASE_URL: `${model.url}/v1`, COPILOT_PROVIDER_TYPE: 'openai', COPILOT_MODEL: 'scripted' };
    const environment = { COPILOT_OFFLINE: 'true', COPILOT_HOME: `${place.home}/.copilot`, ...provider };
    return place.start([...node('@github/copilot', 'npm-loader.js'), '-p', PROMPT, ...options], environment);
  },
};

const opencode: Agent = {
  vendor: 'opencode',
  program: 'opencode-ai',
  read: (file) => ({ tool: 'read', input: { filePath: file } }),
  edit: (file, before, after) => ({ tool: 'edit', input: { filePath: file, oldString: before, newString: after } }),
  shell: (command) => ({ tool: 'bash', input: { command, description: 'Run it' } }),
  own: (tool, input) => ({ tool: `cortex_${tool}`, input }),
  run: (place, model) => serveOpenCode(place, model, PROMPT),
};

/** The agents whose programs can be run with a scripted model. */
export const AGENTS: readonly Agent[] = [claude, gemini, codex, copilot, opencode];
