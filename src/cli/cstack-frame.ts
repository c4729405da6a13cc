import type { Operation } from '../engine/platform/operation.ts';
import { STACK_COMMANDS } from '../engine/stack/schemas/common.ts';
import { COMPLETION } from './completion/completion-help.ts';
import type { Program } from './dispatch.ts';
import { EXIT } from './exit-codes.ts';
import { runProgram } from './program.ts';
import type { Text } from './text/layout.ts';
import { version } from './version.ts';

/** The groups of commands, and the commands with a file of their own. */
export const CSTACK_COMMANDS: Readonly<Record<string, string>> = { ...STACK_COMMANDS, completion: COMPLETION };

const WHERE = 'the folder that contains .cstack (default: the nearest one, from here upwards)';

/** Text output of commands, and of the parts of streamed answers. */
export interface StackTexts {
  readonly texts: Readonly<Record<string, Text>>;
  readonly parts?: Readonly<Record<string, Text>>;
}

/** Makes the program `cstack` with one group of its operations. */
export function createCstack(operations: readonly Operation[], { texts, parts = {} }: StackTexts): Program {
  const own = new Set(operations.map(({ name }) => name));
  // Commands of this group are described by their operations; other commands are only listed in the help.
  const groups = Object.fromEntries(Object.entries(CSTACK_COMMANDS).filter(([name]) => !own.has(name)));
  const description = 'Cortical Stack: plans, inboxes and outboxes of coding agents, as plain files in .cstack/.';
  return (args, output, interactive) =>
    runProgram(
      { name: 'cstack', failed: EXIT.no, version, description, operations, groups, texts, parts, rootMeans: WHERE, output, interactive },
      args,
    );
}
