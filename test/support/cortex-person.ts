import { cortexProgram } from '../../src/cli/cortex-program.ts';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { runInTerminal } from '../../src/cli/streams.ts';

/** `cortex` for a person at a terminal, for tests without a terminal. */
void runInTerminal((args, output) => cortexProgram(args, output, true), EXIT.failed);
