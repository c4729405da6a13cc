import type { Runtime } from '../platform/runtime.ts';
import { stackDirectory } from './files/find-stacks.ts';
import { Stacks } from './stacks.ts';
import { StackStore } from './store.ts';

/** Returns the stack of a folder, which may not exist. @throws CortexError `outside-root` */
export function openStackIn(workspace: string, runtime: Runtime): StackStore {
  const ownerName = () => Stacks.open(runtime, workspace, { exact: true }).own().name;
  return new StackStore(runtime, stackDirectory(runtime, workspace), ownerName);
}

const stores = new WeakMap<Runtime, Map<string, StackStore>>();

/**
 * Like `openStackIn`, for callers that may write many messages in a row. Returns the same store while its second look is pending. Otherwise
 * each message would have its own store, and each store would examine the notes of all messages before it.
 */
export function openStackForWrites(workspace: string, runtime: Runtime): StackStore {
  const known = stores.get(runtime) ?? new Map<string, StackStore>();
  stores.set(runtime, known);
  const store = openStackIn(workspace, runtime);
  const watching = known.get(store.directory);
  if (watching !== undefined && !watching.edits.isIdle) {
    // Takes up the pending checks of processes that have ended.
    watching.edits.lookLater();
    return watching;
  }
  known.set(store.directory, store);
  return store;
}
