/**
 * A period of an agent. `task`: it has the task. `wait`: it waits for a lock on the path. `silence`: it has a task, and has no record
 * in the log for longer than the swarm allows; only silences that ended. Times are milliseconds since 1970 UTC.
 */
export interface ActivitySpan {
  readonly kind: 'task' | 'wait' | 'silence';
  readonly from: number;
  /** `null`: it goes on. */
  readonly to: number | null;
  /** The task, or the first path of the wait; for silence, the task. */
  readonly subject: string;
  /** How a task ended for the agent; `null` for other spans, and while it goes on. */
  readonly end: 'done' | 'failed' | 'submitted' | 'released' | null;
}

/** Something that an agent did at one moment. */
export interface ActivityMark {
  readonly kind: 'decision' | 'failure' | 'lock-broken';
  readonly at: number;
  /** The task, proposal or path. */
  readonly subject: string;
}

/** Reported cost. */
export interface ActivityCost {
  readonly at: number;
  /** US dollars. */
  readonly costUsd: number;
}

/** What an agent has done since it joined the swarm; each list in order of time. */
export interface AgentActivity {
  readonly agent: string;
  readonly spans: readonly ActivitySpan[];
  readonly marks: readonly ActivityMark[];
  readonly costs: readonly ActivityCost[];
}
