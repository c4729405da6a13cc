import { cstackWith } from '../cstack-frame.ts';

/** What `cstack` says about itself: its help, its version, and wrong usage. */
export const runHelp = cstackWith([], { texts: {} });
