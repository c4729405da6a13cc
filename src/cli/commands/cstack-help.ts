import { createCstack } from '../cstack-frame.ts';

/** Prints the help, the version and usage errors of `cstack`. */
export const runHelp = createCstack([], { texts: {} });
