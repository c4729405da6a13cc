/** What the host and the Swarm dashboard say to each other. Times are milliseconds since 1970 UTC, money is US dollars. */
import * as z from 'zod';
import { type EmptyState, type Names, openProblem, type Page, range, type SnapshotBase, text } from '../protocol.ts';
import type { BurnDownState, HistoryState } from './past-protocol.ts';

/** More than a person can fold; fewer than would keep the host from its work. */
const MOST_FOLDED = 100_000;

/** What the page has in view: the host sends these rows and no others. The page is not trusted: it draws what agents wrote. */
export const viewSchema = z.object({
  decisions: range,
  tasks: range,
  agents: range,
  locks: range,
  /** Ids of the parents whose children are hidden. */
  folded: z.array(text).max(MOST_FOLDED).readonly(),
  burnDown: z.boolean(),
  /** Whether the graph of the tasks is shown. */
  graph: z.boolean(),
  /** The moment of the history that is shown, and now if that is `null`; `null`: the history is not shown. */
  history: z.object({ at: z.int().nonnegative().nullable() }).nullable(),
});
export type View = z.infer<typeof viewSchema>;

/** What a person wants done; the host asks for what is missing. */
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

export type TaskStatus = 'pending' | 'active' | 'done' | 'failed' | 'skipped';
/** `left`: it was retired, or has gone on its own. */
export type AgentStatus = 'idle' | 'working' | 'blocked' | 'done' | 'failed' | 'left';

/** `deciding`: the tasks have ended, and what came of them is not merged yet. `aborted`: it was aborted. */
export type SwarmPhase = 'running' | 'paused' | 'deciding' | 'ended' | 'aborted';

/** A row of the task tree, as it is unfolded now. Texts of every row are cut to 2,000 characters. */
export interface TaskRow {
  readonly id: string;
  readonly description: string;
  readonly status: TaskStatus;
  /** The agent that has it. */
  readonly assignedTo: string | null;
  /** Lower is more urgent. */
  readonly priority: number;
  readonly estimatedTokens: number;
  readonly actualTokens: number | null;
  /** 0 for the root. */
  readonly depth: number;
  /** Its place among its siblings, from 1, and how many they are. */
  readonly position: number;
  readonly siblings: number;
  /** `null` for a leaf. */
  readonly unfolded: boolean | null;
  /** Leaves below it, and how many of them have ended well; `null` for a leaf. */
  readonly progress: { readonly done: number; readonly total: number } | null;
  /** The tasks that it waits for and that are not done. */
  readonly waitsFor: Names;
  /** What it gave, why it failed or was skipped, or how far it is decided, as one line of text. */
  readonly note: string | null;
  /** What its menu depends on, as in the trees of the side bar. */
  readonly context: string;
}

export interface AgentRow {
  readonly id: string;
  readonly role: string;
  readonly status: AgentStatus;
  /** What it works on now. */
  readonly task: { readonly id: string; readonly description: string } | null;
  readonly locks: number;
  readonly tokens: number;
  readonly costUsd: number;
  /** Its last sign of life; `null` where only the file is known. */
  readonly lastActivity: number | null;
  /** From when on it counts as unresponsive, unless it sends a heartbeat; `null` where nobody waits for it. */
  readonly unresponsiveFrom: number | null;
  /** What its menu depends on, as in the trees of the side bar. */
  readonly context: string;
}

/** Something that the swarm, its coordinator or a person has to decide. */
export interface DecisionRow {
  readonly id: string;
  readonly kind: 'proposal' | 'question' | 'merge';
  /** What it is about: an approach, a file, or what the task is. */
  readonly about: string;
  readonly task: string;
  readonly waitsFor: 'answers' | 'votes' | 'coordinator' | 'person';
  /** It waits for the person who looks at it. */
  readonly isUrgent: boolean;
  /** What can be chosen. */
  readonly options: Names;
  /** The first options with their voices, how many may vote, and how many must agree; `null` where nobody votes. */
  readonly vote: { readonly voices: readonly Voices[]; readonly entitled: number; readonly needed: number } | null;
  /** What its menu depends on, as in the trees of the side bar. */
  readonly context: string;
}

