import type { Runtime } from '../kernel/runtime.ts';
import { stackDirectory } from './stack-places.ts';
import { StackStore } from './store.ts';

/** The stack of a folder; it need not be there. @throws CortexError `outside-root` */
export function stackIn(workspace: string, runtime: Runtime): StackStore {
  return new StackStore(runtime, stackDirectory(runtime, workspace));
}

/** Does something with the stack of a folder, and sees to it that what was written stays; that takes a second. */
export async function writing<T>(workspace: string, runtime: Runtime, work: (store: StackStore) => Promise<T>): Promise<T> {
  const store = stackIn(workspace, runtime);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
