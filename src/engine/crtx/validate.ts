import type * as z from 'zod';
import { ownProperty } from '../text/foreign-data.ts';
import type { JsonPath } from '../text/json/json-position.ts';
import { firstIssues, MAX_PROBLEMS } from './invalid/first-problems.ts';
import { swarmManifestAloneSchema, taskNodeAloneSchema } from './schema/swarm.ts';
import { type CortexData, type CortexFile, type CortexFileType, cortexFileHeaderSchema, dataSchemas } from './schema.ts';

/** A value that does not match its schema. */
export interface SchemaProblem {
  readonly path: JsonPath;
  readonly message: string;
  /** The value, if it is short enough to show. */
  readonly value?: unknown;
  readonly allowed?: string;
}

/** Maximum depth of task trees. Recursive readers written from the seed alone must not fail on files of this program. */
export const MAX_TASK_DEPTH = 1_000;

const KINDS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a finite number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function allowedBy(issue: z.core.$ZodIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return KINDS[issue.expected] ?? issue.expected;
    case 'invalid_value':
      return issue.values.map((value) => JSON.stringify(value)).join(', ');
    case 'too_small':
      return `at least ${issue.minimum}`;
    case 'too_big':
      return `at most ${issue.maximum}`;
    default:
      return undefined;
  }
}

function describe(issue: z.core.$ZodIssue, value: unknown, path: JsonPath): SchemaProblem {
  const allowed = allowedBy(issue);
  const hint = allowed === undefined ? {} : { allowed };
  if (value === undefined) return { path, message: 'is missing', ...hint };
  if (Array.isArray(value)) return { path, message: 'is a list', ...hint };
  if (isObject(value)) return { path, message: 'is an object', ...hint };
  if (Number.isNaN(value)) return { path, message: 'is not a number', ...hint };
  // `1e999` in the file, which no text can reproduce.
  if (value === Infinity || value === -Infinity) return { path, message: 'exceeds the range of numbers', ...hint };
  const shown = typeof value === 'string' ? value.slice(0, 200) : value;
  const message = allowed === undefined ? `is not valid: ${issue.message}` : 'is not an allowed value';
  return { path, message, value: shown, ...hint };
}

/** Returns the problems of a value, at most `MAX_PROBLEMS`; empty if it is valid. @param at path of the value */
export function schemaProblems(schema: z.ZodType, value: unknown, at: JsonPath = []): SchemaProblem[] {
  return firstIssues(schema, value).map((issue) => {
    const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part));
    return describe(issue, path.reduce<unknown>(ownProperty, value), [...at, ...path]);
  });
}

/** A task during validation. Its path is built only for a problem. */
interface Visit {
  readonly node: unknown;
  readonly parent: Visit | null;
  readonly index: number;
  readonly depth: number;
}

function pathOf(visit: Visit): JsonPath {
  const path: (string | number)[] = [];
  for (let at: Visit | null = visit; at?.parent; at = at.parent) path.unshift('children', at.index);
  return ['decomposition', ...path];
}

/** Returns the problems of a task without those of its children. */
function aloneProblems(visit: Visit): SchemaProblem[] {
  const { node } = visit;
  const alone = isObject(node) && Array.isArray(ownProperty(node, 'children')) ? { ...node, children: [] } : node;
  return schemaProblems(taskNodeAloneSchema(), alone).map((problem) => ({ ...problem, path: [...pathOf(visit), ...problem.path] }));
}

/** Iterative, so that deep trees cannot overflow the stack. The root itself was checked with its manifest. */
function checkTasks(root: unknown): SchemaProblem[] {
  const problems: SchemaProblem[] = [];
  const visits: Visit[] = [{ node: root, parent: null, index: 0, depth: 1 }];
  for (const visit of visits) {
    if (problems.length >= MAX_PROBLEMS) return problems;
    if (visit.depth > MAX_TASK_DEPTH) {
      return [...problems, { path: pathOf(visit), message: 'is nested too deep', allowed: `at most ${MAX_TASK_DEPTH} levels of tasks` }];
    }
    const children = ownProperty(visit.node, 'children');
    if (visit.parent !== null) for (const problem of aloneProblems(visit)) problems.push(problem);
    if (!Array.isArray(children)) continue;
    for (const [index, node] of children.entries()) visits.push({ node, parent: visit, index, depth: visit.depth + 1 });
  }
  return problems;
}

/** Returns the problems of `data` in a file of the given type; paths start below `data`. Unknown keys are allowed. */
export function dataProblems(type: CortexFileType, data: unknown): SchemaProblem[] {
  if (type !== 'swarm') return schemaProblems(dataSchemas[type], data);
  return [...schemaProblems(swarmManifestAloneSchema(), data), ...checkTasks(ownProperty(data, 'decomposition'))];
}

/**
 * Whether a parsed file is valid; its problems are added to `problems`. The value is not copied: a copy made by a schema would lose keys
 * such as `__proto__`.
 */
export function isCortexFile<Type extends CortexFileType>(
  type: Type,
  value: unknown,
  problems: SchemaProblem[],
): value is CortexFile<CortexData[Type]> {
  // Pushed one by one: a file may have more problems than a call can take arguments.
  for (const problem of schemaProblems(cortexFileHeaderSchema(), ownProperty(value, 'header'), ['header'])) problems.push(problem);
  for (const problem of dataProblems(type, ownProperty(value, 'data'))) problems.push({ ...problem, path: ['data', ...problem.path] });
  return problems.length === 0;
}
