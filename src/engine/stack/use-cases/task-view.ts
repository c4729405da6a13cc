import type { Checked } from '../../platform/on-demand.ts';
import type { taskSchema } from '../operations/common.ts';
import type { PlanTask } from '../plan/plan.ts';

/** A task as it is named in an answer. */
export function taskView({ number, title, line, notes }: PlanTask): Checked<typeof taskSchema> {
  return { number, title, line, why: notes.get('blocked') ?? null };
}
