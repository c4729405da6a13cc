import { personHere } from '../../crtx/people.ts';
import { outcomeOf, outcomeOfOpen } from '../../crtx/store-life.ts';
import { type Workplace, workplaceOf } from '../../crtx/typed/typed-path.ts';
import { CortexError } from '../../platform/errors.ts';
import type { Lifetime, OperationContext, OperationFunction, Outcome } from '../../platform/operation.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { SwarmStore } from '../store.ts';

/** What a use case of the swarm works with: an open store and its caller. */
export interface OpenSwarm {
  readonly store: SwarmStore;
  readonly place: Workplace;
  /** True when the caller is a person at a terminal. */
  readonly interactive: boolean;
  /** See `OperationContext`. */
  readonly refusePerson?: NonNullable<OperationContext['refusePerson']>;
  /** Name of the person at the terminal; `null` if there is none. */
  readonly person: string | null;
  /** The folder given explicitly, or `null`. Suggested commands name it too. */
  readonly named: string | null;
  readonly signal: AbortSignal;
}

export type SwarmUseCase<Input, Output> = (desk: OpenSwarm, input: Input) => Promise<Outcome<Output>>;

/** Makes an operation from a use case that writes: finds the project, joins its swarm, and always closes it. */
export function inSwarm<Input, Output>(work: SwarmUseCase<Input, Output>): OperationFunction<Input, Output> {
  return (context, input) => workWith(context, SwarmStore.join, (desk) => work(desk, input));
}

/** Like `inSwarm`, for a use case that only reads. It waits for no other process. */
export function inSwarmReadOnly<Input, Output>(work: SwarmUseCase<Input, Output>): OperationFunction<Input, Output> {
  return (context, input) => workWith(context, SwarmStore.open, (desk) => work(desk, input));
}

/** The stores that long-running programs keep open, by project root. */
const kept = new WeakMap<Lifetime, Map<string, Promise<SwarmStore>>>();

/** Returns the swarm of a project. The first operation opens it; it stays open until the program ends or the store fails. */
function keptStore(lifetime: Lifetime, runtime: Runtime, root: string): Promise<SwarmStore> {
  const stores = kept.get(lifetime) ?? new Map<string, Promise<SwarmStore>>();
  kept.set(lifetime, stores);
  const known = stores.get(root);
  if (known !== undefined) return known;
  const opening = SwarmStore.join(runtime, root);
  stores.set(root, opening);
  // The next operation tries to open it again.
  void opening.catch(() => stores.delete(root));
  lifetime.onEnd(() => forget(lifetime, root));
  return opening;
}

async function forget(lifetime: Lifetime, root: string): Promise<void> {
  const stores = kept.get(lifetime);
  const store = stores?.get(root);
  stores?.delete(root);
  // An error of opening has been reported already.
  await store?.then((opened) => opened.close()).catch(() => {});
}

/** Runs `work` in a store that stays open. Closes a store that failed, so that the next operation opens it again. */
async function inKept<Output>(
  { lifetime, runtime, root }: { readonly lifetime: Lifetime; readonly runtime: Runtime; readonly root: string },
  work: (store: SwarmStore) => Promise<Outcome<Output>>,
): Promise<Outcome<Output>> {
  try {
    return await outcomeOfOpen(await keptStore(lifetime, runtime, root), work);
  } catch (error) {
    if (!(error instanceof CortexError) || error.code === 'io') await forget(lifetime, root);
    throw error;
  }
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
  const inStore = (store: SwarmStore) => work({ store, place, ...who, signal });
  if (context.lifetime !== undefined) return inKept({ lifetime: context.lifetime, runtime, root: place.root }, inStore);
  return outcomeOf(await open(runtime, place.root), inStore);
}
