import type { OperationFunction, Outcome } from '../../kernel/operation.ts';
import { findProjectRoot } from '../root.ts';
import { type SwarmStore, withSwarm } from '../store.ts';

/** What a use-case of the swarm works with: an open store, and who is at the other end. */
export interface SwarmDesk {
  readonly store: SwarmStore;
  /** True when a person is at the other end. */
  readonly interactive: boolean;
  readonly signal: AbortSignal;
}

export type SwarmUseCase<Input, Output> = (desk: SwarmDesk, input: Input) => Promise<Outcome<Output>>;

/** Makes an operation of a use-case: finds the project, opens its swarm, and closes it whatever happens. */
export function atDesk<Input, Output>(work: SwarmUseCase<Input, Output>): OperationFunction<Input, Output> {
  return (context, input) => {
    const { runtime, directory, exactDirectory, interactive, signal } = context;
    const root = findProjectRoot(runtime.fs, directory, exactDirectory);
    let open: SwarmStore | null = null;
    return withSwarm(runtime, root, (store) => {
      open = store;
      return work({ store, interactive, signal }, input);
    }).then((outcome) => ({ ...outcome, warnings: [...(outcome.warnings ?? []), ...(open?.problems ?? [])] }));
  };
}
