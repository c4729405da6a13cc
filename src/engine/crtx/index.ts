/** The Cortex Protocol (seed 1): the only door of this folder. */
export { CortexIO } from './cortex-io.ts';
export { parseCortexFile, renderCortexFile } from './format.ts';
export { type InspectedFile, MAX_FILE_BYTES } from './inspect.ts';
export { escapeLockPath, fileOfLockPath, normaliseLockPath, overlaps } from './lock-path.ts';
export { LockTable } from './lock-table.ts';
export type { Blocker, GrantedLock, LockAnswer, LockRequest } from './lock-types.ts';
export { acquireOutput, heldOutput, type LockView, listOutput } from './operations/locks.ts';
export { initOutput, verifyOutput } from './operations/project.ts';
export {
  assignOutput,
  claimOutput,
  completeOutput,
  createOutput,
  failOutput,
  recruitOutput,
  retireOutput,
  startOutput,
  statusOutput,
  usageOutput,
} from './operations/swarm.ts';
export { flushTimelineOutput, listTimelineOutput, mergeTimelineOutput, timelineEntryOutput } from './operations/timeline.ts';
export { crtxOperations } from './operations.ts';
export { isPerson } from './people.ts';
export { CORTEX_FOLDER, findProjectRoot, nearestProject } from './root.ts';
export type * from './schema.ts';
export { SwarmStore, withSwarm } from './store.ts';
export { NO_SWARM } from './swarm/projection.ts';
export { type NewSwarm, SwarmProtocol } from './swarm-protocol.ts';
export type { NewEntry } from './timeline/entry.ts';
export { TimelineStore, withTimeline } from './timeline/store.ts';
export { Timeline } from './timeline/timeline.ts';
