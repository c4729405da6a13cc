import { cortexProgram } from './cortex-program.ts';
import { guardStreams } from './streams.ts';

guardStreams();
const output = {
  write: (text: string) => process.stdout.write(text),
  error: (text: string) => process.stderr.write(`${text}\n`),
};

process.exitCode = await cortexProgram(process.argv.slice(2), output, process.stdin.isTTY === true);
