import type { SwarmStrategy, TaskNode } from '../../crtx/schema.ts';
import { quoted, shortenName } from '../../crtx/shorten.ts';
import { MAX_TASK_DEPTH } from '../../crtx/validate.ts';
import { findCycles } from './dependencies/cycles.ts';
import { buildOrderGraph, unique } from './dependencies/order-graph.ts';
import { createOutline, isWithin, type Outline } from './outline.ts';

/** Maximum number of tasks in a decomposition. */
export const MAX_TASKS = 100_000;

/** A problem with tasks of an outline. */
export interface PlacedProblem {
  readonly text: string;
  /** All tasks at fault; the first is the one to name first. */
  readonly places: readonly [number, ...number[]];
}

export const tooDeepProblem = (depth: number) => `it has ${depth} or more levels of tasks (allowed: ${MAX_TASK_DEPTH})`;
export const dependencyProblemText = (id: string, what: string) => `${quoted(id)} depends on ${what}`;
export const wholeTaskProblem = (name: string) => `${quoted(name)}, which it is a part of`;
export const laterTaskProblem = (name: string) => `${quoted(name)}, which comes after it in the pipeline`;
export const tooManyProblem = (count: number) => `it has ${count} or more tasks (allowed: ${MAX_TASKS})`;

/**
 * Returns why a decomposition is invalid, each as a phrase that names the ids: empty and duplicate ids, unknown dependencies,
 * dependencies on an own ancestor or descendant, cycles (`a → b → a`: each waits for the next), too deep, too many.
 * @param strategy under *pipeline* a task cannot depend on a later one
 */
export function decompositionProblems(root: TaskNode, strategy?: SwarmStrategy): string[] {
  return decompositionProblemsWithTasks(createOutline(root), strategy).map(({ text }) => text);
}

/** Like `decompositionProblems`, with the tasks that each problem concerns. */
export function decompositionProblemsWithTasks(tree: Outline, strategy?: SwarmStrategy): PlacedProblem[] {
  if (tree.depth > MAX_TASK_DEPTH) return [{ text: tooDeepProblem(tree.depth), places: [0] }];
  if (tree.nodes.length > MAX_TASKS) return [{ text: tooManyProblem(tree.nodes.length), places: [0] }];
  const late = strategy === 'pipeline' ? lateDependencies(tree) : [];
  return [...idProblems(tree), ...dependencyProblems(tree), ...(late.length > 0 ? late : cycleProblems(tree))];
}

function idProblems({ nodes, places }: Outline): PlacedProblem[] {
  const problems: PlacedProblem[] = [];
  /** The second place of each duplicate id. */
  const duplicates = new Map<string, number>();
  for (const [place, { id, description }] of nodes.entries()) {
    if (id.trim() === '') problems.push({ text: `task number ${place + 1} (${quoted(description)}) has an empty id`, places: [place] });
    else if (places.get(id) !== place && !duplicates.has(id)) duplicates.set(id, place);
  }
  const [second, ...others] = duplicates.values();
  if (second !== undefined) {
    const names = [...duplicates.keys()].map(quoted).join(', ');
    problems.push({ text: `more than one task has the id ${names}`, places: [second, ...others] });
  }
  return problems;
}

function dependencyProblems(tree: Outline): PlacedProblem[] {
  const problems: PlacedProblem[] = [];
  for (const [place, { id, dependencies }] of tree.nodes.entries()) {
    for (const name of unique(dependencies)) {
      const text = dependencyProblem(tree, place, name);
      if (text !== null) problems.push({ text: dependencyProblemText(id, text), places: [place] });
    }
  }
  return problems;
}

function dependencyProblem(tree: Outline, place: number, name: string): string | null {
  const dependency = tree.places.get(name);
  if (dependency === undefined) return `${quoted(name)}, which is not a task`;
  if (dependency === place) return `itself: ${shortenName(name)} → ${shortenName(name)}`;
  if (isWithin(tree, place, dependency)) return wholeTaskProblem(name);
  return isWithin(tree, dependency, place) ? `${quoted(name)}, which is a part of it` : null;
}

function lateDependencies(tree: Outline): PlacedProblem[] {
  const problems: PlacedProblem[] = [];
  for (const [place, { id, dependencies }] of tree.nodes.entries()) {
    for (const name of unique(dependencies)) {
      const dependency = tree.places.get(name) ?? 0;
      if (dependency > place && !isWithin(tree, dependency, place))
        problems.push({ text: dependencyProblemText(id, laterTaskProblem(name)), places: [place] });
    }
  }
  return problems;
}

function cycleProblems(tree: Outline): PlacedProblem[] {
  const { cycles: found, others } = findCycles(buildOrderGraph(tree));
  const name = (place: number) => shortenName(tree.nodes[place]?.id ?? '');
  const problems = found.map(([first = 0, ...rest]): PlacedProblem => {
    const places: PlacedProblem['places'] = [first, ...rest];
    return { text: `tasks wait for each other: ${places.map(name).join(' → ')}`, places };
  });
  const [other, ...further] = others;
  if (other !== undefined) {
    const names = others.map(name).map(quoted).join(', ');
    problems.push({ text: `more tasks that wait for each other: ${names}`, places: [other, ...further] });
  }
  return problems;
}
