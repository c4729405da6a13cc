import path from 'node:path';
import { checkAgent } from '../../crtx/people.ts';
import type { Outcome } from '../../platform/operation.ts';
import { readPlan } from '../plans/plan.ts';
import type { CreateInput, CreateOutput } from '../schemas/swarm.ts';
import { beginSwarm } from './begin-swarm.ts';
import type { OpenSwarm } from './context.ts';
import { warnOfMissingFiles } from './missing-task-files.ts';
import { withPlanErrors } from './plan-errors.ts';

/** Creates a swarm from a plan. Without a plan the whole is one task. */
export async function createSwarm(context: OpenSwarm, input: CreateInput): Promise<Outcome<CreateOutput>> {
  const { task, coordinator, strategy, file, vanishAfter: vanishAfterMs, keepLocks, admission: asked } = input;
  const source = file === undefined ? null : path.resolve(file);
  const { warnings, admission: planned = 'open', ...plan } = readPlan(context.store.runtime.fs, source, task, strategy);
  const admission = asked ?? planned;
  const rules = { ...(vanishAfterMs !== undefined && { vanishAfterMs }), ...(admission === 'coordinator' && { admission }) };
  const given = { task, coordinator, strategy, ...plan, ...rules };
  checkAgent(context, coordinator);
  const outcome = await withPlanErrors(source, () => beginSwarm(context, given, keepLocks));
  return { ...outcome, warnings: [...warnings, ...warnOfMissingFiles(context, [plan.decomposition]), ...(outcome.warnings ?? [])] };
}
