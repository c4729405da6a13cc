import type { Checked } from '../../platform/on-demand.ts';
import type { PlanTask } from '../plan/plan.ts';
import type { taskSchema } from '../schemas/common.ts';

/** Returns a task as it is named in an answer. */
export function taskView({ number, title, line, notes }: PlanTask): Checked<typeof taskSchema> {
  return { number, title, line, why: notes.get('blocked') ?? null };
}
