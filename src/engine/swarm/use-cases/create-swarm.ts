import { checkAgent } from '../../crtx/people.ts';
import { CortexError } from '../../platform/errors.ts';
import type { Outcome } from '../../platform/operation.ts';
import { findPlan, type PlanPlace, planName, readPlan } from '../plans/plan.ts';
import type { CreateInput, CreateOutput } from '../schemas/swarm.ts';
import { beginSwarm } from './begin-swarm.ts';
import type { OpenSwarm } from './context.ts';
import { warnOfMissingFiles } from './missing-task-files.ts';

/** Creates a swarm from a plan. Without a plan the whole is one task. */
export async function createSwarm(context: OpenSwarm, input: CreateInput): Promise<Outcome<CreateOutput>> {
  const { task, coordinator, strategy, file, vanishAfter: vanishAfterMs, keepLocks, admission: asked } = input;
  const source = file === undefined ? null : await findPlan(context, file);
  const { warnings, admission: planned = 'open', ...plan } = readPlan(context.store.runtime.fs, source, task, strategy);
  const admission = asked ?? planned;
  const rules = { ...(vanishAfterMs !== undefined && { vanishAfterMs }), ...(admission === 'coordinator' && { admission }) };
  const given = { task, coordinator, strategy, ...plan, ...rules };
  checkAgent(context, coordinator);
  const outcome = await withPlanErrors(source, () => beginSwarm(context, given, keepLocks));
  return { ...outcome, warnings: [...warnings, ...warnOfMissingFiles(context, [plan.decomposition]), ...(outcome.warnings ?? [])] };
}

/**
 * Runs `work` on the content of a plan.
 * @param place of the plan; `null` if there is none
 * @throws CortexError `broken-file` in place of `invalid-input`: the command is right, the file is not
 */
export async function withPlanErrors<T>(place: PlanPlace | null, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (place === null || !(error instanceof CortexError) || error.code !== 'invalid-input') throw error;
    throw new CortexError('broken-file', error.message, { file: planName(place), ...error.data });
  }
}
