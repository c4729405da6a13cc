import { isatty } from 'node:tty';
import { systemCode } from '../engine/kernel/errors.ts';
import type { Output } from './print.ts';

/** Ends the program when nobody reads on (`cortex … | head -1`), and says it when what it writes cannot be kept. */
function guardedAnswers(): NodeJS.WriteStream {
  return process.stdout.on('error', (error) => {
    if (systemCode(error) === 'EPIPE') process.exit();
    process.stderr.write(`cannot write the answer: ${error.message}\n`);
    process.exit(1);
  });
}

/** A message that cannot be written changes nothing: the answer and the exit code say how it ended. */
function guardedMessages(): NodeJS.WriteStream {
  return process.stderr.on('error', () => undefined);
}

/** The output of this process; a stream takes time to make, and most programs need one of them only. */
function processOutput(): Output {
  let answers: NodeJS.WriteStream | undefined;
  let messages: NodeJS.WriteStream | undefined;
  return {
    write: (text) => {
      answers ??= guardedAnswers();
      answers.write(text);
    },
    error: (text) => {
      messages ??= guardedMessages();
      messages.write(`${text}\n`);
    },
  };
}

/** Runs a program on the arguments and the streams of this process, whose exit code is the program's. */
export async function runInTerminal(
  program: (args: readonly string[], output: Output, interactive: boolean) => Promise<number>,
): Promise<void> {
  process.exitCode = await program(process.argv.slice(2), processOutput(), isatty(0));
}
