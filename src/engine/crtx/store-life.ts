import { warned } from '../platform/errors.ts';
import type { Outcome } from '../platform/operation.ts';
import type { Runtime } from '../platform/runtime.ts';
import { CortexIO } from './cortex-io.ts';

/** What the stores of the protocol have in common: a log that is read, and files that are let go of. */
interface Store {
  /** What was skipped or could not be done in the background. */
  readonly problems: readonly string[];
  /** What this process could not read and has rebuilt, as long as its bytes lie beside it. */
  readonly rebuilt: readonly string[];
  refresh(): Promise<unknown>;
  close(): Promise<void>;
}

/** Gives what stands in the headers as `project` whenever a file is written; while the manifest is broken, what it said before. */
export function projectIdOf(runtime: Runtime, root: string): () => string {
  const io = new CortexIO(root, runtime);
  let known: string | undefined;
  return () => {
    known = io.projectId(known);
    return known;
  };
}

/** A new store, opened; closed when that fails. @throws CortexError as `open` */
export async function opened<S extends Store>(store: S, open: () => Promise<unknown> = () => store.refresh()): Promise<S> {
  try {
    await open();
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Uses an open store, and closes it whatever happens. */
export async function using<S extends Store, T>(store: S, use: (store: S) => Promise<T>): Promise<T> {
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

/** As `outcomeOf`, of a store that stays open: what it has told before is not told again. */
export async function outcomeOfOpen<S extends Store, T>(store: S, work: (store: S) => Promise<Outcome<T>>): Promise<Outcome<T>> {
  const known = new Set([...store.problems, ...store.rebuilt]);
  await store.refresh();
  const outcome = await work(store);
  const fresh = [...store.problems, ...store.rebuilt].filter((each) => !known.has(each));
  return { ...outcome, warnings: [...(outcome.warnings ?? []), ...fresh] };
}

/** As `using`, for an operation: the store's problems, also those of its end, are warnings. Where it fails, what it has rebuilt is told. */
export async function outcomeOf<S extends Store, T>(store: S, work: (store: S) => Promise<Outcome<T>>): Promise<Outcome<T>> {
  try {
    const outcome = await using(store, work);
    return { ...outcome, warnings: [...(outcome.warnings ?? []), ...store.problems, ...store.rebuilt] };
  } catch (error) {
    throw warned(error, store.rebuilt);
  }
}
