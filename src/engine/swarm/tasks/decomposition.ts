import * as z from 'zod';
import { type SwarmStrategy, type TaskNode, taskNodeSchema } from '../../crtx/schema.ts';
import { quoted } from '../../crtx/shorten.ts';
import { MAX_TASK_DEPTH, type SchemaProblem, schemaProblems } from '../../crtx/validate.ts';
import { CortexError, describeValue, type ErrorData } from '../../platform/errors.ts';
import { onDemand } from '../../platform/on-demand.ts';
import { counted } from '../../text/amounts.ts';
import { ownProperty } from '../../text/foreign-data.ts';
import { formatJsonPath, type JsonPath } from '../../text/json/json-position.ts';
import { createOutline, type Outline } from './outline.ts';
import { decompositionProblemsWithTasks, MAX_TASKS, tooDeepProblem, tooManyProblem } from './task-problems.ts';

/** Default priority of a task: the middle of the usual 1 (urgent) to 5. */
export const DEFAULT_PRIORITY = 3;

/** Schema of one task as a person or an agent types it; its children are validated one by one. */
const typedTask = onDemand(() =>
  taskNodeSchema().extend({
    status: taskNodeSchema().shape.status.default('pending'),
    priority: taskNodeSchema().shape.priority.default(DEFAULT_PRIORITY),
    estimatedTokens: z.int().min(0).default(0),
    dependencies: taskNodeSchema().shape.dependencies.default(() => []),
    children: z.array(z.unknown()).default(() => []),
  }),
);

/** A problem of a decomposition, and the path to the value. */
interface Problem {
  readonly text: string;
  readonly path: JsonPath;
}

/** Returns the position of a value in the text that a decomposition was read from. */
type PlaceOf = (path: JsonPath) => ErrorData;

/** Maximum number of problems that one error lists on lines of their own. */
const MAX_LINES = 50;

/** Returns the error for a decomposition. Each further problem has its own line with its own place, if the places are known. */
function invalid([first, ...others]: readonly Problem[], placeOf: PlaceOf): CortexError {
  const place = placeOf(first?.path ?? []);
  const listed = place.line === undefined ? others.map(({ text }) => `; ${text}`) : placedLines(others, placeOf);
  return new CortexError('invalid-input', `the decomposition cannot be used: ${first?.text ?? ''}${listed.join('')}`, {
    next: 'Correct the decomposition and try again.',
    ...place,
  });
}

function placedLines(problems: readonly Problem[], placeOf: PlaceOf): string[] {
  const lines = problems.slice(0, MAX_LINES).map(({ text, path }) => {
    const { file, line, column } = placeOf(path);
    return `\n${[file, line, column].filter((part) => part !== undefined).join(':')}: ${text}`;
  });
  const more = problems.length - lines.length;
  return more > 0 ? [...lines, `\nand ${counted(more, 'more problem')}`] : lines;
}

/** A task during reading. Its path is built only for a problem. */
interface Visit {
  readonly value: unknown;
  readonly parent: Visit | null;
  /** Index among the children of the parent. */
  readonly index: number;
  readonly siblings: TaskNode[];
  readonly depth: number;
}

function pathOf(visit: Visit): JsonPath {
  const path: (string | number)[] = [];
  for (let at: Visit | null = visit; at?.parent; at = at.parent) path.push(at.index, 'children');
  return path.reverse();
}

function nameOf(value: unknown, place: number): string {
  const id = ownProperty(value, 'id');
  return typeof id === 'string' && id.trim() !== '' ? `task "${id}"` : `task number ${place}`;
}

function shapeProblem(task: string, { path, message, ...shown }: SchemaProblem): string {
  return `${task}${path.length === 0 ? '' : `: ${formatJsonPath(path)}`} ${message}${describeValue(shown)}`;
}

/** Returns the task without its children, with defaults for omitted fields. Adds its errors to `problems`. */
function complete(visit: Visit, place: number, problems: Problem[]): { node: TaskNode; children: readonly unknown[] } | null {
  const { value } = visit;
  const parsed = typedTask().safeParse(value);
  if (!parsed.success) {
    for (const problem of schemaProblems(typedTask(), value))
      problems.push({ text: shapeProblem(nameOf(value, place), problem), path: [...pathOf(visit), ...problem.path] });
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
 * Reads a decomposition that a person or an agent typed (seed 1, "TaskNode"). Optional: `status` (pending), `priority` (3),
 * `estimatedTokens` (0), `dependencies` and `children` (none).
 * @param placeOf position of a value in the text that `value` was read from; the error names the first position
 * @param strategy see `decompositionProblems`
 * @throws CortexError `invalid-input` that names every offending task
 */
export function readDecomposition(value: unknown, placeOf: PlaceOf = () => ({}), strategy?: SwarmStrategy): TaskNode {
  const [root] = readTasks({ value, parent: null, index: 0, depth: 1 }, placeOf);
  if (root === undefined) throw invalid([], placeOf);
  const tree = createOutline(root);
  const found = decompositionProblemsWithTasks(tree, strategy).map(({ text, places: [place] }) => ({
    text,
    path: pathOfTask(tree, place),
  }));
  if (found.length > 0) throw invalid(found, placeOf);
  return root;
}

/**
 * Reads typed tasks that will be added below an existing task. Does not check whether they fit there (`checkGrowth` does).
 * @param placeOf see `readDecomposition`
 * @throws CortexError `invalid-input` that names every offending task
 */
export function readChildren(values: readonly unknown[], placeOf: PlaceOf = () => ({})): TaskNode[] {
  const [whole] = readTasks({ value: { id: 'whole', description: '', children: values }, parent: null, index: 0, depth: 0 }, placeOf);
  const children = whole?.children ?? [];
  const begun = children.flatMap((child) => createOutline(child).nodes).filter(isBegun);
  if (begun.length === 0) return children;
  throw invalid(
    [{ text: `a new task must be pending and unassigned: ${begun.map(({ id }) => quoted(id)).join(', ')}`, path: [] }],
    placeOf,
  );
}

function isBegun({ status, assignedTo, output, actualTokens }: TaskNode): boolean {
  return status !== 'pending' || assignedTo !== undefined || output !== undefined || actualTokens !== undefined;
}

function readTasks(first: Omit<Visit, 'siblings'>, placeOf: PlaceOf): TaskNode[] {
  const problems: Problem[] = [];
  const roots: TaskNode[] = [];
  const visits: Visit[] = [{ ...first, siblings: roots }];
  // The list grows during iteration.
  for (const [index, visit] of visits.entries()) {
    if (visit.depth > MAX_TASK_DEPTH) throw invalid([...problems, { text: tooDeepProblem(visit.depth), path: pathOf(visit) }], placeOf);
    if (index >= MAX_TASKS) throw invalid([...problems, { text: tooManyProblem(visits.length), path: pathOf(visit) }], placeOf);
    const found = complete(visit, index + 1, problems);
    if (found === null) continue;
    visit.siblings.push(found.node);
    for (const [place, child] of found.children.entries())
      visits.push({ value: child, parent: visit, index: place, siblings: found.node.children, depth: visit.depth + 1 });
  }
  if (problems.length > 0) throw invalid(problems, placeOf);
  return roots;
}

/** Returns the path to the task at a place. */
export function pathOfTask({ nodes, parents }: Outline, place: number): JsonPath {
  const path: (string | number)[] = [];
  let at = place;
  for (let node = nodes[at]; node !== undefined && at > 0; node = nodes[at]) {
    at = parents[at] ?? 0;
    path.push(nodes[at]?.children.indexOf(node) ?? 0, 'children');
  }
  return path.reverse();
}
