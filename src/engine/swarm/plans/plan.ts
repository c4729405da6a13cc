import path from 'node:path';
import * as z from 'zod';
import { jsonEqual } from '../../crtx/json-equal.ts';
import { type MergePolicy, mergePolicySchema, type SwarmStrategy, type TaskNode } from '../../crtx/schema.ts';
import { schemaProblems } from '../../crtx/validate.ts';
import { readFileBounded } from '../../files/atomic-file.ts';
import { CortexError, describeError, type ErrorData } from '../../platform/errors.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import type { OperationContext } from '../../platform/operation.ts';
import { typedText } from '../../platform/typed-text.ts';
import { ownProperty } from '../../text/foreign-data.ts';
import { formatJsonPath, type JsonPath } from '../../text/json/json-position.ts';
import { similarWord } from '../../text/similar-word.ts';
import { decodeUtf8 } from '../../text/utf8.ts';
import type { BudgetLimits } from '../budget.ts';
import { DEFAULT_BUDGET, DEFAULT_MERGE_POLICY, newBudgetSchema } from '../defaults.ts';
import { knownKeys } from '../state/unknown-keys.ts';
import { readChildren, readDecomposition } from '../tasks/decomposition.ts';
import { FILES_KEY } from '../tasks/task-files.ts';
import { JsonPlan } from './json-plan.ts';
import { NEXT, type PlanSource, type PlanVisit, pathTo } from './plan-source.ts';
import { YamlPlan } from './yaml-plan.ts';

/** The content of a plan: tasks, budget, and how results are merged. */
export interface Plan {
  readonly decomposition: TaskNode;
  readonly budget: BudgetLimits;
  readonly mergePolicy: MergePolicy;
  /** Present if recruited agents must be admitted by the coordinator or a person. */
  readonly admission?: 'coordinator';
  /** Possible mistakes, one sentence each. */
  readonly warnings: readonly string[];
}

/** Where a plan is: the absolute path of its file, or its text from standard input. */
export type PlanPlace = string | { readonly text: string };

/** Returns where a typed name finds a plan: `-` is standard input. @throws CortexError as `typedText` */
export const findPlan = async (context: Pick<OperationContext, 'readInput'>, name: string): Promise<PlanPlace> =>
  name === '-' ? { text: await typedText(context, name) } : path.resolve(name);

/** Returns the name of a plan in messages. */
export const planName = (place: PlanPlace): string => (typeof place === 'string' ? place : 'standard input');

/** Maximum size of a plan. A plan of the maximum of 100,000 tasks takes some 20 MB. */
const MAX_PLAN_BYTES = 32 * 1_048_576;

/** Maximum number of warnings; further ones are only counted. */
const MAX_WARNINGS = 5;

const policySchema = onDemand(() => z.strictObject(mergePolicySchema().partial().shape));
const planSchema = onDemand(() =>
  z.strictObject({
    decomposition: z.unknown().optional(),
    budget: newBudgetSchema().default(DEFAULT_BUDGET),
    mergePolicy: policySchema().default({}),
    admission: z.enum(['open', 'coordinator']).default('open'),
  }),
);

/** The keys of the parts of a plan, by path. Tasks may have any keys. */
const keys: () => Readonly<Record<string, readonly string[]>> = onDemand(() => ({
  '': Object.keys(planSchema().shape),
  budget: Object.keys(newBudgetSchema().shape),
  mergePolicy: Object.keys(policySchema().shape),
}));

/** Returns the keys of a task that have a meaning, as messages list them. */
const taskKeys = () => [...knownKeys.task(), FILES_KEY].join(', ');

/**
 * Reads a plan: YAML or JSON with `decomposition` (a TaskNode; see `readDecomposition`), `budget` and `mergePolicy` as in seed 1, and
 * `admission` (`open`, `coordinator`). Each is optional.
 * @param from `null` for no plan: the whole is one task
 * @param goal what the swarm is to achieve
 * @param strategy that the tasks must be possible under
 * @throws CortexError `not-found`; `broken-file` with line and column, also for tasks that cannot be worked on
 */
export function readPlan(fs: FileSystem, from: PlanPlace | null, goal: string, strategy?: SwarmStrategy): Plan {
  const whole = { id: 'root', description: goal };
  if (from === null) {
    return { decomposition: readDecomposition(whole), budget: DEFAULT_BUDGET, mergePolicy: DEFAULT_MERGE_POLICY, warnings: [] };
  }
  const source = sourceOf(fs, from);
  const { decomposition, budget, mergePolicy, admission } = checked(source);
  return {
    decomposition:
      decomposition === undefined
        ? readDecomposition(whole)
        : placed(source, ['decomposition'], (placeOf) => readDecomposition(decomposition, placeOf, strategy)),
    budget,
    mergePolicy: { ...DEFAULT_MERGE_POLICY, ...definedOnly(mergePolicy) },
    ...(admission === 'coordinator' && { admission }),
    warnings: unknownTaskKeys(source, [{ value: decomposition, parent: null, parts: ['decomposition'] }]),
  };
}

/**
 * Reads the subtasks to split a task into: YAML or JSON with `children`, as in a plan.
 * @throws as `readPlan`
 */
export function readTaskList(fs: FileSystem, from: PlanPlace): { readonly tasks: TaskNode[]; readonly warnings: readonly string[] } {
  const source = sourceOf(fs, from);
  const { data } = z.strictObject({ children: z.array(z.unknown()) }).safeParse(source.value);
  if (data === undefined) throw source.broken('must have one key, "children", with a list of tasks');
  if (data.children.length === 0) throw source.broken('"children" has no tasks', source.placeOf(['children']));
  const tasks = placed(source, [], (placeOf) => readChildren(data.children, placeOf));
  const visits = data.children.map((value, index): PlanVisit => ({ value, parent: null, parts: ['children', index] }));
  return { tasks, warnings: unknownTaskKeys(source, visits) };
}

