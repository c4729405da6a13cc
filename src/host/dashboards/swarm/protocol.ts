/** Message types of the Swarm dashboard. Times are milliseconds since 1970 UTC, costs are US dollars. */
import * as z from 'zod';
import type { SwarmAgent, SwarmLock, TaskNode } from '../../../engine/crtx/schema/swarm.ts';
import type { OutlookWords } from '../../../engine/swarm/schemas/outlook.ts';
import { type EmptyState, type Names, openProblem, type Page, range, type SnapshotBase, text } from '../protocol.ts';
import type { SwarmDetail } from './detail-protocol.ts';
import type { ActivityState, AgentStrip, BurnDownState, HistoryState } from './past-protocol.ts';

/** Maximum number of folded tasks. More than a user can fold, and few enough not to block the host. */
const MAX_FOLDED = 100_000;

/** What the page has in view. The host sends only these rows. The page is untrusted: it renders text that agents wrote. */
export const viewSchema = z.object({
  decisions: range,
  tasks: range,
  agents: range,
  locks: range,
  /** Ids of the parents whose children are hidden. */
  folded: z.array(text).max(MAX_FOLDED).readonly(),
  burnDown: z.boolean(),
  /** Order of the agents: those that need attention first, or by the largest value of a column. */
  agentsBy: z.enum(['attention', 'tokens', 'cost']),
  /** The time that the agents' strips show: the last hour, the last six hours, or all. */
  activity: z.enum(['hour', 'six-hours', 'all']),
  /** Whether the task graph is shown. */
  graph: z.boolean(),
  /** The selected task or agent. */
  detail: z.object({ kind: z.enum(['task', 'agent']), id: text }).nullable(),
  /** `at`: the past time to show, or `null` for the present. `null`: the history is hidden. */
  history: z.object({ at: z.int().nonnegative().nullable() }).nullable(),
});
export type View = z.infer<typeof viewSchema>;

/** Requests of the user. The host asks for missing values. */
export const stepSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['init', 'create-swarm', 'pause', 'resume', 'abort', 'recruit']) }),
  z.object({ kind: z.literal('retire'), agent: text }),
  z.object({ kind: z.enum(['assign', 'retry', 'show-task']), task: text }),
  /** `choice`: an option; `null`: the host asks for it. */
  z.object({ kind: z.literal('vote'), decision: text, choice: text.nullable() }),
  z.object({ kind: z.literal('pick'), decision: text }),
  z.object({ kind: z.literal('approve'), decision: text, refuse: z.boolean() }),
  z.object({ kind: z.enum(['break-lock', 'open-file']), path: text }),
  openProblem,
]);
export type Step = z.infer<typeof stepSchema>;

export type TaskStatus = TaskNode['status'];
/** `left`: it was retired, or left by itself. */
export type AgentStatus = SwarmAgent['status'] | 'left';

/** `deciding`: all tasks have ended, and their results are not merged yet. `aborted`: the swarm was aborted. */
export type SwarmPhase = 'running' | 'paused' | 'deciding' | 'ended' | 'aborted';

/** A row of the task tree in its current folding. Texts of every row are limited to 2,000 characters. */
export interface TaskRow extends Pick<TaskNode, 'id' | 'description' | 'status' | 'priority' | 'estimatedTokens'> {
  /** Id of the agent that it is assigned to. */
  readonly assignedTo: string | null;
  readonly actualTokens: number | null;
  /** 0 for the root. */
  readonly depth: number;
  /** Position among its siblings, from 1, and their number. */
  readonly position: number;
  readonly siblings: number;
  /** `null` for a leaf. */
  readonly unfolded: boolean | null;
  /** Number of leaf tasks below it, and of those that are done; `null` for a leaf. */
  readonly progress: { readonly done: number; readonly total: number } | null;
  /** Unfinished tasks that it depends on. */
  readonly waitsFor: Names;
  /** Its output, why it failed or was skipped, or the state of its decision, as one line. */
  readonly note: string | null;
  /** Context for `when` clauses of its menu, as in the sidebar trees. */
  readonly context: string;
}

export interface AgentRow extends Pick<SwarmAgent, 'id' | 'role'> {
  readonly status: AgentStatus;
  /** Task that it works on. */
  readonly task: { readonly id: string; readonly description: string } | null;
  /** The lock that it waits for, since when, and the agent that holds it; `null` for no holder if the lock is free by now. */
  readonly waits: { readonly path: string; readonly holder: string | null; readonly since: number } | null;
  /** What it did; `null` if that is unknown. */
  readonly strip: AgentStrip | null;
  readonly locks: number;
  readonly tokens: number;
  readonly costUsd: number;
  /** Time of its last activity, such as a heartbeat; `null` if only the `.crtx` file is available. */
  readonly lastActivity: number | null;
  /** Time from which it counts as unresponsive, unless it sends a heartbeat; `null` if it is not monitored. */
  readonly unresponsiveFrom: number | null;
  /** Context for `when` clauses of its menu, as in the sidebar trees. */
  readonly context: string;
}

