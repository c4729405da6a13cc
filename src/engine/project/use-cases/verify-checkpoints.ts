import { copyJson } from '../../crtx/json-copy.ts';
import { differingPath, jsonEqual } from '../../crtx/json-equal.ts';
import { listDirectory } from '../../files/folder-entries.ts';
import { CoreState } from '../../log/core-state.ts';
import { type ReplayStart, replay } from '../../log/history.ts';
import { checkpointedSegments } from '../../log/layout.ts';
import type { Loggable, LogMachine } from '../../log/machine.ts';
import { readCheckpoint } from '../../log/segments/checkpoint.ts';
import type { Runtime } from '../../platform/runtime.ts';

/** A checkpoint or the current state, with what is wrong with it. */
export interface OddState {
  /** Segment of the checkpoint; `null` for the current state. */
  readonly segment: string | null;
  /** Predicate without a subject, e.g. "is damaged". */
  readonly problem: string;
  /** Whether the state can be read but differs from the records. */
  readonly isOther: boolean;
}

/** A state to compare with the result of the records. */
interface Target {
  readonly segment: string | null;
  readonly ordinal: number;
  /** As JSON: the log's own state and the machine's. */
  readonly states: readonly unknown[];
}

/** Current state of a log, as a reader has it. */
interface PresentState<State> {
  readonly core: CoreState;
  readonly state: State;
}

/**
 * Replays a log from its oldest checkpoint, and compares the result with each later checkpoint and with the current state. After a
 * checkpoint that differs, replay continues from that checkpoint, so that each difference is reported once. Holds two states in memory at a
 * time.
 * @throws CortexError when the log cannot be read
 */
export class CheckpointVerification<Operation extends Loggable, State, Answer> {
  readonly #odd: OddState[] = [];
  #waiting: string[] = [];
  /** First state that differs from the records. */
  #other: Target | null = null;
  #target: Target | null = null;

  constructor(
    private readonly runtime: Runtime,
    private readonly directory: string,
    private readonly machine: LogMachine<Operation, State, Answer>,
    private readonly present: PresentState<State>,
  ) {}

  run(): readonly OddState[] {
    let named = checkpointedSegments(listDirectory(this.runtime.fs, this.directory)).reverse();
    let other = this.#runFrom('oldest', named);
    // The current state is the last target.
    while (other !== null && other.segment !== null) {
      const { segment, ordinal }: Target = other;
      // Whatever ordinal a checkpoint claims, it is not compared again.
      named = named.slice(named.indexOf(segment ?? '') + 1);
      other = this.#runFrom((place) => place.ordinal <= ordinal, named);
    }
    return this.#odd;
  }

  /** @returns the first state that differs from the records or that they do not reach; `null` when all agree */
  #runFrom(beginning: ReplayStart, named: readonly string[]): Target | null {
    let isFirst = true;
    this.#other = null;
    this.#target = null;
    replay(this.runtime, { directory: this.directory, machine: this.machine }, beginning, {
      begin: () => {
        isFirst = true;
        this.#waiting = [...named];
        this.#take();
      },
      visit: (state, core) => {
        // Skip the checkpoint where replay begins, and those before it.
        while (isFirst && this.#target?.segment != null && this.#isDue(core)) this.#take();
        isFirst = false;
        if (this.#isDue(core)) this.#compare({ core, state });
      },
      end: (state, core) => {
        if (this.#isDue(core)) this.#compare({ core, state });
      },
      wants: () => this.#target !== null,
    });
    return this.#other ?? this.#unreached();
  }

  /** Reports the target that the records did not reach, if any. */
  #unreached(): Target | null {
    if (this.#target === null) return null;
    this.#odd.push({ segment: this.#target.segment, problem: 'does not match the records, which end before it', isOther: true });
    return this.#target;
  }

  #isDue({ ordinal }: CoreState): boolean {
    return this.#target !== null && ordinal >= this.#target.ordinal;
  }

  /** Compares the result of the records with every target at this point. */
  #compare(found: PresentState<State>): void {
    const states = this.#statesOf(found);
    while (this.#other === null && this.#target !== null && this.#isDue(found.core)) {
      const target = this.#target;
      this.#take();
      if (jsonEqual(target.states, states)) continue;
      const [part, ...path] = differingPath(target.states, states);
      const place = [part === '0' ? 'log' : 'state', ...path].join('.');
      this.#odd.push({ segment: target.segment, problem: `does not match the records before it (${place})`, isOther: true });
      this.#other = target;
      this.#target = null;
    }
  }

  /** Advances to the next state that can be compared. */
  #take(): void {
    if (this.#target?.segment === null) {
      this.#target = null;
      return;
    }
    this.#target = null;
    for (let segment = this.#waiting.shift(); segment !== undefined; segment = this.#waiting.shift()) {
      this.#target = this.#checkpoint(segment);
      if (this.#target !== null) return;
    }
    const { core } = this.present;
    this.#target = { segment: null, ordinal: core.ordinal, states: this.#statesOf(this.present) };
  }

  #checkpoint(segment: string): Target | null {
    const value = readCheckpoint(this.runtime, this.directory, segment);
    if (typeof value !== 'object' || value === null || !('core' in value) || !('state' in value)) {
      return this.#unusable(segment, 'is damaged, or belongs to another segment');
    }
    try {
      const core = CoreState.restore(value.core);
      // Restored and captured again, which adds fields that an older version omitted.
      return { segment, ordinal: core.ordinal, states: this.#statesOf({ core, state: this.machine.restore(value.state) }) };
    } catch (error) {
      return this.#unusable(segment, `cannot be used (${error instanceof Error ? error.message : error})`);
    }
  }

  #unusable(segment: string, problem: string): null {
    const isReported = this.#odd.some((each) => each.segment === segment);
    // Checkpoints that no longer exist were swept.
    const isThere = checkpointedSegments(listDirectory(this.runtime.fs, this.directory)).includes(segment);
    if (isThere && !isReported) this.#odd.push({ segment, problem, isOther: false });
    return null;
  }

  #statesOf({ core, state }: PresentState<State>): readonly unknown[] {
    return copyJson([core.snapshot(), this.machine.snapshot(state)]);
  }
}
