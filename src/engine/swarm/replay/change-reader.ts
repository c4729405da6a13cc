import type { CoreState } from '../../log/core-state.ts';
import type { ReplayStart } from '../../log/history.ts';
import type { RecordPosition } from '../../log/record-place.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { SwarmState } from '../state/state.ts';
import { ChangePage, type ChangeQuery } from './change-page.ts';
import { ChangeRecorder } from './change-recorder.ts';
import { type EffectiveOperation, replayEffects } from './effects.ts';
import { crossedRangeError, isAtOrBefore, type LogPosition } from './moment.ts';
import { BEGINNING, requirePastMoment } from './past.ts';

/** Replays a swarm's log once and collects its changes. */
export class ChangeReader {
  readonly page: ChangePage;
  /** The earliest moment that was seen; ordinal 0 before the first record. */
  first: LogPosition = BEGINNING;
  #recorder: ChangeRecorder;
  #state: SwarmState | null = null;
  /** True if the log has a record after `to`. */
  #isCut = false;

  constructor(
    private readonly runtime: Runtime,
    private readonly query: ChangeQuery,
  ) {
    this.page = new ChangePage(query);
    this.#recorder = this.#newRecorder();
  }

  #newRecorder(): ChangeRecorder {
    return new ChangeRecorder((change, place) => this.page.add(change, place));
  }

  /**
   * Replays the log from `beginning`.
   * @returns what was skipped; `null` if the log has nothing that early
   * @throws CortexError `not-found` when `from` or `to` has not come yet, `invalid-input` when `from` is later than `to`; or when the log
   * cannot be read
   */
  read(directory: string, beginning: ReplayStart): readonly string[] | null {
    const problems = replayEffects(this.runtime, directory, beginning, {
      begin: () => this.#begin(),
      wants: (place) => this.#wants(place),
      visit: (state, core, applied) => this.#visit(state, core, applied),
    });
    if (problems !== null) this.#end();
    return problems;
  }

  #begin(): void {
    this.page.clear();
    this.first = BEGINNING;
    this.#state = null;
    this.#isCut = false;
    this.#recorder = this.#newRecorder();
  }

  #wants(place: RecordPosition): boolean {
    const { to } = this.query;
    this.#isCut = to !== null && !isAtOrBefore(to, place);
    this.#requireOrder(place);
    return !this.#isCut && !this.page.isFull;
  }

  /** An ordinal and a time can only be compared at a record. A record after `to` must not still be part of `from`. */
  #requireOrder(place: LogPosition): void {
    const { from, to } = this.query;
    if (from !== null && to !== null && !isAtOrBefore(to, place) && isAtOrBefore(from, place)) throw crossedRangeError(from, to);
  }

  #visit(state: SwarmState, { ordinal, time }: CoreState, applied: EffectiveOperation | null): void {
    const place = { ordinal, time };
    if (this.first.ordinal === 0) this.first = place;
    if (applied === null) this.#requireOrder(place);
    this.page.pass(place);
    if (this.#state === null) this.#recorder.begin(state, place);
    else if (applied === null) this.#recorder.pass(state, place);
    else this.#recorder.record(state, applied.operation, applied.effect, applied.place);
    this.#state = state;
  }

  /** Adds the locks and waits that expired since the last record. */
  #end(): void {
    const { from, to } = this.query;
    if (this.#state === null || this.page.isFull) return;
    const { last } = this.#recorder;
    const now = this.runtime.clock.now();
    if (!this.#isCut) for (const moment of [from, to]) if (moment !== null) requirePastMoment(moment, last, now);
    if (to === null) this.#recorder.end(this.#state, Math.max(now, last.time));
    else if ('time' in to) this.#recorder.end(this.#state, to.time);
  }
}
