import type { SwarmStrategy, TaskNode } from '../../crtx/schema.ts';
import { quoted } from '../../crtx/shorten.ts';
import { unique } from './dependencies/order-graph.ts';
import { createOutline, type Outline } from './outline.ts';
import { decompositionProblemsWithTasks, dependencyProblemText } from './task-problems.ts';

/** The changed tasks of a tree: new ones, and ones with only changed dependencies. */
export interface ChangedTasks {
  readonly added: ReadonlySet<string>;
  readonly relinked: ReadonlySet<string>;
}

/**
 * Returns the changed tasks that must be rejected, by id, each with the reason as a phrase: tasks with an own problem, tasks in a cycle,
 * and tasks that depend on a rejected new task. Empty when all are valid.
 * @param root the tree with all changes applied; its ids are unique
 */
export function findUnfitTasks(root: TaskNode, changed: ChangedTasks, strategy: SwarmStrategy): Map<string, string> {
  const tree = createOutline(root);
  const isChanged = (id: string) => changed.added.has(id) || changed.relinked.has(id);
  const unfit = new Map<string, string>();
  const problems = decompositionProblemsWithTasks(tree, strategy);
  for (const { text, places } of problems) {
    for (const place of places) {
      const id = tree.nodes[place]?.id ?? '';
      if (isChanged(id) && !unfit.has(id)) unfit.set(id, text);
    }
  }
  const [first] = problems;
  if (first === undefined) return unfit;
  // Too many tasks or too many levels: no single task is at fault.
  if (unfit.size === 0) return new Map([...changed.added, ...changed.relinked].map((id) => [id, first.text]));
  spread(tree, changed, unfit);
  return unfit;
}

/** Returns, for each id, the changed tasks that depend on it. */
function dependentsIn({ nodes }: Outline, { added, relinked }: ChangedTasks): Map<string, string[]> {
  const dependents = new Map<string, string[]>();
  for (const { id, dependencies } of nodes) {
    if (!added.has(id) && !relinked.has(id)) continue;
    for (const name of unique(dependencies)) {
      const known = dependents.get(name);
      if (known === undefined) dependents.set(name, [id]);
      else known.push(id);
    }
  }
  return dependents;
}

/** Rejects the tasks that depend on a rejected new task, or on a task below one. */
function spread(tree: Outline, changed: ChangedTasks, unfit: Map<string, string>): void {
  const { added } = changed;
  const dependents = dependentsIn(tree, changed);
  const gone = new Set([...unfit.keys()].filter((id) => added.has(id)));
  // The set grows during iteration.
  for (const id of gone) {
    const place = tree.places.get(id);
    for (const child of tree.nodes[place ?? -1]?.children ?? []) gone.add(child.id);
    for (const dependent of dependents.get(id) ?? []) {
      if (!unfit.has(dependent) && !gone.has(dependent))
        unfit.set(dependent, dependencyProblemText(dependent, `${quoted(id)}, which is left out`));
      if (added.has(dependent)) gone.add(dependent);
    }
  }
}
