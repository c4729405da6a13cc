import fc from 'fast-check';

/** What decides whether a change is good must answer the same twice. `SEED=random` looks where it did not look before. */
const { SEED = '20261122' } = process.env;
if (SEED !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(SEED) });

// Files share a thread: a clock that one has pinned and not let go of is no other's.
delete process.env.CORTEX_NOW;
