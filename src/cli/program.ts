import { resolve } from 'node:path';
import { Command, CommanderError } from 'commander';
import * as z from 'zod';
import { CortexError, describeError } from '../engine/kernel/errors.ts';
import type { Operation, OperationContext } from '../engine/kernel/operation.ts';
import { nodeRuntime } from '../engine/kernel/runtime.ts';
import { bindParameters, parametersOf } from './parameters.ts';
import { type Output, print } from './print.ts';
import { plain, type Text } from './text/layout.ts';

/** The exit codes of every program and command: yes, no or failed, wrong usage. */
export const EXIT = { yes: 0, no: 1, usage: 2 } as const;

export interface ProgramOptions {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly operations: readonly Operation[];
  readonly groups: Readonly<Record<string, string>>;
  readonly texts: Readonly<Record<string, Text>>;
  readonly output: Output;
  /** True when a person types: standard input is a terminal. */
  readonly interactive: boolean;
}

interface CommonOptions {
  readonly json?: boolean;
  readonly root?: string;
}

/** What errors are about comes from files and from agents: only line ends of our own texts may end a line. */
function plainly({ write, error }: Output): Output {
  return { write, error: (text) => error(text.split('\n').map(plain).join('\n')) };
}

/** Runs a program on its arguments and gives the exit code; everything that it says goes to `output`. */
export async function runProgram(asked: ProgramOptions, args: readonly string[]): Promise<number> {
  const options = { ...asked, output: plainly(asked.output) };
  let code: number = EXIT.yes;
  const program = build(options, (result) => {
    code = result;
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.yes : EXIT.usage;
    options.output.error(plain(`${options.name}: ${describeError(error)}`));
    return EXIT.no;
  }
}

function build(options: ProgramOptions, finish: (code: number) => void): Command {
  const program = configure(new Command(options.name), options)
    .description(options.description)
    .version(options.version, '-V, --version', 'print the version');
  const groups = new Map<string, Command>();
  const groupNamed = (name: string): Command => {
    const group = groups.get(name) ?? configure(program.command(name), options).description(options.groups[name] ?? name);
    groups.set(name, group);
    return group;
  };
  for (const operation of options.operations) {
    const [last = '', group] = operation.name.split(' ').reverse();
    const parent = group === undefined ? program : groupNamed(group);
    addOperation(configure(parent.command(last), options), operation, options, finish);
  }
  for (const name of Object.keys(options.groups)) groupNamed(name);
  if (options.operations.length === 0) refuseAll(program);
  return program;
}

/** Commander runs a program without commands on whatever is typed, and says nothing. */
function refuseAll(program: Command): void {
  program
    .argument('[command]')
    .allowExcessArguments()
    .action((command: string | undefined) => {
      if (command === undefined) program.help({ error: true });
      program.error(`error: unknown command '${command}'`);
    });
}

/** Inherited by hand, because commander does not pass these on to subcommands. */
function configure(command: Command, { output }: ProgramOptions): Command {
  return command
    .exitOverride()
    .showHelpAfterError('(add --help for what can be written here)')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .configureOutput({ writeOut: (text) => output.write(text), writeErr: (text) => output.error(text.trimEnd()) });
}

function addOperation(command: Command, operation: Operation, options: ProgramOptions, finish: (code: number) => void): void {
  command.description(operation.description);
  const read = bindParameters(command, operation);
  command.option('--root <dir>', 'the project folder itself (default: the nearest one upwards that has a .cortex folder)');
  command.option('--json', 'print the answer as JSON');
  command.action(async () => {
    const typed = command.opts<CommonOptions & Record<string, unknown>>();
    finish(await runOperation(operation, read(command.processedArgs, typed), typed, options));
  });
}

async function runOperation(
  operation: Operation,
  input: Record<string, unknown>,
  common: CommonOptions,
  options: ProgramOptions,
): Promise<number> {
  const { output, name, interactive } = options;
  const aborter = new AbortController();
  const abort = () => aborter.abort();
  process.once('SIGINT', abort);
  try {
    const context: OperationContext = {
      runtime: nodeRuntime(),
      directory: resolve(common.root ?? '.'),
      exactDirectory: common.root !== undefined,
      interactive,
      signal: aborter.signal,
      progress: (message) => output.error(message),
    };
    const outcome = await operation.run(context, input);
    for (const warning of outcome.warnings ?? []) output.error(plain(`${name}: warning: ${warning}`));
    print(output, outcome.output, common.json === true ? null : (options.texts[operation.name] ?? null));
    return outcome.ok ? EXIT.yes : EXIT.no;
  } catch (error) {
    return failed(error, operation, options);
  } finally {
    process.off('SIGINT', abort);
  }
}

/** Says what went wrong. @throws what is no failure of the operation */
function failed(error: unknown, operation: Operation, options: ProgramOptions): number {
  if (error instanceof z.ZodError) return refuseInput(operation, error, options);
  if (!(error instanceof CortexError)) throw error;
  const { output, name } = options;
  output.error(plain(`${name}: ${describeError(error)}`));
  return error.code === 'invalid-input' ? EXIT.usage : EXIT.no;
}

function refuseInput(operation: Operation, error: z.ZodError, { output, name }: ProgramOptions): number {
  const parameters = parametersOf(operation);
  for (const issue of error.issues) {
    const parameter = parameters.find(({ key }) => key === issue.path[0]);
    const place = parameter === undefined ? '' : `${parameter.positional ? `<${parameter.flag}>` : `--${parameter.flag}`}: `;
    output.error(`${name}: ${place}${issue.message}. Add --help for what is allowed.`);
  }
  return EXIT.usage;
}
