import { copyJson } from '../../crtx/json-copy.ts';
import type { SwarmStrategy, TaskNode } from '../../crtx/schema.ts';
import { quoted } from '../../crtx/shorten.ts';
import { MAX_TASK_DEPTH } from '../../crtx/validate.ts';
import { unique } from './dependencies/order-graph.ts';
import { createOutline } from './outline.ts';
import type { Task } from './task.ts';
import { lastDescendant } from './task-links.ts';
import {
  decompositionProblems,
  dependencyProblemText,
  laterTaskProblem,
  MAX_TASKS,
  tooDeepProblem,
  tooManyProblem,
  wholeTaskProblem,
} from './task-problems.ts';
import type { TaskTree } from './task-tree.ts';

/** Where to add tasks. */
interface GrowthTarget {
  readonly tree: TaskTree;
  readonly parent: Task;
  readonly strategy: SwarmStrategy;
}

/**
 * Returns why tasks cannot be added below `parent`, each as a phrase that names the ids, like `decompositionProblems` for a whole
 * decomposition. They may also depend on existing tasks. The cost depends on the added tasks and on what they would wait for.
 */
export function checkGrowth(place: GrowthTarget, nodes: readonly TaskNode[]): string[] {
  const { tree, parent, strategy } = place;
  // A leaf with no new children would stay a leaf.
  if (nodes.length === 0) return [`no subtasks given for ${quoted(parent.id)}`];
  const whole = copyJson({ ...parent.toNode(), dependencies: [], children: [...nodes] });
  const added = createOutline(whole);
  const depth = depthOf(parent) - 1 + added.depth;
  if (depth > MAX_TASK_DEPTH) return [tooDeepProblem(depth)];
  const count = tree.tasks.length - 1 + added.nodes.length;
  if (count > MAX_TASKS) return [tooManyProblem(count)];
  const problems: string[] = [];
  const waiting = new Waiting(place);
  for (const node of added.nodes.slice(1)) {
    if (tree.get(node.id) !== undefined) problems.push(`there is a task ${quoted(node.id)} already`);
    const isThere = (id: string) => !added.places.has(id) && tree.get(id) !== undefined;
    for (const id of unique(node.dependencies)) if (isThere(id)) problems.push(...waiting.problems(node.id, id));
    node.dependencies = node.dependencies.filter((id) => !isThere(id));
  }
  return [...problems, ...decompositionProblems(whole, strategy)];
}

function depthOf(task: Task): number {
  let depth = 0;
  for (let at: Task | null = task; at !== null; at = at.parent) depth += 1;
  return depth;
}

/** Finds out which existing tasks wait for the parent of the new tasks. */
class Waiting {
  readonly #place: GrowthTarget;
  /** The parent of the new tasks and its ancestors: none of them ends before the new tasks. */
  readonly #line = new Set<Task>();
  /** Tasks that are known not to wait for any task of `#line`. */
  readonly #free = new Set<Task>();

  constructor(place: GrowthTarget) {
    this.#place = place;
    for (let at: Task | null = place.parent; at !== null; at = at.parent) this.#line.add(at);
  }

  /** Returns why a new task cannot depend on an existing one. */
  problems(id: string, name: string): string[] {
    const { tree, parent, strategy } = this.#place;
    const dependency = tree.get(name);
    if (dependency === undefined) return [];
    if (this.#line.has(dependency)) return [dependencyProblemText(id, wholeTaskProblem(name))];
    if (strategy === 'pipeline' && lastDescendant(dependency).order > lastDescendant(parent).order)
      return [dependencyProblemText(id, laterTaskProblem(name))];
    if (!this.#waitsForLine(dependency)) return [];
    return [`tasks wait for each other: ${dependencyProblemText(id, `${quoted(name)}, which waits for ${quoted(parent.id)}`)}`];
  }

  #waitsForLine(dependency: Task): boolean {
    const seen = new Set([dependency]);
    // The set grows during iteration: it collects everything that must end before the dependency.
    for (const task of seen) {
      if (this.#line.has(task)) return true;
      if (this.#free.has(task)) continue;
      for (const child of task.children) seen.add(child);
      for (let at: Task | null = task; at !== null; at = at.parent) for (const before of at.precursors) seen.add(before);
    }
    for (const task of seen) this.#free.add(task);
    return false;
  }
}
