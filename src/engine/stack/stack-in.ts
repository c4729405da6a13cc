import type { Runtime } from '../platform/runtime.ts';
import { stackDirectory } from './files/stack-places.ts';
import { Stacks } from './stacks.ts';
import { StackStore } from './store.ts';

/** The stack of a folder; it need not be there. @throws CortexError `outside-root` */
export function stackIn(workspace: string, runtime: Runtime): StackStore {
  const ownerName = () => Stacks.open(runtime, workspace, { exact: true }).own().name;
  return new StackStore(runtime, stackDirectory(runtime, workspace), ownerName);
}

const stores = new WeakMap<Runtime, Map<string, StackStore>>();

/**
 * As `stackIn`, for who may write many messages one after the other: the same one as long as it watches what was written. Else each message
 * would be watched by another one, and each would look through the notes of all those before.
 */
export function writtenStackIn(workspace: string, runtime: Runtime): StackStore {
  const known = stores.get(runtime) ?? new Map<string, StackStore>();
  stores.set(runtime, known);
  const store = stackIn(workspace, runtime);
  const watching = known.get(store.directory);
  if (watching !== undefined && !watching.edits.isSettled) {
    // What processes have left that ended since.
    watching.edits.lookLater();
    return watching;
  }
  known.set(store.directory, store);
  return store;
}
