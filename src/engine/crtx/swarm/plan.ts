import { isNode, LineCounter, type ParsedNode, parseDocument } from 'yaml';
import * as z from 'zod';
import { readFileBounded } from '../../kernel/atomic-file.ts';
import { CortexError, type ErrorData } from '../../kernel/errors.ts';
import type { FileSystem } from '../../kernel/file-system.ts';
import { decodeUtf8 } from '../../kernel/utf8.ts';
import { type MergePolicy, mergePolicySchema, type TaskNode } from '../schema.ts';
import type { BudgetLimits } from './budget.ts';
import { readDecomposition } from './decomposition.ts';
import { budgetLimitsSchema } from './swarm-records.ts';

/** How a swarm is to work: its tasks, what they may cost, and how results come together. */
export interface Plan {
  readonly decomposition: TaskNode;
  readonly budget: BudgetLimits;
  readonly mergePolicy: MergePolicy;
}

/** A plan of the 100,000 tasks that a swarm may have takes some 20 MB. */
const MAX_PLAN_BYTES = 32 * 1_048_576;

/** RULINGS, crtx 4: what a swarm may use when nothing is said; milliseconds, US dollars. */
export const DEFAULT_BUDGET: BudgetLimits = { maxAgents: 10_000, maxTokens: 100_000_000, maxCostUsd: 50, maxDurationMs: 3_600_000 };
/** What came last counts, and nobody has to approve it, when nothing is said. */
export const DEFAULT_MERGE_POLICY: MergePolicy = { strategy: 'auto', conflictResolution: 'last_write', requireHumanApproval: false };

const { maxAgents, maxTokens, maxCostUsd, maxDurationMs } = budgetLimitsSchema.shape;
const planSchema = z.strictObject({
  decomposition: z.unknown().optional(),
  budget: z
    .strictObject({
      maxAgents: maxAgents.default(DEFAULT_BUDGET.maxAgents),
      maxTokens: maxTokens.default(DEFAULT_BUDGET.maxTokens),
      maxCostUsd: maxCostUsd.default(DEFAULT_BUDGET.maxCostUsd),
      maxDurationMs: maxDurationMs.default(DEFAULT_BUDGET.maxDurationMs),
    })
    .default(DEFAULT_BUDGET),
  mergePolicy: z.strictObject(mergePolicySchema.partial().shape).default({}),
});

const NEXT = 'Correct the plan and try again; nothing was written.';

/**
 * Reads a plan: YAML or JSON with `decomposition` (a TaskNode; see `readDecomposition`), `budget` and `mergePolicy` in the words of
 * seed 1, each of which may be left out.
 * @param file absolute; `null` for no plan: one task, the whole
 * @param goal what the swarm is to achieve
 * @throws CortexError `not-found`, `broken-file` with line and column of what is wrong, `invalid-input` for its tasks
 */
export function readPlan(fs: FileSystem, file: string | null, goal: string): Plan {
  const whole = { id: 'root', description: goal };
  if (file === null) return { decomposition: readDecomposition(whole), budget: DEFAULT_BUDGET, mergePolicy: DEFAULT_MERGE_POLICY };
  const content = readFileBounded(fs, file, { maxBytes: MAX_PLAN_BYTES });
  if (content === null) throw new CortexError('not-found', 'there is no such plan', { file, next: 'Name a YAML or JSON file.' });
  const { decomposition = whole, budget, mergePolicy } = parsePlan(decodeUtf8(content.bytes, file), file);
  return { decomposition: readTasks(decomposition, file), budget, mergePolicy: { ...DEFAULT_MERGE_POLICY, ...definedOnly(mergePolicy) } };
}

function definedOnly(policy: z.infer<typeof planSchema>['mergePolicy']): Partial<MergePolicy> {
  const { strategy, conflictResolution, minAgreePercent, requireHumanApproval } = policy;
  return {
    ...(strategy !== undefined && { strategy }),
    ...(conflictResolution !== undefined && { conflictResolution }),
    ...(minAgreePercent !== undefined && { minAgreePercent }),
    ...(requireHumanApproval !== undefined && { requireHumanApproval }),
  };
}

function broken(message: string, data: ErrorData): CortexError {
  return new CortexError('broken-file', message, { next: NEXT, ...data });
}

function parsePlan(text: string, file: string): z.infer<typeof planSchema> {
  const lines = new LineCounter();
  const document = parseDocument<ParsedNode>(text, { lineCounter: lines, prettyErrors: false, version: '1.2' });
  const [mistake] = document.errors;
  if (mistake !== undefined) {
    const { line, col } = lines.linePos(mistake.pos[0]);
    throw broken(`is not YAML: ${mistake.message}`, { file, line, column: col });
  }
  const parsed = planSchema.safeParse(toValue(document, file) ?? {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue?.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : (issue?.path ?? []);
  const node = place.length === 0 ? document.contents : document.getIn(place, true);
  const at = isNode(node) && node.range ? lines.linePos(node.range[0]) : null;
  throw broken(`${place.map(String).join('.') || 'the plan'}: ${issue?.message ?? 'is not valid'}`, {
    file,
    ...(at !== null && { line: at.line, column: at.col }),
  });
}

/** @throws CortexError for aliases that would unfold without end */
function toValue(document: { toJS(): unknown }, file: string): unknown {
  try {
    return document.toJS();
  } catch (cause) {
    throw broken(`cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, { file });
  }
}

function readTasks(value: unknown, file: string): TaskNode {
  try {
    return readDecomposition(value);
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    throw broken(error.message, { ...error.data, file, next: NEXT });
  }
}
