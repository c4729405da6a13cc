import { cortexProgram } from './cortex-program.ts';
import { runInTerminal } from './streams.ts';

await runInTerminal(cortexProgram);
