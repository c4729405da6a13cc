import { isAnswerTo } from '../answers.ts';
import type { AgentActivity } from '../schemas/activity.ts';
import type { SwarmState } from '../state/state.ts';
import { ActivityLane } from './activity-lane.ts';
import type { ChangeDraft } from './change.ts';
import { ChangeRecorder } from './change-recorder.ts';
import type { EffectiveOperation } from './effects.ts';
import type { LogPosition } from './moment.ts';
import { findAuthor } from './record-changes.ts';

/** Changes that are decisions of their agent. */
const DECISIONS: ReadonlySet<ChangeDraft['kind']> = new Set(['proposed', 'voted', 'approved', 'answered']);

/** Derives the activity of a swarm's agents from the records of its log, in order. */
export class ActivityLanes {
  readonly #lanes = new Map<string, ActivityLane>();
  readonly #recorder = new ChangeRecorder((change, { time }) => this.#take(change, time));
  #allowedMs: number | null = null;

  /** Starts from a state: what goes on then began at `place`, or before. */
  begin(state: SwarmState, place: LogPosition): void {
    const { swarm, locks } = state;
    this.#allowedMs = swarm.vanishAfterMs;
    for (const { id, assignedTasks } of swarm.toManifest([], place.time)?.agents ?? []) {
      const lane = this.#lane(id, place.time);
      for (const task of assignedTasks) {
        const since = swarm.begunAt(task);
        if (since !== null) lane.begin(task, since);
      }
    }
    for (const { id, agentId, paths, until } of locks.queue()) {
      this.#lanes.get(agentId)?.wait(id, { from: place.time, path: paths[0] ?? '', until });
    }
    this.#recorder.begin(state, place);
  }

  /** Takes a record of the log itself. */
  pass(state: SwarmState, place: LogPosition): void {
    this.#recorder.pass(state, place);
  }

  take(state: SwarmState, { operation, place, effect }: EffectiveOperation): void {
    const { time } = place;
    this.#allowedMs = state.swarm.vanishAfterMs;
    const author = findAuthor(operation);
    if (author !== null) this.#lanes.get(author)?.seen(time, this.#allowedMs);
    for (const event of effect.lockEvents) {
      if (event.event === 'queued') {
        const { id, agentId, paths, until } = event.request;
        this.#lanes.get(agentId)?.wait(id, { from: time, path: paths[0] ?? '', until });
      } else if (event.event === 'left') this.#lanes.get(event.request.agentId)?.endWait(event.request.id, time);
    }
    this.#recorder.record(state, operation, effect, place);
    const { answer } = effect;
    if (operation.op === 'swarm.usage' && isAnswerTo(answer, operation.op) && answer.result.status === 'ok') {
      this.#lanes.get(operation.agent)?.spend({ at: time, costUsd: operation.costUsd });
    }
  }

  /** Returns the activity as of `now`, in the order in which the agents joined. */
  at({ swarm }: SwarmState, now: number): readonly AgentActivity[] {
    if (swarm.isFinished) for (const lane of this.#lanes.values()) lane.close(this.#recorder.last.time, this.#allowedMs);
    return [...this.#lanes.values()].map((lane) => lane.at(now));
  }

  #take(change: ChangeDraft, time: number): void {
    const { kind, agent, subject } = change;
    if (kind === 'joined') this.#lane(subject, time);
    else if (kind === 'left') this.#lanes.get(subject)?.close(time, this.#allowedMs);
    else if (kind === 'task') this.#takeTask(change, time);
    else if (kind === 'submitted' && agent !== null) this.#lanes.get(agent)?.end(subject, time, 'submitted');
    else if (kind === 'lock-broken' && change.holder !== undefined)
      this.#lanes.get(change.holder)?.mark({ kind: 'lock-broken', at: time, subject });
    else if (agent !== null && DECISIONS.has(kind)) this.#lanes.get(agent)?.mark({ kind: 'decision', at: time, subject });
  }

  #takeTask({ subject, from, to }: ChangeDraft, time: number): void {
    if (from === undefined || to === undefined) return;
    const isActive = to.status === 'active';
    const end = to.status === 'done' || to.status === 'failed' ? to.status : 'released';
    for (const agent of from.agents) {
      if (isActive && to.agents.includes(agent)) continue;
      const lane = this.#lane(agent, time);
      // An agent that loses its task while it is silent was silent until then.
      lane.seen(time, this.#allowedMs);
      lane.end(subject, time, end);
    }
    if (isActive) for (const agent of to.agents) this.#lane(agent, time).begin(subject, time);
  }

  #lane(agent: string, at: number): ActivityLane {
    const known = this.#lanes.get(agent);
    if (known !== undefined) return known;
    const lane = new ActivityLane(agent, at);
    this.#lanes.set(agent, lane);
    return lane;
  }
}