/** Next step when a plan is not a regular file. */
const INSTEAD = 'Name a regular YAML or JSON file, or - to read standard input.';

function sourceOf(fs: FileSystem, place: PlanPlace): PlanSource {
  const file = planName(place);
  // JSON begins with a brace; other text is YAML.
  if (typeof place !== 'string') return new (place.text.trimStart().startsWith('{') ? JsonPlan : YamlPlan)(place.text, file);
  const content = readFileBounded(fs, file, { maxBytes: MAX_PLAN_BYTES, instead: INSTEAD });
  if (content === null) throw new CortexError('not-found', 'there is no such file', { file, next: INSTEAD });
  const Source = path.extname(file).toLowerCase() === '.json' ? JsonPlan : YamlPlan;
  return new Source(decodeUtf8(content.bytes, file), file);
}

function definedOnly(policy: Checked<typeof policySchema>): Partial<MergePolicy> {
  const { strategy, conflictResolution, minAgreePercent, requireHumanApproval } = policy;
  return {
    ...(strategy !== undefined && { strategy }),
    ...(conflictResolution !== undefined && { conflictResolution }),
    ...(minAgreePercent !== undefined && { minAgreePercent }),
    ...(requireHumanApproval !== undefined && { requireHumanApproval }),
  };
}

function checked(source: PlanSource): Checked<typeof planSchema> {
  const value = source.value ?? {};
  if (jsonEqual(value, {})) throw source.broken('is an empty plan', { allowed: Object.keys(planSchema().shape).join(', ') });
  const parsed = planSchema().safeParse(value);
  if (parsed.success) return parsed.data;
  const unknown = parsed.error.issues.find((issue) => issue.code === 'unrecognized_keys');
  if (unknown !== undefined) throw unknownKey(source, unknown.path.map(String).join('.'), unknown.keys[0] ?? '');
  const [problem] = schemaProblems(planSchema(), value);
  const { path: at = [], message = 'is not valid', ...shown } = problem ?? {};
  throw source.broken(`${at.length === 0 ? 'the plan' : formatJsonPath(at)} ${message}`, { ...shown, ...source.placeOf(at) });
}

/** @param part of the plan, empty for the plan itself */
function unknownKey(source: PlanSource, part: string, name: string): CortexError {
  const place = source.placeOfKey(part === '' ? [] : [part], name);
  const allowed = (keys()[part] ?? []).join(', ');
  return source.broken(`${JSON.stringify(name)} is not a key of ${part === '' ? 'a plan' : part}`, { allowed, ...place });
}

/** Reads a part of a plan. Adds the position to errors. */
function placed<T>(source: PlanSource, part: JsonPath, read: (placeOf: (path: JsonPath) => ErrorData) => T): T {
  try {
    return read((at) => ({ file: source.file, ...source.placeOf([...part, ...at]) }));
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    throw source.broken(error.message, { ...error.data, next: NEXT });
  }
}

/**
 * Returns warnings about unknown keys of tasks. Unknown keys are preserved, but a misspelt `dependencies` would silently lose its meaning.
 * @throws CortexError `broken-file` for a key that looks like a misspelt known one, or has another name of one
 */
function unknownTaskKeys(source: PlanSource, tasks: readonly PlanVisit[]): string[] {
  const found: { task: PlanVisit; name: string }[] = [];
  const visits = [...tasks];
  // A YAML alias yields the same object again, so each object is visited once.
  const seen = new Set<unknown>();
  // The list grows during iteration.
  for (const visit of visits) {
    if (seen.has(visit.value)) continue;
    seen.add(visit.value);
    for (const name of unknownKeysOf(visit.value)) {
      requireNoSlip(source, visit, name);
      found.push({ task: visit, name });
    }
    const children = ownProperty(visit.value, 'children');
    if (!Array.isArray(children)) continue;
    for (const [index, value] of children.entries()) visits.push({ value, parent: visit, parts: ['children', index] });
  }
  const more = found.length - MAX_WARNINGS;
  const described = found.slice(0, MAX_WARNINGS).map(({ task, name }) => describeUnknown(source, task, name));
  return more > 0 ? [...described, `${source.file}: ${more} more keys of tasks are not known.`] : described;
}

function unknownKeysOf(task: unknown): string[] {
  const names = typeof task === 'object' && task !== null ? Object.keys(task) : [];
  return names.filter((name) => !knownKeys.task().has(name) && name !== FILES_KEY);
}

/** Names that other task lists use for keys without which a plan means something else. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ...['depends', 'dependson', 'deps', 'needs', 'requires', 'blockedby', 'after'].map((name) => [name, 'dependencies'] as const),
  ...['tasks', 'subtasks', 'steps'].map((name) => [name, 'children'] as const),
]);

function requireNoSlip(source: PlanSource, task: PlanVisit, name: string): void {
  const meant = OTHER_NAMES.get(name.toLowerCase().replace(/[_-]/g, '')) ?? similarWord(name, knownKeys.task());
  if (meant === null) return;
  const message = `${JSON.stringify(name)} is not a key of a task; ${JSON.stringify(meant)} was probably meant`;
  throw source.broken(message, { allowed: taskKeys(), ...source.placeOfKey(pathTo(task), name) });
}

function describeUnknown(source: PlanSource, task: PlanVisit, name: string): string {
  const message = `${JSON.stringify(name)} is not a key of a task`;
  return describeError(
    source.broken(message, {
      allowed: taskKeys(),
      next: 'It is kept but has no effect.',
      ...source.placeOfKey(pathTo(task), name),
    }),
  );
}
