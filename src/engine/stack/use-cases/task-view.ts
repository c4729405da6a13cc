import type * as z from 'zod';
import type { taskSchema } from '../operations/common.ts';
import type { PlanTask } from '../plan.ts';

/** A task as it is named in an answer. */
export function taskView({ number, title, line, notes }: PlanTask): z.infer<typeof taskSchema> {
  return { number, title, line, why: notes.get('blocked') ?? null };
}
