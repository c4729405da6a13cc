import type { Place } from '../../log/core-state.ts';
import type { Effect } from '../state/machine.ts';
import type { SwarmRecord } from '../state/records.ts';
import type { SwarmState } from '../state/state.ts';
import type { Task } from '../tasks/task.ts';
import type { ChangeDraft } from './change.ts';
import type { Cursor } from './cursor.ts';
import { followedChanges } from './event-changes.ts';
import { lockChanges, runningOut, type TimedChange } from './lock-changes.ts';
import type { LogPlace } from './moment.ts';
import { authorOf, recordChanges } from './record-changes.ts';
import { TaskWatch } from './task-changes.ts';

/** Where a change stands: its ordinal, its place among those of the same ordinal, its time, and whether time alone made it. */
export interface ChangePlace extends LogPlace, Cursor {
  readonly isTimed: boolean;
}

/** Who did something to each task that a record touched. */
function authors(record: SwarmRecord, { answer, events }: Effect): (task: Task) => string | null {
  const { op, result } = answer;
  const isDone = op.startsWith('swarm.') && result !== null && 'status' in result && result.status === 'ok';
  const author = isDone ? authorOf(record) : null;
  const lost = new Set(events.flatMap((event) => (event.event === 'vanished' ? event.released : [])));
  // A parent follows its children; and what somebody lost by being silent nobody took, unless the record gave it to another one.
  return (task) => (!task.isLeaf || (lost.has(task.id) && task.holders.length === 0) ? null : author);
}

/** Makes changes of what a log is seen to do, record by record (docs/decisions/0009-replay.md). Each costs what it touches. */
export class ChangeRecorder {
  readonly #tasks = new TaskWatch();
  #last: LogPlace = { ordinal: 0, time: 0 };
  #index = 0;

  constructor(private readonly found: (change: ChangeDraft, place: ChangePlace) => void) {}

  /** The last record that was seen. */
  get last(): LogPlace {
    return this.#last;
  }

  /** Begins at a state. */
  begin({ swarm }: SwarmState, place: LogPlace): void {
    this.#tasks.begin(swarm, swarm.takeTouched());
    this.#move(place);
  }

  /** Sees a record that is the log's own. */
  pass(state: SwarmState, place: LogPlace): void {
    this.end(state, place.time);
    this.#move(place);
  }

  /** Sees an operation and what it did. */
  see({ swarm }: SwarmState, record: SwarmRecord, effect: Effect, place: Place): void {
    const { releasedLocks: released = [] } = effect.answer;
    const locks = lockChanges(effect.lockEvents, { record, id: place.id, time: place.time, released });
    // What had run out by the record before was said there.
    this.#recordTimed(locks.before.filter(({ at }) => at > this.#last.time));
    this.#move(place);
    const tasks = this.#tasks.changes(swarm, effect.touched, authors(record, effect));
    const { before, after } = followedChanges(effect);
    this.#record([...before, ...recordChanges(record, effect.answer), ...locks.own, ...tasks, ...after], place.time, false);
  }

  /** Says what runs out behind the last record, up to a time in milliseconds. */
  end({ locks }: SwarmState, time: number): void {
    this.#recordTimed(runningOut(locks, this.#last.time, time));
  }

  #move({ ordinal, time }: LogPlace): void {
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
