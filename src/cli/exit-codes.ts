/** Exit codes: yes, no, wrong usage, could not (docs/decisions/0052-exit-codes.md). `cstack` uses `no` for the last one, too. */
export const EXIT = { yes: 0, no: 1, usage: 2, failed: 3 } as const;

/** Exit code of a command that could not do its work: each program has one. */
export type FailedExit = typeof EXIT.no | typeof EXIT.failed;
