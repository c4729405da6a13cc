import type { SwarmManifest, TaskNode } from '../../../crtx/schema.ts';
import { createOutline } from '../outline.ts';

const NONE: readonly TaskNode[] = [];

/**
 * Returns the tasks that must be done before each task, by its id: the dependencies of its parents and its own, and under the strategy
 * `pipeline` the leaf before it. Lists of tasks without dependencies of their own are shared.
 */
export function predecessorsOf({
  decomposition,
  strategy,
}: Pick<SwarmManifest, 'decomposition' | 'strategy'>): ReadonlyMap<string, readonly TaskNode[]> {
  const { nodes, parents, places } = createOutline(decomposition);
  const found = new Map<string, readonly TaskNode[]>();
  let leafBefore: TaskNode | undefined;
  for (const [place, node] of nodes.entries()) {
    const inherited = found.get(nodes[parents[place] ?? -1]?.id ?? '') ?? NONE;
    const own = node.dependencies.flatMap((id) => nodes[places.get(id) ?? -1] ?? []);
    const isStep = strategy === 'pipeline' && node.children.length === 0;
    const previous = isStep && leafBefore !== undefined ? [leafBefore] : NONE;
    found.set(node.id, own.length + previous.length === 0 ? inherited : [...new Set([...inherited, ...own, ...previous])]);
    if (isStep) leafBefore = node;
  }
  return found;
}
