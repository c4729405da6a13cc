/** What a swarm had spent and done by a time. Times are milliseconds since 1970 UTC. */
export interface BurnStep {
  readonly time: number;
  readonly tokens: number;
  /** US dollars. */
  readonly costUsd: number;
  /** Without pauses, in milliseconds. */
  readonly durationMs: number;
  /** Leaf tasks that are done. */
  readonly done: number;
}

/** When something is expected, and in which range, in milliseconds since 1970 UTC. */
export interface Expected {
  readonly at: number;
  readonly earliest: number;
  readonly latest: number;
}
