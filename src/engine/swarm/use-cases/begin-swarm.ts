import { checkAgent } from '../../crtx/people.ts';
import type { TaskNode } from '../../crtx/schema.ts';
import { quoted } from '../../crtx/shorten.ts';
import { type ContentLimits, checkContent } from '../../crtx/stored-content.ts';
import { CortexError } from '../../platform/errors.ts';
import type { Outcome } from '../../platform/operation.ts';
import type { CreateOutput } from '../schemas/swarm.ts';
import type { SwarmInput } from '../state/swarm-records.ts';
import type { CreationRules } from '../state/unpublished.ts';
import { createOutline } from '../tasks/outline.ts';
import type { OpenSwarm } from './context.ts';
import { warnOfAwaitedNames } from './names-in-swarm.ts';
import { toReader } from './refusals.ts';
import { requireAccepted } from './swarm.ts';

/** `swarm.crtx` has room for a decomposition of this size plus the results of its tasks. */
export const DECOMPOSITION_LIMITS: ContentLimits = {
  noun: 'the decomposition',
  levels: 1,
  maxBytes: 32 * 1_048_576,
  next: 'Put long texts into files and name them in the descriptions.',
};

/** A task assigned to an agent that cannot act could never end. @throws CortexError as `checkAgent`, naming the task */
function checkHolders(context: OpenSwarm, decomposition: TaskNode): void {
  for (const { id, assignedTo } of createOutline(decomposition).nodes) {
    if (assignedTo === undefined) continue;
    try {
      checkAgent(context, assignedTo);
    } catch (error) {
      if (!(error instanceof CortexError)) throw error;
      throw new CortexError(error.code, `task ${quoted(id)} cannot be assigned: ${error.message}`, {
        ...error.data,
        next: 'Omit assignedTo, or name an agent; nothing was written.',
      });
    }
  }
}

/**
 * Creates a swarm, replacing one that has finished.
 * @param keepLocks whether the locks of members outlive the swarm
 * @throws CortexError when it is refused; nothing was written then
 */
export async function beginSwarm(
  context: OpenSwarm,
  plan: Omit<SwarmInput<'swarm.create'>, 'swarm' | keyof CreationRules>,
  keepLocks: boolean,
): Promise<Outcome<CreateOutput>> {
  checkAgent(context, plan.coordinator);
  checkHolders(context, plan.decomposition);
  checkContent(plan.decomposition, DECOMPOSITION_LIMITS);
  const { store } = context;
  const record = {
    op: 'swarm.create',
    swarm: store.runtime.ids('swm'),
    ...plan,
    ...(!keepLocks && ({ releaseLocks: true } as const)),
    fixedElectorate: true,
  } as const;
  const { output, ...outcome } = requireAccepted((await store.transact(record)).result, toReader(context));
  const tasks = store.swarm.progress()?.total ?? 0;
  const warnings = [...(outcome.warnings ?? []), ...warnOfAwaitedNames(plan)];
  const { budget, admission = 'open' } = plan;
  return { ...outcome, output: { swarm: output.swarm, tasks, budget, admission }, warnings };
}
