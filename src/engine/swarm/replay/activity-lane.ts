import type { ActivityCost, ActivityMark, ActivitySpan, AgentActivity } from '../schemas/activity.ts';

type End = NonNullable<ActivitySpan['end']>;

/** A wait that goes on, and when it times out. */
interface OpenWait {
  readonly from: number;
  readonly path: string;
  readonly until: number;
}

/** Collects the activity of one agent. Times are milliseconds since 1970 UTC; a time that goes back counts as no time passing. */
export class ActivityLane {
  readonly #ended: ActivitySpan[] = [];
  readonly #marks: ActivityMark[] = [];
  readonly #costs: ActivityCost[] = [];
  /** When each task began that the agent has. */
  readonly #tasks = new Map<string, number>();
  readonly #waits = new Map<string, OpenWait>();
  /** The end of the last period that is known not to be silent. */
  #seen: number;

  constructor(
    readonly agent: string,
    at: number,
  ) {
    this.#seen = at;
  }

  /** Records that the agent did something. @param allowedMs how long the agent may be silent; `null` if it is not monitored */
  seen(at: number, allowedMs: number | null): void {
    const [task] = this.#tasks.keys();
    if (task !== undefined && allowedMs !== null && at - this.#seen > allowedMs)
      this.#ended.push({ kind: 'silence', from: this.#seen, to: at, subject: task, end: null });
    this.#seen = Math.max(this.#seen, at);
  }

  begin(task: string, at: number): void {
    if (this.#tasks.size === 0) this.#seen = Math.max(this.#seen, at);
    if (!this.#tasks.has(task)) this.#tasks.set(task, at);
  }

  end(task: string, at: number, end: End): void {
    const from = this.#tasks.get(task);
    if (from === undefined) return;
    this.#tasks.delete(task);
    this.#ended.push({ kind: 'task', from, to: Math.max(from, at), subject: task, end });
    if (end === 'failed') this.mark({ kind: 'failure', at, subject: task });
  }

  wait(request: string, wait: OpenWait): void {
    this.#waits.set(request, wait);
  }

  endWait(request: string, at: number): void {
    const wait = this.#waits.get(request);
    if (wait === undefined) return;
    this.#waits.delete(request);
    const { from, path, until } = wait;
    this.#ended.push({ kind: 'wait', from, to: Math.max(from, Math.min(at, until)), subject: path, end: null });
  }

  mark(mark: ActivityMark): void {
    this.#marks.push(mark);
  }

  spend(cost: ActivityCost): void {
    if (cost.costUsd > 0) this.#costs.push(cost);
  }

  /** Ends everything that goes on, because the agent has left or the swarm has ended. */
  close(at: number, allowedMs: number | null): void {
    this.seen(at, allowedMs);
    for (const task of [...this.#tasks.keys()]) this.end(task, at, 'released');
    for (const request of [...this.#waits.keys()]) this.endWait(request, at);
  }

  /** Returns the activity as of `now`. A silence that goes on is not in it: the agent's last activity tells that. */
  at(now: number): AgentActivity {
    const open: ActivitySpan[] = [
      ...[...this.#tasks].map(([subject, from]): ActivitySpan => ({ kind: 'task', from, to: null, subject, end: null })),
      ...[...this.#waits.values()].map(({ from, path, until }): ActivitySpan => {
        return { kind: 'wait', from, to: until > now ? null : Math.max(from, until), subject: path, end: null };
      }),
    ];
    const spans = [...this.#ended, ...open].sort((one, other) => one.from - other.from);
    return { agent: this.agent, spans, marks: [...this.#marks], costs: [...this.#costs] };
  }
}
