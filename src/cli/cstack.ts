import { runCstack } from './cstack-program.ts';
import { guardStreams } from './streams.ts';

guardStreams();
process.exitCode = runCstack(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
