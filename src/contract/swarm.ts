/** What the host and the Swarm dashboard say to each other. Times are milliseconds since 1970 UTC, money is US dollars. */

import type { Names, Page, ProblemRow, Range } from './page.ts';

export type TaskStatus = 'pending' | 'active' | 'done' | 'failed' | 'skipped';
/** `left`: it was retired, or has gone on its own. */
export type AgentStatus = 'idle' | 'working' | 'blocked' | 'done' | 'failed' | 'left';

/** `deciding`: the tasks have ended, and what came of them is not merged yet. `aborted`: it was ended before its end. */
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
  /** From when on it counts as vanished, if it gives no sign; `null` where nobody misses it. */
  readonly silentFrom: number | null;
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
  readonly task: string;
  readonly strategy: string;
  readonly coordinator: string;
  readonly created: number;
  readonly status: TaskStatus;
  readonly phase: SwarmPhase;
  /** Who has paused it, why and since when. */
  readonly pause: { readonly by: string; readonly reason: string; readonly at: number } | null;
  /** How results become one, in words. */
  readonly policy: string;
  readonly counts: Readonly<Record<TaskStatus, number>>;
  /** Whole percents of the leaves that are done or skipped. */
  readonly percent: number;
}

/** What was spent and done by a time. */
export interface BurnStep {
  readonly time: number;
  readonly tokens: number;
  readonly costUsd: number;
  /** Without pauses. */
  readonly durationMs: number;
  readonly done: number;
}

/** When something is likely to come about, and between which times. */
export interface Expected {
  readonly at: number;
  readonly earliest: number;
  readonly latest: number;
}

/** What a swarm has spent in equal parts of its life. `reading`: nothing is known yet. `none`: why nothing can be known. */
export type BurnDownState =
  | { readonly kind: 'reading' }
  | { readonly kind: 'none'; readonly why: string }
  | {
      readonly kind: 'burnt';
      /** The beginning, and the end of each part. */
      readonly steps: readonly BurnStep[];
      readonly limits: { readonly tokens: number; readonly cost: number; readonly duration: number };
      /** Leaves that are to be done yet. */
      readonly left: number;
      /** `null` where nothing can be told; in it for what cannot. */
      readonly forecast: Readonly<Record<'done' | 'tokens' | 'cost' | 'duration', Expected | null>> | null;
      /** What is missing of it, and why it could not be read again. */
      readonly problems: readonly string[];
    };

/** Something that changed. */
export interface ChangeRow {
  readonly id: string;
  readonly time: number;
  readonly kind: string;
  readonly who: string | null;
  /** The task, path, agent, proposal or limit. */
  readonly subject: string;
  /** In words; may be empty. */
  readonly what: string;
}

/** The moment that is shown instead of now. */
export interface PastMoment {
  readonly at: number;
  /** What changed next, the first of it first. */
  readonly changes: readonly ChangeRow[];
  /** Whether more than that has changed since. */
  readonly hasMore: boolean;
  readonly problems: readonly string[];
}

/** The history of a swarm. `reading`: nothing is known yet. `none`: why nothing can be known. */
export type HistoryState =
  | { readonly kind: 'reading' }
  | { readonly kind: 'none'; readonly why: string }
  | {
      readonly kind: 'known';
      /** The first and the last record. */
      readonly from: number;
      readonly to: number;
      /** `null`: now is shown. */
      readonly past: PastMoment | null;
      /** Why the moment that was asked for cannot be shown. */
      readonly problem: string | null;
      /** Whether another moment than the one that is shown is read. */
      readonly isReading: boolean;
      /** The host's clock. */
      readonly now: number;
    };

/** What the dashboard shows of a project. */
export interface SwarmSnapshot {
  /** The name of the project's folder. */
  readonly project: string;
  /** `null`: there are only locks, or nothing yet. */
  readonly swarm: SwarmSummary | null;
  readonly decisions: Page<DecisionRow>;
  readonly tasks: Page<TaskRow>;
  readonly agents: Page<AgentRow>;
  readonly locks: Page<LockRow>;
  readonly budget: readonly BudgetRow[];
  /** `null`: nobody asked for it, or there is no swarm. */
  readonly burnDown: BurnDownState | null;
  /** `null`: nobody asked for it. */
  readonly history: HistoryState | null;
  readonly problems: readonly ProblemRow[];
  /** The host's clock when this was made, or the moment that is shown: what is left of a lock is counted from it. */
  readonly now: number;
  /** Why nothing can be changed: an untrusted workspace, a folder without permission. `null` where it can. */
  readonly readOnly: string | null;
}

/** `no-project`: the folder has no `.cortex`, or it cannot be found out. `no-folder`: no folder is open. */
export type DashboardState =
  | { readonly kind: 'no-folder' }
  | { readonly kind: 'no-project'; readonly folder: string; readonly readOnly: string | null; readonly problems: readonly ProblemRow[] }
  | { readonly kind: 'swarm'; readonly snapshot: SwarmSnapshot };

/** What the dashboard has in view: the host sends these rows and no others. */
export interface View {
  readonly decisions: Range;
  readonly tasks: Range;
  readonly agents: Range;
  readonly locks: Range;
  /** Ids of the parents whose children are hidden. */
  readonly folded: readonly string[];
  /** Whether the burn-down is shown. */
  readonly burnDown: boolean;
  /** The moment of the history that is shown, and now if that is `null`; `null`: the history is not shown. */
  readonly history: { readonly at: number | null } | null;
}

/** A step that a person takes in the dashboard; the host asks for what is missing. */
export type Step =
  | { readonly kind: 'init' }
  | { readonly kind: 'create-swarm' }
  | { readonly kind: 'pause' }
  | { readonly kind: 'resume' }
  | { readonly kind: 'abort' }
  | { readonly kind: 'recruit' }
  | { readonly kind: 'retire'; readonly agent: string }
  | { readonly kind: 'assign'; readonly task: string }
  | { readonly kind: 'retry'; readonly task: string }
  | { readonly kind: 'show-task'; readonly task: string }
  /** `choice`: an option; `null`: the host asks for it. */
  | { readonly kind: 'vote'; readonly decision: string; readonly choice: string | null }
  | { readonly kind: 'pick'; readonly decision: string }
  | { readonly kind: 'approve'; readonly decision: string; readonly refuse: boolean }
  | { readonly kind: 'break-lock'; readonly path: string }
  | { readonly kind: 'open-file'; readonly path: string }
  | { readonly kind: 'open-problem'; readonly file: string; readonly line: number; readonly column: number };