/** An open decision of the swarm, its coordinator or a person. */
export interface DecisionRow {
  readonly id: string;
  readonly kind: 'proposal' | 'question' | 'merge';
  /** Subject of the decision: an approach, a file, or the description of the task. */
  readonly about: string;
  readonly task: string;
  readonly waitsFor: 'answers' | 'votes' | 'coordinator' | 'person';
  /** Whether it waits for the user of this editor. */
  readonly isUrgent: boolean;
  /** Options to choose from. */
  readonly options: Names;
  /** Votes for the first options, number of voters, and number of votes needed; `null` if there is no vote. */
  readonly vote: { readonly voices: readonly Voices[]; readonly entitled: number; readonly needed: number } | null;
  /** Context for `when` clauses of its menu, as in the sidebar trees. */
  readonly context: string;
}

export interface Voices {
  readonly choice: string;
  readonly count: number;
}

export interface LockRow extends SwarmLock {
  /** Path as shown to people, without the escaping of pattern characters. */
  readonly name: string;
  /** Agents that wait for it, in order of arrival. */
  readonly waiting: Names;
  /** Context for `when` clauses of its menu, as in the sidebar trees. */
  readonly context: string;
}

export interface BudgetRow {
  readonly limit: 'agents' | 'tokens' | 'cost' | 'duration';
  readonly spent: number;
  readonly max: number;
  /** Start time, if the value is the time elapsed since then and the page advances it; `null` for all other values. */
  readonly since: number | null;
}

export interface SwarmSummary {
  readonly id: string;
  /** Description of its root task, or its id if another program left that empty. */
  readonly task: string;
  readonly strategy: string;
  /** May be empty. */
  readonly coordinator: string;
  readonly created: number;
  readonly status: TaskStatus;
  readonly phase: SwarmPhase;
  /** Who paused it, why, and when. */
  readonly pause: { readonly by: string; readonly reason: string; readonly at: number } | null;
  /** Whether the budget lasts, in words around a time; `null` if that is unknown. `isEarly`: it ends before the tasks do. */
  readonly outlook: (OutlookWords & { readonly isEarly: boolean }) | null;
  /** Description of how results are merged. */
  readonly policy: string;
  readonly counts: Readonly<Record<TaskStatus, number>>;
  /** Percentage of leaf tasks that are done, rounded down. */
  readonly percent: number;
}

/** A task of the graph, or several that are folded into one. */
export interface GraphTask {
  readonly id: string;
  /** For folded tasks, the description of their parent, or of the first of them. */
  readonly description: string;
  readonly status: TaskStatus;
  /** Number of leaf tasks in it, and of those that are done. */
  readonly leaves: number;
  readonly done: number;
  /** Whether it stands for several siblings. `description` is that of the first one. */
  readonly isRest: boolean;
  /** Counted from 0. Later tasks are in later columns. */
  readonly column: number;
  readonly row: number;
  readonly isCritical: boolean;
  /** Range of its rows in the task tree in its current folding, `to` exclusive. If it is hidden there, the row of its visible ancestor. */
  readonly rows: { readonly from: number; readonly to: number };
}

/** Dependencies between tasks, in a layout. */
export interface TaskGraphState {
  readonly tasks: readonly GraphTask[];
  /** Indexes in `tasks`. */
  readonly edges: readonly { readonly from: number; readonly to: number; readonly isCritical: boolean }[];
  readonly columns: number;
  readonly rows: number;
  /** The critical path: the chain with the largest sum of estimates. */
  readonly critical: { readonly tasks: number; readonly tokens: number };
}

/** State of the dashboard for a project. */
export interface SwarmSnapshot extends SnapshotBase {
  /** Name of the project's folder. */
  readonly project: string;
  /** `null`: there is no swarm, although there may be locks. */
  readonly swarm: SwarmSummary | null;
  /** Whether the swarm and the locks cannot be read; see `problems`. */
  readonly isUnread: boolean;
  readonly decisions: Page<DecisionRow>;
  readonly tasks: Page<TaskRow>;
  /** `null`: it was not requested, or there is no swarm. */
  readonly taskGraph: TaskGraphState | null;
  /** In the requested order. */
  readonly agents: Page<AgentRow>;
  /** `null`: there is no swarm. */
  readonly activity: ActivityState | null;
  /** `null`: nothing is selected, or it does not exist any more. */
  readonly detail: SwarmDetail | null;
  readonly locks: Page<LockRow>;
  readonly budget: readonly BudgetRow[];
  /** `null`: it was not requested, or there is no swarm. */
  readonly burnDown: BurnDownState | null;
  /** `null`: it was not requested. */
  readonly history: HistoryState | null;
}

/** `no-project`: the folder has no `.cortex` folder, or it cannot be read. `no-folder`: no folder is open. */
export type DashboardState =
  | { readonly kind: 'no-folder' }
  | ({ readonly kind: 'no-project'; readonly folder: string } & EmptyState)
  | { readonly kind: 'swarm'; readonly snapshot: SwarmSnapshot };
