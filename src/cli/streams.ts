import fs from 'node:fs';
import { devNull } from 'node:os';
import { systemCode } from '../engine/platform/errors.ts';
import type { Output } from './print.ts';

const [INPUT, ANSWERS, MESSAGES] = [0, 1, 2] as const;

/** Whether a person may be at the other end. What loads terminals takes longer than this look. */
function isDevice(descriptor: number): boolean {
  const stat = fs.fstatSync(descriptor);
  return stat.isCharacterDevice() && stat.rdev !== fs.statSync(devNull, { throwIfNoEntry: false })?.rdev;
}

const isTerminal = (descriptor: number): boolean => isDevice(descriptor) && process.getBuiltinModule('node:tty').isatty(descriptor);

/** Ends the program when nobody reads on (`cortex … | head -1`), and says it when what it writes cannot be kept. */
function answerLost(error: unknown): never {
  if (systemCode(error) === 'EPIPE') process.exit();
  process.stderr.write(`error: cannot write the answer: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

/** A message that cannot be written changes nothing: the answer and the exit code say how it ended. */
const messageLost = (): void => undefined;

/** @returns what is left where the other end takes no more at once */
function writeAtOnce(descriptor: number, text: string): Uint8Array {
  let rest: Uint8Array = Buffer.from(text);
  try {
    while (rest.length > 0) rest = rest.subarray(fs.writeSync(descriptor, rest));
  } catch (error) {
    if (systemCode(error) !== 'EAGAIN') throw error;
  }
  return rest;
}

/** Writes to a file or a pipe without a stream, which takes longer to make than most answers; terminals, and whoever reads slowly, have one. */
function writerTo(descriptor: number, streamOf: () => NodeJS.WriteStream, lost: (error: unknown) => void): (text: string) => void {
  let stream: NodeJS.WriteStream | null = null;
  const isDirect = !isDevice(descriptor);
  return (text) => {
    try {
      const rest = isDirect && stream === null ? writeAtOnce(descriptor, text) : Buffer.from(text);
      if (rest.length === 0) return;
      stream ??= streamOf().on('error', lost);
      stream.write(rest);
    } catch (error) {
      lost(error);
    }
  };
}

/** Runs a program on the arguments and the streams of this process, whose exit code is the program's. */
export async function runInTerminal(
  program: (args: readonly string[], output: Output, interactive: boolean) => Promise<number>,
): Promise<void> {
  const answer = writerTo(ANSWERS, () => process.stdout, answerLost);
  const message = writerTo(MESSAGES, () => process.stderr, messageLost);
  const output: Output = { write: answer, error: (text) => message(`${text}\n`) };
  process.exitCode = await program(process.argv.slice(2), output, isTerminal(INPUT));
}
