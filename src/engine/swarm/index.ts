/** Swarms (seed 1): tasks, agents, locks, decisions and their past. The only door of this folder. */

export {
  type AgentSession,
  agentOfAncestors,
  beginSession,
  listRecordedSessions,
  listRunningSessions,
  type RecordedSession,
  type RefusedPath,
  readRefusedPaths,
  readSession,
  recordRefusedPaths,
  sessionKey,
  unnamedAgent,
} from './agents/sessions.ts';
export { isParticipating, unresponsiveSince } from './agents/unresponsive.ts';
export { type BudgetOutlook, outlookOf, outlookText, outlookWords } from './budget-outlook.ts';
export { type Deliberation, readOutput } from './decisions/deliberation.ts';
export { decisionCommand, type OpenMerge, type OpenSubject, openMergeOf, openSubjects } from './decisions/open-subjects.ts';
export { listRejectedProposals, type RejectedProposal } from './decisions/proposals.ts';
export { hasNoWorkers, listOpenContests, type OpenContest, type ResultSummary, shortenResult } from './decisions/result-summaries.ts';
export { describePick, listPickedResults, type PickedResult } from './decisions/results.ts';
export { suggestCommand, suggestSwarmCommand } from './events/explanation.ts';
export { listHeldFiles } from './held-files/held-files.ts';
export { type HeldFileChange, listChangeFiles } from './held-files/records.ts';
export { HeldFilesWatch } from './held-files/watching.ts';
export { LockIndex } from './locks/lock-index.ts';
export { coversFile, globCovers, matchesLocked, overlaps } from './locks/lock-overlap.ts';
export {
  describeLockPath,
  escapeLockPath,
  fileToLockName,
  isNormalLockPath,
  literalSegments,
  lockPathKind as kindOfLockPath,
  lockPathToFile,
  normaliseLockPath,
} from './locks/lock-path.ts';
export { LockTable } from './locks/lock-table.ts';
export type { Blocker, GrantedLock, LockAnswer, LockRequest } from './locks/lock-types.ts';
export { fileUrlToPath, possiblePaths } from './locks/path-readings.ts';
export { heldFileNeeds } from './needs/held-file-needs.ts';
export { type SwarmSituation, swarmNeeds, usedUpLimits } from './needs/needs.ts';
export { CREATE_SWARM, NO_SWARM_TEXT } from './no-swarm.ts';
export { NO_SWARM } from './projection.ts';
export type { SwarmActivity } from './replay/activity.ts';
export type { Change } from './replay/change.ts';
export { changesSince } from './replay/changes-since.ts';
export { HistoryReader } from './replay/reading/history-reader.ts';
export { logMark } from './replay/reading/history-reading.ts';
export type { Burnt, HistorySpan, PastView } from './replay/reading/past-view.ts';
export type { ActivityCost, ActivityMark, ActivitySpan, AgentActivity } from './schemas/activity.ts';
export type { Expected } from './schemas/burn-down.ts';
export { proposeOutput, voteOutput } from './schemas/decisions.ts';
export { changesOutput as heldFileChangesOutput } from './schemas/held-files.ts';
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
export { claimOutput, completeOutput, createOutput, failOutput, recruitOutput, usageOutput } from './schemas/swarm.ts';
export { type OverlapsOutput, type stateOutput, statusOutput } from './schemas/swarm-state.ts';
export type { Applicant, Pause } from './state/unpublished.ts';
export { SwarmStore, withSwarm } from './store.ts';
export { describeBudget } from './summaries.ts';
export { type NewSwarm, SwarmProtocol } from './swarm-protocol.ts';
export { listLeaves } from './tasks/outline.ts';
export { computeTaskLayout, type TaskLayout } from './tasks/task-layout.ts';
export { predecessorsOf } from './use-cases/list-tasks.ts';
export { LockReading, withLockReading } from './use-cases/locks/lock-reading.ts';
export { listOverlaps } from './use-cases/overlaps.ts';
export { explainLimits, explainOpenMerge, explainSwarmState, WAITS } from './wording.ts';
