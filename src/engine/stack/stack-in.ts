import type { Runtime } from '../platform/runtime.ts';
import { stackDirectory } from './stack-places.ts';
import { Stacks } from './stacks.ts';
import { StackStore } from './store.ts';

/** The stack of a folder; it need not be there. @throws CortexError `outside-root` */
export function stackIn(workspace: string, runtime: Runtime): StackStore {
  const ownerName = () => Stacks.open(runtime, workspace, { exact: true }).own().name;
  return new StackStore(runtime, stackDirectory(runtime, workspace), ownerName);
}
