import { systemCode } from '../engine/kernel/errors.ts';

/** Ends the program when nobody reads on (`cortex … | head -1`), and says it when what it writes cannot be kept. */
export function guardStreams(): void {
  process.stdout.on('error', (error) => {
    if (systemCode(error) === 'EPIPE') process.exit();
    process.stderr.write(`cannot write the answer: ${error.message}\n`);
    process.exit(1);
  });
  // There is nobody left to tell.
  process.stderr.on('error', () => process.exit(1));
}
