import * as z from 'zod';
import { place, range, text } from '../page-schema.ts';
import type { Step, View } from './protocol.ts';

/** More than a person can fold; fewer than would keep the host from its work. */
const MOST_FOLDED = 100_000;

/** What the page has in view. The page is not trusted: it draws what agents wrote. */
export const viewSchema: z.ZodType<View> = z.object({
  decisions: range,
  tasks: range,
  agents: range,
  locks: range,
  folded: z.array(text).max(MOST_FOLDED),
  burnDown: z.boolean(),
  graph: z.boolean(),
  history: z.object({ at: z.int().nonnegative().nullable() }).nullable(),
});

/** What a person wants done. */
export const stepSchema: z.ZodType<Step> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('init') }),
  z.object({ kind: z.literal('create-swarm') }),
  z.object({ kind: z.literal('pause') }),
  z.object({ kind: z.literal('resume') }),
  z.object({ kind: z.literal('abort') }),
  z.object({ kind: z.literal('recruit') }),
  z.object({ kind: z.literal('retire'), agent: text }),
  z.object({ kind: z.literal('assign'), task: text }),
  z.object({ kind: z.literal('retry'), task: text }),
  z.object({ kind: z.literal('show-task'), task: text }),
  z.object({ kind: z.literal('vote'), decision: text, choice: text.nullable() }),
  z.object({ kind: z.literal('pick'), decision: text }),
  z.object({ kind: z.literal('approve'), decision: text, refuse: z.boolean() }),
  z.object({ kind: z.literal('break-lock'), path: text }),
  z.object({ kind: z.literal('open-file'), path: text }),
  z.object({ kind: z.literal('open-problem'), file: text, line: place, column: place }),
]);

/** Whether a step only shows something. */
export const isLook = ({ kind }: Step): boolean => kind === 'show-task' || kind === 'open-file' || kind === 'open-problem';

/** Whether a step may be taken: of all files outside the swarm, only those that are shown as broken are opened. */
export function mayTake(step: Step, problems: readonly { readonly file: string | null }[]): boolean {
  return step.kind !== 'open-problem' || problems.some(({ file }) => file === step.file);
}
