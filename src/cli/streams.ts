import { systemCode } from '../engine/kernel/errors.ts';
import type { Output } from './print.ts';

/** Ends the program when nobody reads on (`cortex … | head -1`), and says it when what it writes cannot be kept. */
function guardStreams(): void {
  process.stdout.on('error', (error) => {
    if (systemCode(error) === 'EPIPE') process.exit();
    process.stderr.write(`cannot write the answer: ${error.message}\n`);
    process.exit(1);
  });
  // There is nobody left to tell.
  process.stderr.on('error', () => process.exit(1));
}

/** Runs a program on the arguments and the streams of this process, whose exit code is the program's. */
export async function runInTerminal(
  program: (args: readonly string[], output: Output, interactive: boolean) => Promise<number>,
): Promise<void> {
  guardStreams();
  const output = {
    write: (text: string) => process.stdout.write(text),
    error: (text: string) => process.stderr.write(`${text}\n`),
  };
  process.exitCode = await program(process.argv.slice(2), output, process.stdin.isTTY === true);
}
