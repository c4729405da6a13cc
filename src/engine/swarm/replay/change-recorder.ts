import type { RecordPosition } from '../../log/record-place.ts';
import type { Effect } from '../state/machine.ts';
import type { SwarmRecord } from '../state/records.ts';
import type { SwarmState } from '../state/state.ts';
import type { Task } from '../tasks/task.ts';
import type { ChangeDraft } from './change.ts';
import type { Cursor } from './cursor.ts';
import { listConsequences } from './event-changes.ts';
import { listExpiries, lockChanges, type TimedChange } from './lock-changes.ts';
import type { LogPosition } from './moment.ts';
import { findAuthor, listRecordChanges } from './record-changes.ts';
import { TaskWatch } from './task-changes.ts';

/** The position of a change: its record's ordinal, its index within that ordinal, its time, and whether time alone caused it. */
export interface ChangePlace extends LogPosition, Cursor {
  readonly isTimed: boolean;
}

/** Returns a function that names the author of a change to a task. */
function authors(record: SwarmRecord, { answer, events }: Effect): (task: Task) => string | null {
  const { op, result } = answer;
  const isDone = op.startsWith('swarm.') && result !== null && 'status' in result && result.status === 'ok';
  const author = isDone ? findAuthor(record) : null;
  const lost = new Set(events.flatMap((event) => (event.event === 'vanished' ? event.released : [])));
  // A parent only follows its children. Tasks lost by a vanished agent have no author, unless the record assigned them to another agent.
  return (task) => (!task.isLeaf || (lost.has(task.id) && task.holders.length === 0) ? null : author);
}

/** Derives changes from log records (docs/decisions/0009-replay.md). The cost of a record depends on what it touches. */
export class ChangeRecorder {
  readonly #tasks = new TaskWatch();
  #last: LogPosition = { ordinal: 0, time: 0 };
  #index = 0;

  constructor(private readonly found: (change: ChangeDraft, place: ChangePlace) => void) {}

  /** The last record that was seen. */
  get last(): LogPosition {
    return this.#last;
  }

  /** Starts from a state. */
  begin({ swarm }: SwarmState, place: LogPosition): void {
    this.#tasks.begin(swarm, swarm.takeUpdatedTasks());
    this.#move(place);
  }

  /** Handles a record without an operation, which belongs to the log itself. */
  pass(state: SwarmState, place: LogPosition): void {
    this.end(state, place.time);
    this.#move(place);
  }

  /** Handles an operation and its effect. */
  record({ swarm }: SwarmState, record: SwarmRecord, effect: Effect, place: RecordPosition): void {
    const { releasedLocks: released = [] } = effect.answer;
    const locks = lockChanges(effect.lockEvents, { record, id: place.id, time: place.time, released });
    // Expiries up to the previous record's time were reported there.
    this.#recordTimed(locks.before.filter(({ at }) => at > this.#last.time));
    this.#move(place);
    const tasks = this.#tasks.changes(swarm, effect.touched, authors(record, effect));
    const { before, after } = listConsequences(effect);
    this.#record([...before, ...listRecordChanges(record, effect.answer), ...locks.own, ...tasks, ...after], place.time, false);
  }

  /** Reports the expiries after the last record, up to a time in milliseconds since 1970 UTC. */
  end({ locks }: SwarmState, time: number): void {
    this.#recordTimed(listExpiries(locks, this.#last.time, time));
  }

  #move({ ordinal, time }: LogPosition): void {
    this.#last = { ordinal, time };
    this.#index = 0;
  }

  #recordTimed(changes: readonly TimedChange[]): void {
    for (const { at, change } of changes) this.#record([change], at, true);
  }

  #record(changes: readonly ChangeDraft[], time: number, isTimed: boolean): void {
    for (const change of changes) {
      const { ordinal } = this.#last;
      this.found(change, { ordinal, index: this.#index, time, isTimed });
      this.#index += 1;
    }
  }
}
