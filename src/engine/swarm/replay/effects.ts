import type { CoreState } from '../../log/core-state.ts';
import { type AppliedOperation, type ReplayStart, replay } from '../../log/history.ts';
import type { RecordPosition } from '../../log/record-place.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { type Effect, swarmMachine } from '../state/machine.ts';
import type { SwarmRecord } from '../state/records.ts';
import type { SwarmState } from '../state/state.ts';

/** An operation, its place and its effect. */
export interface EffectiveOperation extends AppliedOperation<SwarmRecord> {
  readonly effect: Effect;
}

export interface EffectVisitor {
  begin(): void;
  wants(place: RecordPosition): boolean;
  /** @param applied `null` at the start, and for a record of the log itself */
  visit(state: SwarmState, core: CoreState, applied: EffectiveOperation | null): void;
}

/**
 * Replays a swarm's log with the effect of each operation.
 * @returns what was skipped; `null` if the log does not reach that far back
 * @throws CortexError if the log cannot be read
 */
export function replayEffects(runtime: Runtime, directory: string, from: ReplayStart, visitor: EffectVisitor): readonly string[] | null {
  let effect: Effect | null = null;
  const machine: typeof swarmMachine = {
    ...swarmMachine,
    apply: (...args) => {
      effect = swarmMachine.apply(...args);
      return effect;
    },
  };
  return replay(runtime, { directory, machine }, from, {
    begin: () => visitor.begin(),
    wants: (place) => visitor.wants(place),
    visit: (state, core, applied) => visitor.visit(state, core, applied && effect && { ...applied, effect }),
  });
}
