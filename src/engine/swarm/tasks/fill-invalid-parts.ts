import type { TolerantFile } from '../../crtx/invalid/tolerant-format.ts';
import type { SwarmManifest, TaskNode } from '../../crtx/schema.ts';
import { ownProperty } from '../../text/foreign-data.ts';
import type { JsonPath } from '../../text/json/json-position.ts';
import { createOutline } from './outline.ts';

/** Parts whose entries are restored one by one. */
const LISTS: ReadonlySet<unknown> = new Set<keyof SwarmManifest>(['agents', 'locks', 'decomposition']);

/**
 * Returns what another program wrote, with each invalid part replaced by its earlier value. An invalid entry in a list may hide any
 * earlier entry, so the earlier entries of that list are all retained. A new invalid entry is dropped.
 * @param base the manifest that the program started from; `null` when there was none
 * @throws CortexError when an invalid part has no earlier value
 */
export function fillInvalidParts({ value, bad, errors }: TolerantFile<'swarm'>, base: SwarmManifest | null): SwarmManifest {
  const { data } = value;
  const parts = bad.filter(([top]) => top === 'data');
  if (parts.length === 0) return data;
  const isBad = (part: keyof SwarmManifest): boolean => parts.some((path) => path[1] === part);
  const [error] = errors;
  if (base === null || base.id !== data.id) {
    if (error !== undefined && parts.some((path) => path.every((key) => typeof key === 'string'))) throw error;
    return data;
  }
  return {
    ...withEarlierFields(data, base, parts),
    ...(isBad('agents') && { agents: withMissing(data.agents, base.agents, ({ id }) => id) }),
    ...(isBad('locks') && { locks: withMissing(data.locks, base.locks, ({ path, agentId }) => JSON.stringify([path, agentId])) }),
    ...(isBad('decomposition') && {
      decomposition: withMissingTasks(withRootOf(data.decomposition, base.decomposition, parts), base.decomposition),
    }),
  };
}

/** Returns a manifest with its invalid fields, also those of the merge policy and the budget, reset to their earlier values. */
function withEarlierFields(now: SwarmManifest, before: SwarmManifest, bad: readonly JsonPath[]): SwarmManifest {
  const whole = { ...now, mergePolicy: structuredClone(now.mergePolicy), budget: structuredClone(now.budget) };
  for (const [, ...way] of bad) {
    if (LISTS.has(way[0])) continue;
    const key = way.at(-1) ?? '';
    const parent = way.slice(0, -1).reduce<unknown>(ownProperty, whole);
    const earlier = way.reduce<unknown>(ownProperty, before);
    if (typeof parent !== 'object' || parent === null) continue;
    if (earlier === undefined) Reflect.deleteProperty(parent, key);
    else Reflect.set(parent, key, structuredClone(earlier));
  }
  return whole;
}

/** Returns the root task with its invalid fields reset to their earlier values. */
function withRootOf(now: TaskNode, before: TaskNode, bad: readonly JsonPath[]): TaskNode {
  const root = { ...now };
  for (const path of bad) {
    if (path[1] !== 'decomposition' || path.length > 3) continue;
    if (path.length === 2) return { ...before, children: [] };
    const [, , key] = path;
    // `withMissingTasks` restores the children one by one.
    if (key !== undefined && key !== 'children' && Object.hasOwn(before, key)) Reflect.set(root, key, ownProperty(before, key));
  }
  return root;
}

/** Returns a list followed by the items that only `before` has. */
function withMissing<T>(now: readonly T[], before: readonly T[], keyOf: (item: T) => string): T[] {
  const known = new Set(now.map(keyOf));
  return [...now, ...before.filter((item) => !known.has(keyOf(item)))];
}

/** Returns a task tree plus the tasks that only `before` has, at their earlier place or as near to it as possible. */
function withMissingTasks(now: TaskNode, before: TaskNode): TaskNode {
  const root = structuredClone(now);
  const nodes = new Map(createOutline(root).nodes.map((node) => [node.id, node]));
  for (const parent of createOutline(before).nodes) {
    const place = nodes.get(parent.id) ?? root;
    for (const [index, child] of parent.children.entries()) {
      if (nodes.has(child.id)) continue;
      const copy = { ...child, children: [] };
      place.children.splice(index, 0, copy);
      nodes.set(child.id, copy);
    }
  }
  return root;
}
