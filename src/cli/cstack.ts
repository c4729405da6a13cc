import { cstackProgram } from './cstack-program.ts';
import { runInTerminal } from './streams.ts';

await runInTerminal(cstackProgram);
