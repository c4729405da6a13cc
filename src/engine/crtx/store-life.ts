import { withWarningsAdded } from '../platform/errors.ts';
import type { Outcome } from '../platform/operation.ts';
import type { Runtime } from '../platform/runtime.ts';
import { CortexIO } from './cortex-io.ts';

/** Common interface of the protocol's stores: each reads a log and holds files open. */
interface Store {
  /** Problems of skipped data and of work in the background. */
  readonly problems: readonly string[];
  /** Files that this process could not read and has rebuilt, while their bytes still exist beside them. */
  readonly rebuilt: readonly string[];
  refresh(): Promise<unknown>;
  close(): Promise<void>;
}

/** Returns a function that returns the `project` for headers. While the manifest is broken, it returns the last known one. */
export function projectIdReader(runtime: Runtime, root: string): () => string {
  const io = new CortexIO(root, runtime);
  let known: string | undefined;
  return () => {
    known = io.projectId(known);
    return known;
  };
}

/** Opens a new store, and closes it if that fails. @throws CortexError as `open` */
export async function openStore<S extends Store>(store: S, open: () => Promise<unknown> = () => store.refresh()): Promise<S> {
  try {
    await open();
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Runs `use` with an open store, and closes the store in any case. */
export async function useStore<S extends Store, T>(store: S, use: (store: S) => Promise<T>): Promise<T> {
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

/** As `runInStore`, for a store that stays open: earlier warnings are not repeated. */
export async function runInOpenStore<S extends Store, T>(store: S, work: (store: S) => Promise<Outcome<T>>): Promise<Outcome<T>> {
  const known = new Set([...store.problems, ...store.rebuilt]);
  await store.refresh();
  const outcome = await work(store);
  const fresh = [...store.problems, ...store.rebuilt].filter((each) => !known.has(each));
  return { ...outcome, warnings: [...(outcome.warnings ?? []), ...fresh] };
}

/**
 * As `using`, for an operation: problems of the store, including those while closing, become warnings. If the operation fails, its error
 * lists the rebuilt files.
 */
export async function runInStore<S extends Store, T>(store: S, work: (store: S) => Promise<Outcome<T>>): Promise<Outcome<T>> {
  try {
    const outcome = await useStore(store, work);
    return { ...outcome, warnings: [...(outcome.warnings ?? []), ...store.problems, ...store.rebuilt] };
  } catch (error) {
    throw withWarningsAdded(error, store.rebuilt);
  }
}
