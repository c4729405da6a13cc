import { suggestPersonId } from '../../crtx/people.ts';
import { runInOpenStore, runInStore } from '../../crtx/store-life.ts';
import { findWorkplace, type Workplace } from '../../crtx/typed/typed-path.ts';
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
  /** Reads all of standard input; missing if there is none. */
  readonly readInput?: NonNullable<OperationContext['readInput']>;
}

export type SwarmUseCase<Input, Output> = (openSwarm: OpenSwarm, input: Input) => Promise<Outcome<Output>>;

/** Makes an operation from a use case that writes: finds the project, joins its swarm, and always closes it. */
export function writingOperation<Input, Output>(work: SwarmUseCase<Input, Output>): OperationFunction<Input, Output> {
  return (context, input) => workWith(context, SwarmStore.join, (openSwarm) => work(openSwarm, input));
}

/** Like `writingOperation`, for a use case that only reads. It waits for no other process. */
export function readingOperation<Input, Output>(work: SwarmUseCase<Input, Output>): OperationFunction<Input, Output> {
  return (context, input) => workWith(context, SwarmStore.open, (openSwarm) => work(openSwarm, input));
}

/** The stores that long-running programs keep open, by project root. */
const openStores = new WeakMap<Lifetime, Map<string, Promise<SwarmStore>>>();

/** Returns the swarm of a project. The first operation opens it; it stays open until the program ends or the store fails. */
function lastingStore(lifetime: Lifetime, runtime: Runtime, root: string): Promise<SwarmStore> {
  const stores = openStores.get(lifetime) ?? new Map<string, Promise<SwarmStore>>();
  openStores.set(lifetime, stores);
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
  const stores = openStores.get(lifetime);
  const store = stores?.get(root);
  stores?.delete(root);
  // An error of opening has been reported already.
  await store?.then((opened) => opened.close()).catch(() => {});
}

/** Runs `work` in a store that stays open. Closes a store that failed, so that the next operation opens it again. */
async function runInLastingStore<Output>(
  { lifetime, runtime, root }: { readonly lifetime: Lifetime; readonly runtime: Runtime; readonly root: string },
  work: (store: SwarmStore) => Promise<Outcome<Output>>,
): Promise<Outcome<Output>> {
  try {
    return await runInOpenStore(await lastingStore(lifetime, runtime, root), work);
  } catch (error) {
    if (!(error instanceof CortexError) || error.code === 'io') await forget(lifetime, root);
    throw error;
  }
}

async function workWith<Output>(
  context: OperationContext,
  open: typeof SwarmStore.open,
  work: (openSwarm: OpenSwarm) => Promise<Outcome<Output>>,
): Promise<Outcome<Output>> {
  const { runtime, interactive, refusePerson, signal, directory, exactDirectory, environment, readInput } = context;
  const who = {
    interactive,
    ...(refusePerson && { refusePerson }),
    ...(readInput && { readInput }),
    person: interactive ? suggestPersonId(environment) : null,
    named: exactDirectory ? directory : null,
  };
  const place = findWorkplace(context);
  const inStore = (store: SwarmStore) => work({ store, place, ...who, signal });
  if (context.lifetime !== undefined) return runInLastingStore({ lifetime: context.lifetime, runtime, root: place.root }, inStore);
  return runInStore(await open(runtime, place.root), inStore);
}
