import { NEEDS_COMMANDS } from '../engine/needs/needs-commands.ts';
import type { Operation } from '../engine/platform/operation.ts';
import { MERGE_COMMAND, SETTLE_COMMAND } from '../engine/workspace/merging/merge-command.ts';
import { COMPLETION } from './completion/completion-help.ts';
import { EXIT } from './exit-codes.ts';
import type { Output } from './print.ts';
import { runProgram } from './program.ts';
import type { Text } from './text/layout.ts';
import { version } from './version.ts';

const PROJECT = 'the project folder (default: the nearest one, from here upwards, with a .cortex folder)';

/** Description of `cortex doctor`. */
export const DOCTOR = 'Run all checks (only connected agents: cortex doctor agents)';

/** The groups of commands, and the commands with a file of their own, in the order in which they are needed. */
export const CORTEX_COMMANDS: Readonly<Record<string, string>> = {
  ...NEEDS_COMMANDS,
  task: 'Show a task and why it waits',
  swarm: 'Swarms: tasks, agents and budget',
  import: 'Make a plan of the open tasks of another program',
  lock: 'Locks: which agent may change which files, and until when',
  timeline: 'Timeline: decisions, discoveries and failures, with reasons and outcomes',
  reasoning: 'Reasoning traces: the steps taken in a task',
  dna: 'Project DNA: technologies, structure, rules and risks',
  graph: 'Semantic graph: dependencies and the impact of a change',
  vault: 'Memory vault: searchable notes in Markdown',
  team: 'Teams: agents, projects, work queues and daily reports',
  install: 'Connect a coding agent: MCP server entry, hooks and instructions',
  doctor: DOCTOR,
  ...SETTLE_COMMAND,
  mcp: 'Serve the tools for one agent over MCP',
  guard: 'Hook for coding agents and git: refuse changes to locked files',
  ...MERGE_COMMAND,
  completion: COMPLETION,
};

/** Help text of `--root` for the commands of a vault. */
export const VAULT_LOCATION_HELP = 'the folder to search for the vault (default: the current one)';

type Texts = Readonly<Record<string, Text>>;

/** Commands that show their answer again after each change. */
const SCREENS: ReadonlySet<string> = new Set(['status']);

/**
 * Makes the program `cortex` with one group of its operations. Its help names all groups.
 * @param rootMeans help text of `--root`
 * @param parts texts of the parts of streamed answers
 */
export function createCortex(operations: readonly Operation[], texts: Texts, rootMeans = PROJECT, parts: Texts = {}) {
  const own = new Set(operations.map(({ name }) => name));
  const groups = Object.fromEntries(Object.entries(CORTEX_COMMANDS).filter(([name]) => !own.has(name)));
  return (args: readonly string[], output: Output, interactive: boolean): Promise<number> =>
    runProgram(
      {
        name: 'cortex',
        failed: EXIT.failed,
        version,
        description: 'Coordinate AI coding agents through plain files: locks, swarms and their memory in .cortex/.',
        operations,
        groups,
        texts,
        parts,
        screens: SCREENS,
        rootMeans,
        output,
        interactive,
      },
      args,
    );
}
