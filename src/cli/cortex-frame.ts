import { NEEDS_COMMANDS } from '../engine/needs/needs-commands.ts';
import type { Operation } from '../engine/platform/operation.ts';
import type { Output } from './print.ts';
import { runProgram } from './program.ts';
import type { Text } from './text/layout.ts';
import { version } from './version.ts';

const PROJECT = 'the project folder itself (default: the nearest one upwards that has a .cortex folder)';

/** The groups of commands, and those that are alone in a file of their own, in the order in which they are needed. */
const COMMANDS: Readonly<Record<string, string>> = {
  ...NEEDS_COMMANDS,
  swarm: 'Swarms: who does what, and what it costs',
  lock: 'Locks on files: who may change what, until when',
  timeline: 'The timeline: what was decided, found and learned, and why',
  reasoning: 'Reasoning traces: the steps on the way through a task',
  dna: 'The DNA: what the project is made of, its rules and its risks',
  graph: 'The semantic graph: what leans on what, and what may break',
  vault: 'The memory vault: notes that are searched by words, and stay true',
  team: 'Teams: agents, their projects and work queues, and the day of a coordinator',
};

/** What `--root` means to the commands of a vault. */
export const WHERE_VAULTS_ARE = 'the folder in which the vault is looked for (default: this one)';

/**
 * Makes `cortex` of one group of its operations; the help names all groups.
 * @param rootMeans what `--root` means to them
 */
export function cortexWith(operations: readonly Operation[], texts: Readonly<Record<string, Text>>, rootMeans = PROJECT) {
  const own = new Set(operations.map(({ name }) => name));
  const groups = Object.fromEntries(Object.entries(COMMANDS).filter(([name]) => !own.has(name)));
  return (args: readonly string[], output: Output, interactive: boolean): Promise<number> =>
    runProgram(
      {
        name: 'cortex',
        version,
        description: 'Coordinate AI coding agents through plain files: locks, swarms and their memory in .cortex/.',
        operations,
        groups,
        texts,
        rootMeans,
        output,
        interactive,
      },
      args,
    );
}
