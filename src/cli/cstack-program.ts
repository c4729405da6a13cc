import type { Output } from './print.ts';
import { runProgram } from './program.ts';
import { version } from './version.ts';

/**
 * Runs `cstack`.
 * @param args what follows the program's name
 * @param interactive a person is at the other end
 * @returns the exit code: 0 yes, 1 no or failed, 2 wrong usage
 */
export function cstackProgram(args: readonly string[], output: Output, interactive: boolean): Promise<number> {
  return runProgram(
    {
      name: 'cstack',
      version,
      description: 'Cortical Stack: plans, inboxes and outboxes of coding agents, as plain files. This version has no commands yet.',
      operations: [],
      groups: {},
      texts: {},
      rootMeans: 'the folder of the stack',
      output,
      interactive,
    },
    args,
  );
}
