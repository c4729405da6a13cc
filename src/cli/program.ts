import { resolve } from 'node:path';
import { Command, CommanderError } from 'commander';
import { CortexError } from '../engine/platform/errors.ts';
import { nodeFileSystem } from '../engine/platform/file-system.ts';
import type { Operation } from '../engine/platform/operation.ts';
import { nodeRuntime } from '../engine/platform/runtime.ts';
import { inNamedPlaces } from '../engine/platform/suggested.ts';
import { explainExtraWords } from './corrected-line.ts';
import { EXIT, type FailedExit } from './exit-codes.ts';
import { toFailure } from './failure.ts';
import { bindParameters, missingOption, parseText } from './parameters.ts';
import { ANYWHERE, peopleRule } from './people-rule.ts';
import { type Output, printJson, printJsonLine } from './print.ts';
import { readAll } from './read-input.ts';
import { runnableGitCommands } from './text/git-commands.ts';
import { escapeText, type Text, type TypedInput } from './text/layout.ts';
import { inColour, styledSeverity } from './text/style.ts';
import { terminalStyle } from './text/suggested-commands.ts';
import { writeText } from './write-text.ts';

/** Signals. The first one ends a command cleanly, the second one at once. */
const ENDINGS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

export interface ProgramOptions {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly operations: readonly Operation[];
  readonly groups: Readonly<Record<string, string>>;
  /** Text output of operations without a summary, or that show more than it. */
  readonly texts: Readonly<Record<string, Text>>;
  /** Text output of the parts of streamed answers. */
  readonly parts?: Readonly<Record<string, Text>>;
  /** Operations whose parts each replace the one before, on a terminal. */
  readonly screens?: ReadonlySet<string>;
  /** Help text of `--root` for these operations. */
  readonly rootMeans: string;
  /** Exit code of a command that could not do its work. */
  readonly failed: FailedExit;
  readonly output: Output;
  /** True if a person is typing: standard input is a terminal. */
  readonly interactive: boolean;
}

/** The options of a program, and all words after its name. */
interface Asking extends ProgramOptions {
  readonly words: readonly string[];
}

interface CommonOptions {
  readonly json?: boolean;
  readonly root?: string;
}

/** Escapes messages, which may contain text of files and agents. Only line breaks of the program's own texts are printed as such. */
function escapeOutput(output: Output): Output {
  const { error, colours } = output;
  const escaped = (text: string) => text.split('\n').map(escapeText).join('\n');
  const coloured = (text: string) => inColour(() => styledSeverity(text));
  return { ...output, error: (text) => error(colours?.messages === true ? coloured(escaped(text)) : escaped(text)) };
}

