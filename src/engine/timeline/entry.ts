import * as z from 'zod';
import { copyJson } from '../crtx/json-copy.ts';
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

/** Input for a new entry (RULINGS, crtx 4). */
export interface NewEntry {
  readonly agentId: string;
  readonly type: TimelineEntryType;
  readonly action: string;
  readonly reasoning: string;
  /** 0 to 1; default: 0.8. */
  readonly confidence?: number | undefined;
  readonly context?: Partial<Readonly<TimelineContext>> | undefined;
  readonly refs?: readonly string[] | undefined;
  /** The parent entry, which may not exist yet. */
  readonly parent?: string | undefined;
  /** Default: `pending`. */
  readonly outcome?: TimelineOutcome | undefined;
  readonly outcomeDetail?: string | undefined;
  /** For callers that may have to record the same entry again: an id is recorded once. Default: a new id. */
  readonly id?: string | undefined;
  /** Milliseconds since 1970 UTC; default: now. */
  readonly timestamp?: number | undefined;
}

/** An entry is nested in a list, and a file of the timeline has room for many. */
const LIMITS: ContentLimits = {
  noun: 'a timeline entry',
  levels: 1,
  maxBytes: 1_048_576,
  next: 'Put the text in a file and add the file to context.files.',
};
const MEND = 'Correct the value. Nothing was recorded.';

const nonEmptyText = () => z.string().regex(/\S/u, 'it is empty');

/** Unlike entries that are read, written ones have only the seed's types and outcomes. */
const writtenSchema = onDemand(() =>
  timelineEntrySchema().extend({
    id: nonEmptyText(),
    agentId: nonEmptyText(),
    type: timelineEntryTypeSchema(),
    action: nonEmptyText(),
    outcome: timelineOutcomeSchema(),
  }),
);

/** Validated before defaults are filled in. */
const listsSchema = onDemand(() => timelineEntrySchema().pick({ refs: true }).extend({ context: timelineContextSchema().partial() }));

/** Outcome and outcome detail of an entry. */
const endingSchema = onDemand(() => writtenSchema().pick({ outcome: true, outcomeDetail: true }));

/** Checks that the timeline can store an entry, which may have unknown words. @throws CortexError `invalid-input` naming the place */
export function checkStorable(entry: TimelineEntry): void {
  checkSchema(timelineEntrySchema(), entry, MEND);
  checkContent(entry, LIMITS, 'lone-surrogate');
}

/** Checks the ending of an entry. @throws CortexError `invalid-input` naming the field */
export function checkOutcome(ending: z.input<ReturnType<typeof endingSchema>>): void {
  checkSchema(endingSchema(), ending, MEND);
  checkContent(ending, LIMITS);
}

/**
 * Creates an entry with defaults filled in. It is a copy, so later changes of the input have no effect.
 * @throws CortexError `invalid-input` naming the field, the value and what is allowed
 */
export function makeEntry({ clock, ids }: Pick<Runtime, 'clock' | 'ids'>, input: NewEntry): TimelineEntry {
  const { agentId, type, action, reasoning, confidence = 0.8, context = {}, refs = [], outcome = 'pending' } = input;
  const { id = ids('tle'), timestamp = clock.now(), outcomeDetail, parent } = input;
  checkSchema(listsSchema(), { context, refs }, MEND);
  const entry = {
    id,
    timestamp,
    agentId,
    type,
    action,
    reasoning,
    confidence,
    context: { ...context, files: context.files ?? [], state: context.state ?? {} },
    refs: [...refs],
    outcome,
    ...(outcomeDetail !== undefined && { outcomeDetail }),
    ...(parent !== undefined && { parent }),
  };
  checkSchema(writtenSchema(), entry, MEND);
  checkContent(entry, LIMITS);
  return copyJson(entry);
}