export interface Voices {
  readonly choice: string;
  readonly count: number;
}

export interface LockRow {
  readonly path: string;
  /** The path as a person knows it: without what escapes the letters of patterns. */
  readonly name: string;
  readonly agentId: string;
  readonly type: 'exclusive' | 'shared';
  readonly acquiredAt: number;
  readonly expiresAt: number;
  readonly reason: string;
  /** Who waits for it, first come first. */
  readonly waiting: Names;
  /** What its menu depends on, as in the trees of the side bar. */
  readonly context: string;
}

export interface BudgetRow {
  readonly limit: 'agents' | 'tokens' | 'cost' | 'duration';
  readonly spent: number;
  readonly max: number;
  /** It is the time since then, and goes on by itself; `null` for what stands still until the next snapshot. */
  readonly since: number | null;
}

export interface SwarmSummary {
  readonly id: string;
  /** Its id where another program has left it empty. */
  readonly task: string;
  readonly strategy: string;
  /** May be empty, too. */
  readonly coordinator: string;
  readonly created: number;
  readonly status: TaskStatus;
  readonly phase: SwarmPhase;
  /** Who has paused it, why and since when. */
  readonly pause: { readonly by: string; readonly reason: string; readonly at: number } | null;
  /** How results become one, in words. */
  readonly policy: string;
  readonly counts: Readonly<Record<TaskStatus, number>>;
  /** Whole percents of the leaves that are done. */
  readonly percent: number;
}

/** A task of the graph, or several that are folded into one. */
export interface GraphTask {
  readonly id: string;
  /** Of what is folded, the one below which it stands, or the first of them. */
  readonly description: string;
  readonly status: TaskStatus;
  /** How many tasks that are not divided are in it, and how many of them have ended well. */
  readonly leaves: number;
  readonly done: number;
  /** Whether it stands for siblings of which `description` is the first. */
  readonly isRest: boolean;
  /** Counted from 0; what comes later stands in a later column. */
  readonly column: number;
  readonly row: number;
  readonly isCritical: boolean;
  /** Its rows in the task tree, as it is unfolded: the first, and behind the last. Where it is hidden there, that of what it is below. */
  readonly rows: { readonly from: number; readonly to: number };
}

/** What must come before what. */
export interface TaskGraphState {
  readonly tasks: readonly GraphTask[];
  /** Indexes of tasks. */
  readonly edges: readonly { readonly from: number; readonly to: number; readonly isCritical: boolean }[];
  readonly columns: number;
  readonly rows: number;
  /** The longest chain by what its tasks are estimated at. */
  readonly critical: { readonly tasks: number; readonly tokens: number };
}

/** What the dashboard shows of a project. */
export interface SwarmSnapshot extends SnapshotBase {
  /** The name of the project's folder. */
  readonly project: string;
  /** `null`: there are only locks, or nothing yet. */
  readonly swarm: SwarmSummary | null;
  /** Neither the swarm nor the locks can be read, as the problems say: there may be some. */
  readonly isUnread: boolean;
  readonly decisions: Page<DecisionRow>;
  readonly tasks: Page<TaskRow>;
  /** `null`: nobody asked for it, or there is no swarm. */
  readonly taskGraph: TaskGraphState | null;
  readonly agents: Page<AgentRow>;
  readonly locks: Page<LockRow>;
  readonly budget: readonly BudgetRow[];
  /** `null`: nobody asked for it, or there is no swarm. */
  readonly burnDown: BurnDownState | null;
  /** `null`: nobody asked for it. */
  readonly history: HistoryState | null;
}

/** `no-project`: the folder has no `.cortex`, or it cannot be found out. `no-folder`: no folder is open. */
export type DashboardState =
  | { readonly kind: 'no-folder' }
  | ({ readonly kind: 'no-project'; readonly folder: string } & EmptyState)
  | { readonly kind: 'swarm'; readonly snapshot: SwarmSnapshot };
