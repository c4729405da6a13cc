import type * as z from 'zod';
import type { TaskNode } from '../../../engine/crtx/index.ts';
import type { Subject } from '../../model/row.ts';
import type { ProjectViewModel } from '../../model/swarm/view-model.ts';
import { askText, requireNonEmpty } from '../ask.ts';
import type { Work } from '../operations.ts';
import { pickTask } from './pickers.ts';

/** Inputs of a form: the project as shown when the command began, the clicked row, and the user. */
export interface FormContext {
  readonly work: Work;
  readonly viewModel: ProjectViewModel;
  /** `null` if the command was run from the palette. */
  readonly subject: Subject | null;
  /** `person:<name>`. */
  readonly person: string;
  readonly title: string;
}

/** Asks for the input of an operation. @throws Cancelled, NothingToChoose */
export type Form = (context: FormContext) => Promise<Readonly<Record<string, unknown>>>;

/** Returns the clicked task, or asks for one. */
export function taskIn({ subject, viewModel, title }: FormContext, fits: (node: TaskNode) => boolean): Promise<string> {
  if (subject?.kind === 'task') return Promise.resolve(subject.id);
  return pickTask(viewModel, title, fits).then(({ id }) => id);
}

/** Asks for the input of an operation without a form of its own: at most who decides, which is the user, and why. */
export async function askDecision(schema: z.ZodObject, { title, person }: FormContext) {
  const by = 'by' in schema.shape ? { by: person } : {};
  if (!('reason' in schema.shape)) return by;
  const isOptional = schema.safeParse({ ...by, reason: '' }).success;
  const question = isOptional ? { prompt: 'Reason (optional)' } : { prompt: 'Reason', check: requireNonEmpty };
  return { ...by, reason: await askText({ title, ...question }) };
}
