/** Message types for the selected task or agent of the Swarm dashboard. Times are milliseconds since 1970 UTC, costs are US dollars. */
import type { TaskNode } from '../../../engine/crtx/schema/swarm.ts';

/** Something that the details name. */
export interface DetailLink {
  readonly kind: 'task' | 'agent' | 'lock' | 'swarm' | 'decision';
  readonly name: string;
  /** State or description; may be empty. */
  readonly says: string;
  /** Its row in its list in the current folding; `null` if it has none. */
  readonly row: number | null;
  /** Path of the lock, for requests; `null` for anything else, and for a lock that no longer exists. */
  readonly path: string | null;
}

/** First items of a list that may be long, and the `total` count. */
export interface DetailLinks {
  readonly first: readonly DetailLink[];
  readonly total: number;
}

export interface TaskDetail {
  readonly kind: 'task';
  readonly id: string;
  readonly description: string;
  readonly status: TaskNode['status'];
  /** The agent that has it; `null` for none. */
  readonly agent: DetailLink | null;
  /** The path from the task to what blocks it, the cause last. Empty when nothing does. */
  readonly waits: readonly DetailLink[];
  /** Command that removes the cause; `null` if there is none. */
  readonly next: string | null;
  readonly parts: DetailLinks;
  readonly dependencies: DetailLinks;
  readonly dependents: DetailLinks;
  readonly locks: DetailLinks;
  readonly estimatedTokens: number;
  readonly actualTokens: number | null;
  /** Its result, as submitted; `null` without one. */
  readonly output: string | null;
}

export interface AgentDetail {
  readonly kind: 'agent';
  readonly id: string;
  readonly role: string;
  /** What it is doing, or why it is stuck. */
  readonly state: string;
  readonly tasks: DetailLinks;
  readonly locks: DetailLinks;
  readonly awaits: DetailLink | null;
  readonly tokens: number;
  readonly costUsd: number;
  readonly lastActivity: number | null;
}

export type SwarmDetail = TaskDetail | AgentDetail;
