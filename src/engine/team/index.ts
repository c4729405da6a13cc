/** The team protocol (seed 5): the only door of this folder. */

export { requireAsSeen, type SeenTask } from './as-seen.ts';
export { type TeamConfig, teamConfig } from './config.ts';
export { MERGE_CONFLICT } from './conflicts.ts';
export { type HousekeepingReport, housekeep } from './housekeep.ts';
export { addProject, changeProjects, registerAgent, setUpTeam } from './members.ts';
export { type TeamSituation, teamNeeds } from './needs.ts';
export type { AgentNote } from './notes/agent-note.ts';
export { briefing, review } from './notes/daily.ts';
export { type AgentState, beatAge, type Liveness, livenessOf, STALE_MINUTES } from './notes/liveness.ts';
export type { NoteProblem } from './notes/note-text.ts';
export { openTasksTitled, type ProjectNote } from './notes/project-note.ts';
export { RUNTIMES } from './onboarding/runtime-names.ts';
export {
  configOutput,
  heartbeatOutput,
  joinOutput,
  projectsOutput,
  registerOutput,
  reportOutput,
  setupOutput,
} from './operations/agents.ts';
export { taskOutput } from './operations/common.ts';
export { housekeepingOutput, pageOutput, statusOutput as teamStatusOutput } from './operations/daily.ts';
export { readyOutput } from './operations/tasks.ts';
export { doctorOutput as teamDoctorOutput } from './operations/upkeep.ts';
export { teamOperations } from './operations.ts';
export { isOwnedBy, ownersOf, type QueuedTask, readyFor } from './owners.ts';
export { AGENT_QUEUE, NEEDS_APPROVAL, PROJECT_QUEUE, parseQueue, type QueueTask, type TaskState } from './queue/queue.ts';
export { requireTask, type TaskName } from './queue/queue-edit.ts';
export { settleTeamText } from './settle-text.ts';
export { nameKey as teamNameKey, slugOf as teamSlug } from './slug.ts';
export { TEAM_FOLDERS, teamFile } from './team-files.ts';
export { type AgentStatus, type TeamStatus, teamStatus } from './team-status.ts';
export { type TeamProblem, TeamStore } from './team-store.ts';
export type { UnsavedTexts } from './unsaved-texts.ts';
export { TeamWork } from './work.ts';