/** Runs a program and returns the exit code. All output goes to `output`. */
export async function runProgram(asked: ProgramOptions, args: readonly string[]): Promise<number> {
  const options = { ...asked, output: escapeOutput(asked.output), words: args };
  let code: number = EXIT.yes;
  const program = build(options, (result) => {
    code = result;
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.yes;
    return fail(error, { operation: null, json: asksForJson(args), shown: (messages) => messages }, options);
  }
}

/** Returns whether the words begin with an operation's name. Then the other commands need not be created. */
function isNamed({ name }: Operation, words: readonly string[]): boolean {
  return name.split(' ').every((word, place) => word === words[place]);
}

function build(options: Asking, finish: (code: number) => void): Command {
  const program = configure(new Command(options.name), options)
    .description(options.description)
    .version(options.version, '-V, --version', 'print the version')
    // Taken out of the arguments before, in any place (src/cli/dispatch.ts).
    .option('--color <when>', 'colours: auto (on a terminal), always or never');
  const groups = new Map<string, Command>();
  const groupNamed = (name: string): Command => {
    const group = groups.get(name) ?? configure(program.command(name), options).description(options.groups[name] ?? name);
    groups.set(name, group);
    return group;
  };
  const named = options.operations.filter((operation) => isNamed(operation, options.words));
  for (const operation of named.length > 0 ? named : options.operations) {
    const [last = '', group] = operation.name.split(' ').reverse();
    const parent = group === undefined ? program : groupNamed(group);
    addOperation(configure(parent.command(last), options), operation, options, finish);
  }
  for (const name of named.length > 0 ? [] : Object.keys(options.groups)) groupNamed(name);
  return program;
}

/** Set for each command, because commander does not pass these settings on to subcommands. */
function configure(command: Command, { output, name }: ProgramOptions): Command {
  // Lists the commands after an unknown one, and the arguments after a wrong one.
  const help = command.parent === null ? `(to list the commands: ${name} --help)` : '(to see the arguments and options, add --help)';
  return command
    .exitOverride()
    .showHelpAfterError(help)
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .configureOutput({ writeOut: (text) => output.write(text), writeErr: (text) => output.error(text.trimEnd()) });
}

function addOperation(command: Command, operation: Operation, options: Asking, finish: (code: number) => void): void {
  command.description(operation.description);
  const read = bindParameters(command, operation);
  command.option('--root <dir>', options.rootMeans, parseText);
  command.option('--json', 'print the answer as JSON');
  const { name } = options;
  // Reported below, with a suggestion.
  command.allowExcessArguments(true);
  command.action(async () => {
    const missing = missingOption(command, operation);
    const excess = explainExtraWords(name, command, operation, options.words);
    // If a command takes no words, an excess word is often the value of the missing option.
    const isFirst = excess !== null && command.registeredArguments.length === 0;
    if (missing !== null && !isFirst) command.error(missing, { code: 'commander.missingMandatoryOptionValue' });
    if (excess !== null) command.error(excess, { code: 'commander.excessArguments' });
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
  const { output } = options;
  const json = common.json === true;
  const asked = common.root === undefined ? input : { ...input, root: common.root };
  const aborter = new AbortController();
  const abort = () => aborter.abort(new CortexError('busy', 'interrupted before it was done', { next: 'Run the command again.' }));
  for (const signal of ENDINGS) process.once(signal, abort);
  let people = ANYWHERE;
  const pasteable = (text: string) => people.suggest(runnableGitCommands(nodeFileSystem, text, currentFolder()));
  const shown = (messages: string) => pasteable(inNamedPlaces(messages, asked));
  try {
    const runtime = nodeRuntime();
    people = await peopleRule(runtime.fs, process.env, operation.name);
    const emit = (part: unknown) => {
      const text = json ? undefined : options.parts?.[operation.name];
      if (text === undefined) return printJsonLine(output, part);
      if (options.screens?.has(operation.name) === true) output.clear?.();
      writeText(output, [part, asked], () => pasteable(text(part, runtime.clock.now(), asked)));
    };
    const outcome = await operation.run(
      { ...contextOf(common, options), ...people.context, runtime, signal: aborter.signal, emit, ...writtenOf(output) },
      input,
    );
    warn(outcome.warnings ?? [], shown, options);
    if (outcome.isEmitted === true) return outcome.ok ? EXIT.yes : EXIT.no;
    const text = (): string | null => {
      const lines = textOf(operation, options, outcome.output, { now: runtime.clock.now(), asked });
      return lines && pasteable(lines);
    };
    if (json || !writeText(output, [outcome.output, asked], text)) printJson(output, outcome.output);
    return outcome.ok ? EXIT.yes : EXIT.no;
  } catch (error) {
    return fail(error, { operation, json, shown }, options);
  } finally {
    for (const signal of ENDINGS) process.off(signal, abort);
  }
}

const writtenOf = ({ written }: Output) => (written === undefined ? {} : { written });

/** Returns the text of an output: one for terminals, or the summary; `null` if there is none. */
function textOf(
  operation: Operation,
  { texts }: ProgramOptions,
  output: unknown,
  { now, asked }: { readonly now: number; readonly asked: TypedInput },
): string | null {
  const text = texts[operation.name];
  return text?.(output, now, asked) ?? operation.summarize(output, terminalStyle(asked))?.join('\n') ?? null;
}

/** Returns the context of an operation: how and where it was called. */
function contextOf({ root }: CommonOptions, { output, interactive }: ProgramOptions) {
  return {
    directory: directoryOf(root),
    exactDirectory: root !== undefined,
    typedThere: true,
    interactive,
    environment: process.env,
    readInput: () => readAll(),
    progress: (message: string) => output.error(escapeText(message)),
  };
}

/** Returns whether JSON was requested, for errors before the options are parsed. */
function asksForJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end < 0 ? args.length : end).includes('--json');
}

/** Returns the folder to run in, absolute. @throws CortexError `not-found` when the current folder was deleted */
function directoryOf(root: string | undefined): string {
  try {
    return resolve(root ?? '.');
  } catch (cause) {
    const next = 'Change to an existing folder, or name the project with --root and an absolute path.';
    throw new CortexError('not-found', 'the current folder has been deleted', { next }, { cause });
  }
}

/** Returns the current folder; `null` if it has been deleted. */
function currentFolder(): string | null {
  try {
    return process.cwd();
  } catch {
    return null;
  }
}

interface Asked {
  /** `null` before it is known. */
  readonly operation: Operation | null;
  readonly json: boolean;
  /** Adapts suggested commands so that they can be pasted. */
  readonly shown: (messages: string) => string;
}

function warn(warnings: readonly string[], shown: Asked['shown'], { output }: ProgramOptions): void {
  for (const warning of warnings) output.error(escapeText(`warning: ${shown(warning)}`));
}

/** Prints an error and returns the exit code. */
function fail(caught: unknown, { operation, json, shown }: Asked, options: ProgramOptions): number {
  const { output } = options;
  if (caught instanceof CortexError) warn(caught.warnings, shown, options);
  const { kind, messages, error } = toFailure(caught, operation, shown);
  // Only a list of problems has several lines. Indented, no line can be mistaken for another message.
  for (const message of messages) output.error(`error: ${message.split('\n').map(escapeText).join('\n  ')}`);
  if (json) printJson(output, { error });
  return kind === 'failed' ? options.failed : EXIT[kind];
}
