/** The Cortex Protocol (seed 1): the only door of this folder. */

export { typeOf as typeOfFile } from './cortex-files.ts';
export { CortexIO } from './cortex-io.ts';
export type { Description } from './dna/describe.ts';
export type { Detection } from './dna/detection.ts';
export { DNAManager, type Lesson, type Refreshed } from './dna/manager.ts';
export type { NewDna } from './dna/new-dna.ts';
export type { DnaChange } from './dna/refresh.ts';
export { type CortexWarning, parseCortexFile } from './format.ts';
export { graphWrittenAt, isNewer } from './graph-age.ts';
export { type DigestContent, type Followers, type MayBreak, type RiskyFile, writeGraphDigest } from './graph-digest.ts';
export { DOUBT_OF, type Doubts, doubtsAbout, doubtsInWords, doubtsOutput } from './graph-doubts.ts';
export { graphFault } from './graph-fault.ts';
export { type GraphGaps, readGraphGaps, type UnreadFile, type UnresolvedImport, writeGraphGaps } from './graph-gaps.ts';
export { type GraphSummary, graphSummary } from './graph-summary.ts';
export { type InspectedFile, MAX_FILE_BYTES } from './inspect.ts';
export { invalidEntries, nameBeforeInvalid } from './invalid-entries.ts';
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
export { type SwarmSituation, swarmNeeds } from './needs.ts';
export { decidedOutput, mergeOutput, proposeOutput, voteOutput } from './operations/deciding.ts';
export { constraintOutput, describeOutput, detectOutput, patternOutput, purposeOutput, showDnaOutput } from './operations/dna.ts';
export { acquireOutput, endedOutput, heldOutput, type LapsedView, type LockView, listOutput } from './operations/locks.ts';
export { initOutput, verifyOutput } from './operations/project.ts';
export { reasoningOutput } from './operations/reasoning.ts';
export { type PastOutput, type ReplayOutput, replayOutput } from './operations/replay.ts';
export { settleOutput } from './operations/settling.ts';
export { abortOutput, budgetOutput, decomposeOutput, pauseOutput, resumeOutput, retryOutput } from './operations/steering.ts';
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
} from './operations/swarm.ts';
export { type OverlapsOutput, type stateOutput, statusOutput } from './operations/swarm-state.ts';
export {
  flushTimelineOutput,
  listTimelineOutput,
  precedentsOutput,
  timelineEntryOutput,
} from './operations/timeline.ts';
export { crtxOperations } from './operations.ts';
export { ownFolder } from './own-folder.ts';
export { checkAgent, isPerson, loginName, personHere } from './people.ts';
export { ASIDE_FINDING, isAside } from './put-aside.ts';
export { renderCortexFile } from './render.ts';
export type { Change } from './replay/change.ts';
export type { Expected } from './replay/forecast.ts';
export { HistoryReader } from './replay/reading/history-reader.ts';
export { logMark } from './replay/reading/log-mark.ts';
export type { Burnt, HistorySpan, PastSight } from './replay/reading/sight.ts';
export { CORTEX_FOLDER, findProject, findProjectRoot, ignoresCase, nearestProject } from './root.ts';
export type * from './schema.ts';
export { SwarmStore, withSwarm } from './store.ts';
export type { Applicant } from './swarm/admission.ts';
export { type Deliberation, readOutput } from './swarm/deliberation.ts';
export { type OpenSubject, openSubjects } from './swarm/open-subjects.ts';
export { NO_SWARM } from './swarm/projection.ts';
export { type OpenContest, openContests, type ShownResult, shortResult } from './swarm/shown-results.ts';
export { type TaskLayout, taskLayout } from './swarm/task-layout.ts';
export type { Pause } from './swarm/unpublished.ts';
export { takesPart, unresponsiveFrom } from './swarm/unresponsive.ts';
export { explainStanding, WAITS } from './swarm/wording.ts';
export { type NewSwarm, SwarmProtocol } from './swarm-protocol.ts';
export type { NewEntry } from './timeline/entry.ts';
export { endingNeeds, escalationNeeds } from './timeline/needs.ts';
export type { PageRequest, TimelinePage, TimelineQuery } from './timeline/query.ts';
export type { EntryDetail, EntryRow, Sight, SightRequest } from './timeline/reading/sight.ts';
export { TimelineReader } from './timeline/reading/timeline-reader.ts';
export { TimelineStore } from './timeline/store.ts';
export { Timeline } from './timeline/timeline.ts';
export { whyBroken } from './to-be-rebuilt.ts';
export { describeBad } from './tolerant-format.ts';
export { pathInProject, type Workplace, workplaceOf } from './typed-path.ts';
export { unmergedFile } from './unmerged-file.ts';
export { overlapsIn } from './use-cases/overlaps.ts';
export { settleMarkedGraph } from './use-cases/settle-file.ts';
export { unmergedCopies } from './use-cases/unmerged-copy.ts';
