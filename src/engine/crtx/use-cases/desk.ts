import type { OperationFunction, Outcome } from '../../kernel/operation.ts';
import { SwarmStore } from '../store.ts';
import { outcomeOf } from '../store-life.ts';
import { type Workplace, workplaceOf } from '../typed-path.ts';

/** What a use-case of the swarm works with: an open store, and who is at the other end. */
export interface SwarmDesk {
  readonly store: SwarmStore;
  readonly place: Workplace;
  /** True when a person is at the other end. */
  readonly interactive: boolean;
  readonly signal: AbortSignal;
}

export type SwarmUseCase<Input, Output> = (desk: SwarmDesk, input: Input) => Promise<Outcome<Output>>;

/** Makes an operation of a use-case: finds the project, opens its swarm, and closes it whatever happens. */
export function atDesk<Input, Output>(work: SwarmUseCase<Input, Output>): OperationFunction<Input, Output> {
  return async (context, input) => {
    const { runtime, interactive, signal } = context;
    const place = workplaceOf(context);
    const store = await SwarmStore.open(runtime, place.root);
    return outcomeOf(store, () => work({ store, place, interactive, signal }, input));
  };
}
