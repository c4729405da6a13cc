import { jsonEqual } from '../../crtx/json-equal.ts';
import type { SwarmManifest, TaskNode } from '../../crtx/schema.ts';
import { tokenDifference } from '../budget.ts';
import type { ManifestChange } from '../state/changes.ts';
import { knownKeys, pickUnknownKeys } from '../state/unknown-keys.ts';
import { createOutline } from './outline.ts';

/** A task of a plain tree, with its parent and position. */
interface Placed {
  readonly node: TaskNode;
  readonly parent: TaskNode | null;
  /** Index among its siblings. */
  readonly index: number;
}

/** A task that is in both trees. */
interface Shared {
  readonly now: Placed;
  readonly before: Placed;
}

/** Returns all tasks of a plain tree by id, with their parents (`null` for the root). Of duplicate ids, the first. */
function placedTasks(root: TaskNode): Map<string, Placed> {
  const placed = new Map([[root.id, { node: root, parent: null, index: 0 } as Placed]]);
  for (const parent of createOutline(root).nodes) {
    for (const [index, node] of parent.children.entries()) if (!placed.has(node.id)) placed.set(node.id, { node, parent, index });
  }
  return placed;
}

/** Splits the foreign tasks into new ones, each with its subtree, and ones that the base has too. */
function sortTasks(root: TaskNode, base: ReadonlyMap<string, Placed>) {
  const added: Placed[] = [];
  const shared: Shared[] = [];
  const seen = new Set<string>();
  const stack: Placed[] = [{ node: root, parent: null, index: 0 }];
  for (let now = stack.pop(); now !== undefined; now = stack.pop()) {
    const { node } = now;
    const before = seen.has(node.id) ? undefined : base.get(node.id);
    seen.add(node.id);
    if (before === undefined) {
      added.push(now);
      for (const { id } of createOutline(node).nodes) seen.add(id);
      continue;
    }
    shared.push({ now, before });
    for (const [back, child] of node.children.toReversed().entries()) {
      stack.push({ node: child, parent: node, index: node.children.length - 1 - back });
    }
  }
  return { added, shared, gone: [...base.keys()].filter((id) => !seen.has(id)) };
}

/** Returns the differences of tasks between two manifests: changes to the tree's structure, and changes to single tasks. */
export function taskDifferences(foreign: SwarmManifest, base: SwarmManifest): { structure: ManifestChange[]; contents: ManifestChange[] } {
  const { added, shared, gone } = sortTasks(foreign.decomposition, placedTasks(base.decomposition));
  const listed = newlyListed(foreign, base);
  return {
    structure: [
      ...added.map(({ node, parent, index }): ManifestChange => ({ change: 'task-new', parent: parent?.id ?? null, index, task: node })),
      ...shared.flatMap(placeDifferences),
      ...gone.map((id): ManifestChange => ({ change: 'task-gone', task: id })),
    ],
    contents: shared.flatMap(({ now, before }) => [
      ...textDifferences(now.node, before.node),
      ...progress(now.node, before.node, listed.get(now.node.id)),
    ]),
  };
}

function placeDifferences({ now, before }: Shared): ManifestChange[] {
  const changes: ManifestChange[] = [];
  const { id, dependencies, children } = now.node;
  if (now.parent?.id !== before.parent?.id) changes.push({ change: 'task-moved', task: id, parent: now.parent?.id ?? null });
  if (!jsonEqual(dependencies, before.node.dependencies)) changes.push({ change: 'task-dependencies', task: id, dependencies });
  if (isReordered(children, before.node.children)) changes.push({ change: 'tasks-reordered', parent: id });
  return changes;
}

function isReordered(now: readonly TaskNode[], before: readonly TaskNode[]): boolean {
  const ids = new Set(now.map(({ id }) => id));
  const order = before.map(({ id }) => id).filter((id) => ids.has(id));
  const known = new Set(order);
  // A duplicate id does not count as a different order.
  return !jsonEqual(
    [...ids].filter((id) => known.has(id)),
    order,
  );
}

/** Returns, by task, the agent whose own list newly names the task. */
function newlyListed(foreign: SwarmManifest, base: SwarmManifest): Map<string, string> {
  const before = new Map(base.agents.map(({ id, assignedTasks }) => [id, new Set(assignedTasks)]));
  const listed = new Map<string, string>();
  for (const { id, assignedTasks } of foreign.agents) {
    for (const task of assignedTasks) if (!before.get(id)?.has(task) && !listed.has(task)) listed.set(task, id);
  }
  return listed;
}

function textDifferences(edited: TaskNode, before: TaskNode): ManifestChange[] {
  const changes: ManifestChange[] = [];
  const { id, description, priority, estimatedTokens, actualTokens = 0 } = edited;
  const text = {
    ...(description !== before.description && { description }),
    ...(priority !== before.priority && { priority }),
    ...(estimatedTokens !== before.estimatedTokens && { estimatedTokens }),
  };
  if (Object.keys(text).length > 0) changes.push({ change: 'task-text', task: id, ...text });
  const tokens = tokenDifference(actualTokens, before.actualTokens ?? 0);
  if (tokens !== 0) changes.push({ change: 'task-tokens', task: id, tokens });
  const rest = pickUnknownKeys(edited, knownKeys.task());
  if (!jsonEqual(rest, pickUnknownKeys(before, knownKeys.task()))) changes.push({ change: 'task-rest', task: id, rest });
  return changes;
}

/** @param listed an agent whose list newly names the task: used when the task itself names no agent */
function progress(now: TaskNode, before: TaskNode, listed: string | undefined): ManifestChange[] {
  const changes: ManifestChange[] = [];
  const { id, status, output } = now;
  const assignedTo = now.assignedTo ?? (before.assignedTo === undefined ? listed : undefined);
  if (status !== before.status || assignedTo !== before.assignedTo) {
    changes.push({ change: 'task-progress', task: id, status, assignedTo: assignedTo ?? null });
  }
  if (!jsonEqual(output, before.output)) {
    changes.push({ change: 'task-output', task: id, ...(output !== undefined && { output }), replaces: before.output !== undefined });
  }
  return changes;
}
