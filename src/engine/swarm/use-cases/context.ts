import { personHere } from '../../crtx/people.ts';
import { outcomeOf } from '../../crtx/store-life.ts';
import { type Workplace, workplaceOf } from '../../crtx/typed/typed-path.ts';
import type { OperationContext, OperationFunction, Outcome } from '../../platform/operation.ts';
import { SwarmStore } from '../store.ts';

/** What a use-case of the swarm works with: an open store, and who is at the other end. */
export interface OpenSwarm {
  readonly store: SwarmStore;
  readonly place: Workplace;
  /** True when a person is at the other end. */
  readonly interactive: boolean;
  /** As in `OperationContext`. */
  readonly refusePerson?: NonNullable<OperationContext['refusePerson']>;
  /** How the person at the other end is called; `null` where there is none. */
  readonly person: string | null;
  /** The folder that was named, where one was: commands that are suggested name it, too. */
  readonly named: string | null;
  readonly signal: AbortSignal;
}

export type SwarmUseCase<Input, Output> = (desk: OpenSwarm, input: Input) => Promise<Outcome<Output>>;

/** Makes an operation of a use-case that writes: finds the project, joins its swarm, and closes it whatever happens. */
export function inSwarm<Input, Output>(work: SwarmUseCase<Input, Output>): OperationFunction<Input, Output> {
  return (context, input) => workWith(context, SwarmStore.join, (desk) => work(desk, input));
}

/** As `inSwarm`, of a use-case that only reads: it waits for nobody. */
export function inSwarmReadOnly<Input, Output>(work: SwarmUseCase<Input, Output>): OperationFunction<Input, Output> {
  return (context, input) => workWith(context, SwarmStore.open, (desk) => work(desk, input));
}

async function workWith<Output>(
  context: OperationContext,
  open: typeof SwarmStore.open,
  work: (desk: OpenSwarm) => Promise<Outcome<Output>>,
): Promise<Outcome<Output>> {
  const { runtime, interactive, refusePerson, signal, directory, exactDirectory, environment } = context;
  const who = {
    interactive,
    ...(refusePerson && { refusePerson }),
    person: interactive ? personHere(environment) : null,
    named: exactDirectory ? directory : null,
  };
  const place = workplaceOf(context);
  return outcomeOf(await open(runtime, place.root), (store) => work({ store, place, ...who, signal }));
}
