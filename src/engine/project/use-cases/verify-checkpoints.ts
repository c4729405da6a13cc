import { copyOf } from '../../crtx/json-copy.ts';
import { differingPath, jsonEqual } from '../../crtx/json-equal.ts';
import { listDirectory } from '../../files/folder-entries.ts';
import { CoreState } from '../../log/core-state.ts';
import { type Beginning, replay } from '../../log/history.ts';
import { checkpointedSegments } from '../../log/layout.ts';
import type { Loggable, LogMachine } from '../../log/machine.ts';
import { readCheckpoint } from '../../log/segments/checkpoint.ts';
import type { Runtime } from '../../platform/runtime.ts';

/** A state that stands in the log, or is in force, and what is wrong with it. */
export interface OddState {
  /** The segment whose checkpoint it is; `null` for the state that is in force. */
  readonly segment: string | null;
  /** A phrase. */
  readonly problem: string;
  /** Whether it can be read, and is not what the records say. */
  readonly isOther: boolean;
}

/** A state to be compared with what the records give. */
interface Target {
  readonly segment: string | null;
  readonly ordinal: number;
  /** JSON: the log's own state and the machine's. */
  readonly states: readonly unknown[];
}

/** The present state of a log, as a reader has it. */
interface PresentState<State> {
  readonly core: CoreState;
  readonly state: State;
}

/**
 * Reads what is kept of a log from its oldest checkpoint on, and compares what the records give with each later checkpoint and with the
 * state that is in force. Behind one that differs it goes on from that one, so that each difference is told once. Holds two states at a
 * time.
 * @throws CortexError when the log cannot be read
 */
export class CheckpointVerification<Operation extends Loggable, State, Answer> {
  readonly #odd: OddState[] = [];
  #waiting: string[] = [];
  /** The first state that is another one than the records give. */
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
    // The state that is in force is the last of all.
    while (other !== null && other.segment !== null) {
      const { segment, ordinal }: Target = other;
      // Whatever ordinal it claims, it is not looked at again.
      named = named.slice(named.indexOf(segment ?? '') + 1);
      other = this.#runFrom((place) => place.ordinal <= ordinal, named);
    }
    return this.#odd;
  }

  /** @returns the first that is another one than the records give, or that they do not lead to; `null` when all are as they should be */
  #runFrom(beginning: Beginning, named: readonly string[]): Target | null {
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
        // The one that it begins with, and those before.
        while (isFirst && this.#target?.segment != null && this.#isDue(core)) this.#take();
        isFirst = false;
        if (this.#isDue(core)) this.#compare({ core, state });
      },
      wants: () => this.#target !== null,
    });
    return this.#other ?? this.#unreached();
  }

  /** The next state that the records have not led to. */
  #unreached(): Target | null {
    if (this.#target === null) return null;
    this.#odd.push({ segment: this.#target.segment, problem: 'is not what the records give, which end before it', isOther: true });
    return this.#target;
  }

  #isDue({ ordinal }: CoreState): boolean {
    return this.#target !== null && ordinal >= this.#target.ordinal;
  }

  /** Compares what the records give with all that should be the same there. */
  #compare(found: PresentState<State>): void {
    const states = this.#statesOf(found);
    while (this.#other === null && this.#target !== null && this.#isDue(found.core)) {
      const target = this.#target;
      this.#take();
      if (jsonEqual(target.states, states)) continue;
      const [part, ...path] = differingPath(target.states, states);
      const place = [part === '0' ? 'log' : 'state', ...path].join('.');
      this.#odd.push({ segment: target.segment, problem: `is not what the records before it give (${place})`, isOther: true });
      this.#other = target;
      this.#target = null;
    }
  }

  /** Goes on to the next state that can be compared. */
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
      // Made and taken apart again: what an older version left out is there then.
      return { segment, ordinal: core.ordinal, states: this.#statesOf({ core, state: this.machine.restore(value.state) }) };
    } catch (error) {
      return this.#unusable(segment, `cannot be used (${error instanceof Error ? error.message : error})`);
    }
  }

  #unusable(segment: string, problem: string): null {
    const isReported = this.#odd.some((each) => each.segment === segment);
    // Those that are not there any more were swept.
    const isThere = checkpointedSegments(listDirectory(this.runtime.fs, this.directory)).includes(segment);
    if (isThere && !isReported) this.#odd.push({ segment, problem, isOther: false });
    return null;
  }

  #statesOf({ core, state }: PresentState<State>): readonly unknown[] {
    return copyOf([core.snapshot(), this.machine.snapshot(state)]);
  }
}
