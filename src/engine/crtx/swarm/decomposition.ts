import * as z from 'zod';
import { CortexError, describeValue } from '../../kernel/errors.ts';
import { formatJsonPath } from '../../kernel/json-position.ts';
import { type TaskNode, taskNodeSchema } from '../schema.ts';
import { MAX_TASK_DEPTH, ownProperty, type SchemaProblem, schemaProblems } from '../validate.ts';
import { circles } from './circles.ts';
import { orderGraph, unique } from './order-graph.ts';
import { isWithin, type Outline, outline } from './outline.ts';

/** More tasks in one decomposition are refused. */
export const MAX_TASKS = 100_000;

/** The priority of a task for which none is given: the middle of the usual 1 (urgent) to 5. */
export const DEFAULT_PRIORITY = 3;

/** One task as a person or an agent types it; its children are looked at one by one. */
const typedTask = taskNodeSchema.extend({
  status: taskNodeSchema.shape.status.default('pending'),
  priority: taskNodeSchema.shape.priority.default(DEFAULT_PRIORITY),
  estimatedTokens: z.int().min(0).default(0),
  dependencies: taskNodeSchema.shape.dependencies.default(() => []),
  children: z.array(z.unknown()).default(() => []),
});

function invalid(problems: readonly string[]): CortexError {
  const message = `the decomposition cannot be used: ${problems.join('; ')}`;
  return new CortexError('invalid-input', message, { next: 'Correct the decomposition and try again.' });
}

function nameOf(value: unknown, place: number): string {
  const id = ownProperty(value, 'id');
  return typeof id === 'string' && id.trim() !== '' ? `task "${id}"` : `task number ${place}`;
}

function shapeProblem(task: string, { path, message, ...shown }: SchemaProblem): string {
  return `${task}${path.length === 0 ? '' : `: ${formatJsonPath(path)}`} ${message}${describeValue(shown)}`;
}

/** The task without its children, with the fields that were left out; what is wrong goes to `problems`. */
function complete(value: unknown, place: number, problems: string[]): { node: TaskNode; children: readonly unknown[] } | null {
  const parsed = typedTask.safeParse(value);
  if (!parsed.success) {
    problems.push(...schemaProblems(typedTask, value).map((problem) => shapeProblem(nameOf(value, place), problem)));
    return null;
  }
  const { id, description, assignedTo, status, priority, estimatedTokens, actualTokens, dependencies, children, output, ...rest } =
    parsed.data;
  const node: TaskNode = {
    id,
    description,
    ...(assignedTo !== undefined && { assignedTo }),
    status,
    priority,
    estimatedTokens,
    ...(actualTokens !== undefined && { actualTokens }),
    dependencies,
    children: [],
    ...(output !== undefined && { output }),
    ...rest,
  };
  return { node, children };
}

/**
 * A decomposition as a person or an agent typed it (seed 1, "TaskNode"). May be left out: `status` (pending), `priority` (3),
 * `estimatedTokens` (0), `dependencies` and `children` (none).
 * @throws CortexError `invalid-input` that names every offending task
 */
export function readDecomposition(value: unknown): TaskNode {
  const problems: string[] = [];
  const roots: TaskNode[] = [];
  const visits = [{ value, siblings: roots, depth: 1 }];
  // The list grows while it is walked.
  for (const [index, visit] of visits.entries()) {
    if (visit.depth > MAX_TASK_DEPTH) throw invalid([...problems, tooDeep(visit.depth)]);
    if (index >= MAX_TASKS) throw invalid([...problems, tooMany(visits.length)]);
    const found = complete(visit.value, index + 1, problems);
    if (found === null) continue;
    visit.siblings.push(found.node);
    for (const child of found.children) visits.push({ value: child, siblings: found.node.children, depth: visit.depth + 1 });
  }
  const root = roots[0];
  if (root === undefined || problems.length > 0) throw invalid(problems);
  const found = decompositionProblems(root);
  if (found.length > 0) throw invalid(found);
  return root;
}

const quote = (id: string) => JSON.stringify(id);
const tooDeep = (depth: number) => `it has ${depth} or more levels of tasks (allowed: ${MAX_TASK_DEPTH})`;
const tooMany = (count: number) => `it has ${count} or more tasks (allowed: ${MAX_TASKS})`;

/**
 * Why tasks cannot be worked on as they are put together, each as a phrase that names the ids: empty and duplicate ids, unknown
 * dependencies, dependencies on an own ancestor or descendant, circles (`a → b → a`: each waits for the next), too deep, too many.
 */
export function decompositionProblems(root: TaskNode): string[] {
  const tree = outline(root);
  if (tree.depth > MAX_TASK_DEPTH) return [tooDeep(tree.depth)];
  if (tree.nodes.length > MAX_TASKS) return [tooMany(tree.nodes.length)];
  return [...idProblems(tree), ...dependencyProblems(tree), ...circleProblems(tree)];
}

function idProblems({ nodes, places }: Outline): string[] {
  const problems: string[] = [];
  const duplicates = new Set<string>();
  for (const [place, { id, description }] of nodes.entries()) {
    if (id.trim() === '') problems.push(`task number ${place + 1} (${quote(description)}) has an empty id`);
    else if (places.get(id) !== place) duplicates.add(id);
  }
  if (duplicates.size > 0) problems.push(`more than one task has the id ${[...duplicates].map(quote).join(', ')}`);
  return problems;
}

function dependencyProblems(tree: Outline): string[] {
  const problems: string[] = [];
  for (const [place, { id, dependencies }] of tree.nodes.entries()) {
    for (const name of unique(dependencies)) {
      const dependency = tree.places.get(name);
      if (dependency === undefined) problems.push(`${quote(id)} depends on ${quote(name)}, which is not a task`);
      else if (dependency === place) problems.push(`${quote(id)} depends on itself: ${id} → ${id}`);
      else if (isWithin(tree, place, dependency)) problems.push(`${quote(id)} depends on ${quote(name)}, which it is a part of`);
      else if (isWithin(tree, dependency, place)) problems.push(`${quote(id)} depends on ${quote(name)}, which is a part of it`);
    }
  }
  return problems;
}

function circleProblems(tree: Outline): string[] {
  const { circles: found, others } = circles(orderGraph(tree));
  const name = (place: number) => tree.nodes[place]?.id ?? '';
  const problems = found.map((circle) => `tasks wait for each other: ${circle.map(name).join(' → ')}`);
  if (others.length > 0) problems.push(`more tasks that wait for each other: ${others.map(name).map(quote).join(', ')}`);
  return problems;
}
