import fs from 'node:fs';
import { devNull } from 'node:os';
import { systemCode } from '../engine/platform/errors.ts';
import { EXIT, type FailedExit } from './exit-codes.ts';
import type { Output } from './print.ts';

const [INPUT, ANSWERS, MESSAGES] = [0, 1, 2] as const;

/** Returns whether a descriptor may be a terminal. This check is faster than loading `node:tty`. */
function isDevice(descriptor: number): boolean {
  const stat = fs.fstatSync(descriptor);
  return stat.isCharacterDevice() && stat.rdev !== fs.statSync(devNull, { throwIfNoEntry: false })?.rdev;
}

const isTerminal = (descriptor: number): boolean => isDevice(descriptor) && process.getBuiltinModule('node:tty').isatty(descriptor);

/** Returns whether a text has colours by default (no-color.org, force-color.org). */
function hasColours(descriptor: number): boolean {
  const { FORCE_COLOR = '', NO_COLOR = '', TERM } = process.env;
  if (FORCE_COLOR !== '') return FORCE_COLOR !== '0';
  return NO_COLOR === '' && TERM !== 'dumb' && isTerminal(descriptor);
}

/**
 * Ends the program: silently when the reader has closed the pipe (`cortex … | head -1`), else with an error. The exit code must not be the
 * one for "no", because the script that called the program has no answer (docs/decisions/0052-exit-codes.md).
 */
function exitOnLostOutput(error: unknown, failed: FailedExit): never {
  if (systemCode(error) === 'EPIPE') process.exit(EXIT.yes);
  process.stderr.write(`error: cannot write the answer: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(failed);
}

/** Ignores messages that cannot be written: the answer and the exit code tell the result. */
const ignoreLostMessage = (): void => undefined;

/** @returns the rest of the text if the receiver cannot take all of it now */
function writeAtOnce(descriptor: number, text: string): Uint8Array {
  let rest: Uint8Array = Buffer.from(text);
  try {
    while (rest.length > 0) rest = rest.subarray(fs.writeSync(descriptor, rest));
  } catch (error) {
    if (systemCode(error) !== 'EAGAIN') throw error;
  }
  return rest;
}

interface Writer {
  readonly write: (text: string) => void;
  /** Resolves when the receiver has taken everything. */
  readonly written: () => Promise<void>;
}

/** Writes to a file or a pipe without a stream, because creating one is slow. Uses a stream for terminals and slow readers. */
function writerTo(descriptor: number, streamOf: () => NodeJS.WriteStream, lost: (error: unknown) => void): Writer {
  let stream: NodeJS.WriteStream | null = null;
  const isDirect = !isDevice(descriptor);
  const write = (text: string): void => {
    try {
      const rest = isDirect && stream === null ? writeAtOnce(descriptor, text) : Buffer.from(text);
      if (rest.length === 0) return;
      stream ??= streamOf().on('error', lost);
      stream.write(rest);
    } catch (error) {
      lost(error);
    }
  };
  const written = () =>
    new Promise<void>((resolve) => {
      const taken = (error?: Error | null) => {
        if (error) lost(error);
        resolve();
      };
      if (stream === null) resolve();
      else stream.write('', taken);
    });
  return { write, written };
}

/**
 * Runs a program with the arguments and streams of this process, and ends the process with its exit code. Work that is still pending then,
 * such as a second look at a changed file, is left to the next command, because this one can print nothing more.
 * @param failed exit code if the output cannot be written
 */
export async function runInTerminal(
  program: (args: readonly string[], output: Output, interactive: boolean) => Promise<number>,
  failed: FailedExit,
): Promise<never> {
  const answer = writerTo(
    ANSWERS,
    () => process.stdout,
    (error) => exitOnLostOutput(error, failed),
  );
  const message = writerTo(MESSAGES, () => process.stderr, ignoreLostMessage);
  // Clears the screen and moves to its start.
  const clear = () => answer.write('\u001b[2J\u001b[H');
  const output: Output = {
    ...(isTerminal(ANSWERS) && { clear }),
    colours: { answers: hasColours(ANSWERS), messages: hasColours(MESSAGES) },
    write: answer.write,
    error: (text) => message.write(`${text}\n`),
    written: answer.written,
  };
  const code = await program(process.argv.slice(2), output, isTerminal(INPUT));
  await Promise.all([answer.written(), message.written()]);
  process.exit(code);
}
