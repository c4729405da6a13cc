import { cortexProgram } from '../../src/cli/cortex-program.ts';
import { runInTerminal } from '../../src/cli/streams.ts';

/** `cortex` as a person at a terminal has it, for tests that have none. */
void runInTerminal((args, output) => cortexProgram(args, output, true));
