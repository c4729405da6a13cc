import * as z from 'zod';
import { type TimelineEntry, timelineEntrySchema } from '../crtx/schema/timeline.ts';
import { type Checked, onDemand } from '../platform/on-demand.ts';

/** Keys that the seed does not know, as they were found. */
export type Rest = Readonly<Record<string, unknown>>;

// Judged and not copied: a copy made by a schema would lose keys such as `__proto__`.
const wholeEntry = () => z.custom<TimelineEntry>((value) => timelineEntrySchema().safeParse(value).success, 'is not a timeline entry');
const rest = z.custom<Rest>((value) => typeof value === 'object' && value !== null && !Array.isArray(value), 'is not an object');

const entry = onDemand(() => z.object({ op: z.literal('entry'), entry: wholeEntry() }));
/** How an entry ended. Without `outcomeDetail` it has none any more: a detail belongs to its outcome. */
const outcome = onDemand(() =>
  z.object({
    op: z.literal('outcome'),
    entryId: z.string(),
    outcome: z.string(),
    outcomeDetail: z.string().optional(),
    /** Its writer has seen the entry in an archive. */
    archived: z.literal(true).optional(),
    /** How the entry stood when its writer looked: if that is another by now, nothing changes. */
    was: z.string().optional(),
  }),
);
/** What another program did to an entry that it had read. */
const change = onDemand(() =>
  z.object({
    id: z.string(),
    ending: z.object({ outcome: z.string(), outcomeDetail: z.string().optional() }).optional(),
    /** Children that were added. */
    children: z.array(z.string()).optional(),
    /** Keys that the seed does not know, added or changed. */
    rest: rest.optional(),
  }),
);
/** A change of what may never change, and what somebody wanted there instead. */
const refusal = onDemand(() => z.object({ id: z.string(), field: z.string(), value: z.unknown() }));
/** What another program changed in `timeline.crtx`. */
const adopt = onDemand(() =>
  z.object({
    op: z.literal('adopt'),
    hash: z.string(),
    /** `header.created` of the file. */
    created: z.int(),
    /** What stands in the file beside `header` and `data`, added or changed. */
    beside: rest,
    /** Entries that are new, in the order of the file. */
    entries: z.array(wholeEntry()),
    changes: z.array(change()),
    refused: z.array(refusal()),
    /** Entries of another clone that says other things for good; earlier versions, which had none, refused these. */
    versions: z.array(wholeEntry()).optional(),
    /** How many entries were not valid: the file is to be published without them, whatever else changed. */
    left: z.int().optional(),
  }),
);

/** `timeline.crtx` is to be written anew, whatever stands there now. */
const flush = onDemand(() => z.object({ op: z.literal('flush') }));

const archive = onDemand(() => z.object({ name: z.string(), hash: z.string() }));
/** Entries stand in archives now (docs/decisions/0007-large-timelines.md, "Rollover"). */
const roll = onDemand(() =>
  z.object({
    op: z.literal('roll'),
    /** The id of the first record of the log that it was made from: in any other one it says nothing. */
    beginning: z.string(),
    /** The archives show what the record with this ordinal left. */
    upTo: z.int(),
    /** What was written. */
    archives: z.array(archive()),
    ids: z.array(z.string()),
    /** What became of entries that stood in an archive before. */
    late: z.array(change()),
  }),
);
/** An archive shows the late changes of these entries. */
const settled = onDemand(() =>
  z.object({ op: z.literal('settled'), beginning: z.string(), upTo: z.int(), archive: archive(), ids: z.array(z.string()) }),
);

/** Every operation of the timeline's log. */
export const timelineRecordSchema = onDemand(() => z.discriminatedUnion('op', [entry(), outcome(), adopt(), flush(), roll(), settled()]));

export type TimelineRecord = Checked<typeof timelineRecordSchema>;
export type TimelineRecordOf<Op extends TimelineRecord['op']> = Extract<TimelineRecord, { op: Op }>;
export type EntryChange = Checked<typeof change>;
export type Refusal = Checked<typeof refusal>;
