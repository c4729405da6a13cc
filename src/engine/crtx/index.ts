/** The Cortex Protocol (seed 1): the only door of this folder. */
export { CortexIO, MAX_FILE_BYTES } from './cortex-io.ts';
export { parseCortexFile, renderCortexFile } from './format.ts';
export { normaliseLockPath, overlaps } from './lock-path.ts';
export { LockTable } from './lock-table.ts';
export type { Blocker, GrantedLock, LockAnswer, LockRequest } from './lock-types.ts';
export { acquireOutput, heldOutput, type LockView, listOutput } from './operations/locks.ts';
export { initOutput } from './operations/project.ts';
export { crtxOperations } from './operations.ts';
export { CORTEX_FOLDER, findProjectRoot } from './root.ts';
export type * from './schema.ts';
export { SwarmStore, withSwarm } from './store.ts';
