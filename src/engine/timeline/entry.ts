import * as z from 'zod';
import { copyOf } from '../crtx/json-copy.ts';
import {
  type TimelineContext,
  type TimelineEntry,
  type TimelineEntryType,
  type TimelineOutcome,
  timelineContextSchema,
  timelineEntrySchema,
  timelineEntryTypeSchema,
  timelineOutcomeSchema,
} from '../crtx/schema/timeline.ts';
import { type ContentLimits, checkContent, checkSchema } from '../crtx/stored-content.ts';
import { onDemand } from '../platform/on-demand.ts';
import type { Runtime } from '../platform/runtime.ts';

/** What somebody has to say to have it recorded (RULINGS, crtx 4). */
export interface NewEntry {
  readonly agentId: string;
  readonly type: TimelineEntryType;
  readonly action: string;
  readonly reasoning: string;
  /** 0 to 1; 0.8 when it is not said. */
  readonly confidence?: number | undefined;
  readonly context?: Partial<Readonly<TimelineContext>> | undefined;
  readonly refs?: readonly string[] | undefined;
  /** The entry that this one follows from; it need not be there yet. */
  readonly parent?: string | undefined;
  /** `pending` when it is not said. */
  readonly outcome?: TimelineOutcome | undefined;
  readonly outcomeDetail?: string | undefined;
  /** Only for who may have to tell the same again: an id counts once. A new one when it is not said. */
  readonly id?: string | undefined;
  /** Milliseconds since 1970 UTC; now when it is not said. */
  readonly timestamp?: number | undefined;
}

/** It stands in a list, and a file of the timeline has room for many. */
const LIMITS: ContentLimits = {
  noun: 'a timeline entry',
  levels: 1,
  maxBytes: 1_048_576,
  next: 'Put the text into a file and name it in context.files.',
};
const MEND = 'Correct the value; nothing was recorded.';

const said = () => z.string().regex(/\S/u, 'it is empty');

/** What we write, unlike what we read, has the seed's words only. */
const writtenSchema = onDemand(() =>
  timelineEntrySchema().extend({
    id: said(),
    agentId: said(),
    type: timelineEntryTypeSchema(),
    action: said(),
    outcome: timelineOutcomeSchema(),
  }),
);

/** What is looked into before the rest is filled in. */
const listsSchema = onDemand(() => timelineEntrySchema().pick({ refs: true }).extend({ context: timelineContextSchema().partial() }));

/** How an entry ended. */
const endingSchema = onDemand(() => writtenSchema().pick({ outcome: true, outcomeDetail: true }));

/** Whether the timeline can hold an entry, also one with words of others. @throws CortexError `invalid-input` naming the place */
export function checkStorable(entry: TimelineEntry): void {
  checkSchema(timelineEntrySchema(), entry, MEND);
  checkContent(entry, LIMITS, 'lone-surrogate');
}

/** Whether an entry can be said to have ended so. @throws CortexError `invalid-input` naming the field */
export function checkEnding(ending: z.input<ReturnType<typeof endingSchema>>): void {
  checkSchema(endingSchema(), ending, MEND);
  checkContent(ending, LIMITS);
}

/**
 * The entry that is to be recorded, with all that follows filled in; a copy, so that later changes of the input do not matter.
 * @throws CortexError `invalid-input` naming the field, the value and what is allowed
 */
export function makeEntry({ clock, ids }: Pick<Runtime, 'clock' | 'ids'>, input: NewEntry): TimelineEntry {
  const { agentId, type, action, reasoning, confidence = 0.8, context = {}, refs = [], outcome = 'pending' } = input;
  const { id = ids('tle'), timestamp = clock.now(), outcomeDetail, parent } = input;
  checkSchema(listsSchema(), { context, refs }, MEND);
  const entry = {
    ...{ id, timestamp, agentId, type, action, reasoning, confidence },
    context: { ...context, files: context.files ?? [], state: context.state ?? {} },
    refs: [...refs],
    outcome,
    ...(outcomeDetail !== undefined && { outcomeDetail }),
    ...(parent !== undefined && { parent }),
  };
  checkSchema(writtenSchema(), entry, MEND);
  checkContent(entry, LIMITS);
  return copyOf(entry);
}
