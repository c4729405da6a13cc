/** Swarms (seed 1): tasks, agents, locks, decisions and their past. The only door of this folder. */

export {
  type AgentSession,
  agentOfAncestors,
  beginSession,
  type RefusedPath,
  readSession,
  refusedPaths,
  rememberRefused,
  type SeenSession,
  seenSessions,
  sessionKey,
  sessionsOf,
} from './agents/sessions.ts';
export { takesPart, unresponsiveFrom } from './agents/unresponsive.ts';
export { decisionCommand } from './decisions/decision-command.ts';
export { type Deliberation, readOutput } from './decisions/deliberation.ts';
export { type OpenMerge, type OpenSubject, openMergeOf, openSubjects } from './decisions/open-subjects.ts';
export { isLeftAlone, type OpenContest, openContests, type ShownResult, shortResult } from './decisions/shown-results.ts';
export { suggested, suggestedForAll } from './events/explanation.ts';
export { heldFiles } from './held-files/held-files.ts';
export { changesToHeldFiles, type HeldFileChange } from './held-files/records.ts';
export { HeldFilesWatch } from './held-files/watching.ts';
export { LockIndex } from './locks/lock-index.ts';
export { coversFile, globCovers, overlaps } from './locks/lock-overlap.ts';
export {
  escapeLockPath,
  fileOfLockPath,
  isNormalLockPath,
  kind as kindOfLockPath,
  literalSegments,
  nameToLocks,
  normaliseLockPath,
  shownLockPath,
} from './locks/lock-path.ts';
export { LockTable } from './locks/lock-table.ts';
export type { Blocker, GrantedLock, LockAnswer, LockRequest } from './locks/lock-types.ts';
export { pathOfUrl, pathReadings } from './locks/path-readings.ts';
export { heldFileNeeds } from './needs/held-file-needs.ts';
export { type SwarmSituation, swarmNeeds } from './needs/needs.ts';
export { NO_SWARM } from './projection.ts';
export type { Change } from './replay/change.ts';
export type { Expected } from './replay/forecast.ts';
export { HistoryReader } from './replay/reading/history-reader.ts';
export { logMark } from './replay/reading/log-mark.ts';
export type { Burnt, HistorySpan, PastView } from './replay/reading/past-view.ts';
export { decidedOutput, mergeOutput, proposeOutput, voteOutput } from './schemas/deciding.ts';
export { changesOutput as heldFileChangesOutput, resolveOutput as resolveChangeOutput } from './schemas/held-files.ts';
export {
  acquireOutput,
  checkOutput,
  endedOutput,
  type HeldLockView,
  heldOutput,
  type LapsedView,
  type LockView,
  listOutput,
} from './schemas/locks.ts';
export { type PastOutput, type ReplayOutput, replayOutput } from './schemas/replay.ts';
export { abortOutput, budgetOutput, decomposeOutput, pauseOutput, resumeOutput, retryOutput } from './schemas/steering.ts';
export {
  admitOutput,
  assignOutput,
  claimOutput,
  completeOutput,
  createOutput,
  failOutput,
  heartbeatOutput,
  recruitOutput,
  retireOutput,
  startOutput,
  usageOutput,
} from './schemas/swarm.ts';
export { type OverlapsOutput, type stateOutput, statusOutput } from './schemas/swarm-state.ts';
export type { Applicant, Pause } from './state/unpublished.ts';
export { SwarmStore, withSwarm } from './store.ts';
export { type NewSwarm, SwarmProtocol } from './swarm-protocol.ts';
export { leavesOf } from './tasks/outline.ts';
export { predecessorsOf } from './tasks/predecessors.ts';
export { type TaskLayout, taskLayout } from './tasks/task-layout.ts';
export { LockReading, readingLocks } from './use-cases/lock-reading.ts';
export { overlapsIn } from './use-cases/overlaps.ts';
export { explainOpenMerge, explainStanding, WAITS } from './wording.ts';
