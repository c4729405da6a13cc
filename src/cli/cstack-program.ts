import { Command, CommanderError } from 'commander';
import { CortexError, describeError } from '../engine/kernel/errors.ts';
import { version } from './version.ts';

/** Where a program writes. */
export interface Output {
  out(text: string): void;
  err(text: string): void;
}

/** The call itself was wrong: an unknown command or option. */
const EXIT_USAGE = 2;

function createProgram(output: Output): Command {
  return new Command('cstack')
    .description('Cortical Stack: plans, inboxes and outboxes of coding agents, as plain files.')
    .version(version)
    .argument('[command]')
    .allowExcessArguments()
    .addHelpText('after', '\nThis version has no commands yet.')
    .configureOutput({ writeOut: output.out, writeErr: output.err })
    .exitOverride();
}

/**
 * Runs `cstack`.
 * @param args what follows the program's name
 * @returns the exit code: 0 done, 2 an unknown command or option
 */
export function runCstack(args: readonly string[], output: Output): number {
  const program = createProgram(output);
  try {
    program.parse(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_USAGE;
    throw error;
  }
  const [command] = program.args;
  if (command === undefined) {
    program.outputHelp();
    return 0;
  }
  const unknown = new CortexError('invalid-input', 'unknown command', {
    value: command,
    allowed: 'none: this version has no commands yet',
    next: 'See cstack --help.',
  });
  output.err(`${describeError(unknown)}\n`);
  return EXIT_USAGE;
}
