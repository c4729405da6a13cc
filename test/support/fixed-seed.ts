import fc from 'fast-check';

/** Tests that gate changes must be deterministic. `SEED=random` tries new inputs. */
const { SEED = '20261122' } = process.env;
if (SEED !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(SEED) });

// Test files share a thread, so a clock that one file set must not affect another one.
delete process.env.CORTEX_NOW;
