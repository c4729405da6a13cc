import { isMap, isScalar, isSeq, type YAMLMap } from 'yaml';
import * as z from 'zod';
import { readFileBounded } from '../../kernel/atomic-file.ts';
import { CortexError, describeError } from '../../kernel/errors.ts';
import type { FileSystem } from '../../kernel/file-system.ts';
import { formatJsonPath } from '../../kernel/json-position.ts';
import { decodeUtf8 } from '../../kernel/utf8.ts';
import { jsonEqual } from '../json-equal.ts';
import { type MergePolicy, mergePolicySchema, type TaskNode } from '../schema.ts';
import { schemaProblems } from '../validate.ts';
import type { BudgetLimits } from './budget.ts';
import { readDecomposition } from './decomposition.ts';
import { DEFAULT_BUDGET, DEFAULT_MERGE_POLICY, newBudgetSchema } from './defaults.ts';
import { NEXT, PlanSource } from './plan-source.ts';
import { knownKeys } from './rest.ts';

/** How a swarm is to work: its tasks, what they may cost, and how results come together. */
export interface Plan {
  readonly decomposition: TaskNode;
  readonly budget: BudgetLimits;
  readonly mergePolicy: MergePolicy;
  /** What looks like a mistake, a sentence each. */
  readonly warnings: readonly string[];
}

/** A plan of the 100,000 tasks that a swarm may have takes some 20 MB. */
const MAX_PLAN_BYTES = 32 * 1_048_576;

/** More than this are not told one by one. */
const MOST_WARNINGS = 5;

const policySchema = z.strictObject(mergePolicySchema.partial().shape);
const planSchema = z.strictObject({
  decomposition: z.unknown().optional(),
  budget: newBudgetSchema.default(DEFAULT_BUDGET),
  mergePolicy: policySchema.default({}),
});

/** The keys of the parts of a plan, by where they stand; those of tasks are open. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  '': Object.keys(planSchema.shape),
  budget: Object.keys(newBudgetSchema.shape),
  mergePolicy: Object.keys(policySchema.shape),
};

/**
 * Reads a plan: YAML or JSON with `decomposition` (a TaskNode; see `readDecomposition`), `budget` and `mergePolicy` in the words of
 * seed 1, each of which may be left out.
 * @param file absolute; `null` for no plan: one task, the whole
 * @param goal what the swarm is to achieve
 * @throws CortexError `not-found`, `broken-file` with line and column of what is wrong, also for tasks that cannot be worked on
 */
export function readPlan(fs: FileSystem, file: string | null, goal: string): Plan {
  const whole = { id: 'root', description: goal };
  if (file === null) {
    return { decomposition: readDecomposition(whole), budget: DEFAULT_BUDGET, mergePolicy: DEFAULT_MERGE_POLICY, warnings: [] };
  }
  const content = readFileBounded(fs, file, { maxBytes: MAX_PLAN_BYTES });
  if (content === null) throw new CortexError('not-found', 'there is no such plan', { file, next: 'Name a YAML or JSON file.' });
  const source = new PlanSource(decodeUtf8(content.bytes, file), file);
  const { decomposition, budget, mergePolicy } = checked(source);
  return {
    decomposition: decomposition === undefined ? readDecomposition(whole) : readTasks(decomposition, source),
    budget,
    mergePolicy: { ...DEFAULT_MERGE_POLICY, ...definedOnly(mergePolicy) },
    warnings: unknownTaskKeys(source),
  };
}

function definedOnly(policy: z.infer<typeof policySchema>): Partial<MergePolicy> {
  const { strategy, conflictResolution, minAgreePercent, requireHumanApproval } = policy;
  return {
    ...(strategy !== undefined && { strategy }),
    ...(conflictResolution !== undefined && { conflictResolution }),
    ...(minAgreePercent !== undefined && { minAgreePercent }),
    ...(requireHumanApproval !== undefined && { requireHumanApproval }),
  };
}

function checked(source: PlanSource): z.infer<typeof planSchema> {
  const value = source.value ?? {};
  if (jsonEqual(value, {})) throw source.broken('is an empty plan', { allowed: Object.keys(planSchema.shape).join(', ') });
  const parsed = planSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const unknown = parsed.error.issues.find((issue) => issue.code === 'unrecognized_keys');
  if (unknown !== undefined) throw unknownKey(source, unknown.path.map(String).join('.'), unknown.keys[0] ?? '');
  const [problem] = schemaProblems(planSchema, value);
  const { path = [], message = 'is not valid', ...shown } = problem ?? {};
  throw source.broken(`${path.length === 0 ? 'the plan' : formatJsonPath(path)} ${message}`, { ...shown, ...source.placeOf(path) });
}

/** @param part of the plan, empty for the plan itself */
function unknownKey(source: PlanSource, part: string, name: string): CortexError {
  const place = source.placeOfKey(part === '' ? source.contents : source.at([part]), name);
  const allowed = (KEYS[part] ?? []).join(', ');
  return source.broken(`${JSON.stringify(name)} is not a key of ${part === '' ? 'a plan' : part}`, { allowed, ...place });
}

function readTasks(value: unknown, source: PlanSource): TaskNode {
  try {
    return readDecomposition(value);
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    throw source.broken(error.message, { ...error.data, ...source.placeOf(['decomposition']), next: NEXT });
  }
}

/** Keys of tasks that nobody knows are kept, as everywhere; but a misspelt `dependencies` would be missed. */
function unknownTaskKeys(source: PlanSource): string[] {
  const found: { task: YAMLMap; name: string }[] = [];
  const visits: unknown[] = [source.at(['decomposition'])];
  // The list grows while it is walked. What an alias repeats is looked at where it stands.
  for (const node of visits) {
    if (!isMap(node)) continue;
    for (const name of unknownKeysOf(node)) found.push({ task: node, name });
    const children = node.get('children', true);
    if (isSeq(children)) for (const child of children.items) visits.push(child);
  }
  const more = found.length - MOST_WARNINGS;
  const told = found.slice(0, MOST_WARNINGS).map(({ task, name }) => describeUnknown(source, task, name));
  return more > 0 ? [...told, `${source.file}: ${more} more keys of tasks are not known.`] : told;
}

function unknownKeysOf(task: YAMLMap): string[] {
  const names = task.items.map(({ key }) => (isScalar(key) ? String(key.value) : ''));
  return names.filter((name) => !knownKeys.task.has(name));
}

function describeUnknown(source: PlanSource, task: YAMLMap, name: string): string {
  const allowed = [...knownKeys.task].join(', ');
  const message = `${JSON.stringify(name)} is not a key of a task`;
  return describeError(
    source.broken(message, { allowed, next: 'It is kept, and nothing follows from it.', ...source.placeOfKey(task, name) }),
  );
}
