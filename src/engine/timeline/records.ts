import * as z from 'zod';
import { type TimelineEntry, timelineEntrySchema } from '../crtx/schema/timeline.ts';
import { type Checked, onDemand } from '../platform/on-demand.ts';

/** Keys that are not in the seed, with their values. */
export type UnknownMembers = Readonly<Record<string, unknown>>;

// Validated but not copied: a copy made by a schema would lose keys such as `__proto__`.
const wholeEntry = () => z.custom<TimelineEntry>((value) => timelineEntrySchema().safeParse(value).success, 'is not a timeline entry');
const rest = z.custom<UnknownMembers>((value) => typeof value === 'object' && value !== null && !Array.isArray(value), 'is not an object');

const entry = onDemand(() => z.object({ op: z.literal('entry'), entry: wholeEntry() }));
/** The ending of an entry. Without `outcomeDetail`, an earlier detail is removed: a detail belongs to its outcome. */
const outcome = onDemand(() =>
  z.object({
    op: z.literal('outcome'),
    entryId: z.string(),
    outcome: z.string(),
    outcomeDetail: z.string().optional(),
    /** The writer saw the entry in an archive. */
    archived: z.literal(true).optional(),
    /** The outcome that the writer saw. If it differs by now, nothing changes. */
    was: z.string().optional(),
  }),
);
/** Another program's change to an entry that it had read. */
const change = onDemand(() =>
  z.object({
    id: z.string(),
    ending: z.object({ outcome: z.string(), outcomeDetail: z.string().optional() }).optional(),
    /** Added children. */
    children: z.array(z.string()).optional(),
    /** Added or changed keys that are not in the seed. */
    rest: rest.optional(),
  }),
);
/** A refused change of an immutable field, with the value that was requested. */
const refusal = onDemand(() => z.object({ id: z.string(), field: z.string(), value: z.unknown() }));
/** Another program's changes in `timeline.crtx`. */
const adopt = onDemand(() =>
  z.object({
    op: z.literal('adopt'),
    hash: z.string(),
    /** `header.created` of the file. */
    created: z.int(),
    /** Added or changed keys beside `header` and `data`. */
    beside: rest,
    /** New entries, in the order of the file. */
    entries: z.array(wholeEntry()),
    changes: z.array(change()),
    refused: z.array(refusal()),
    /**
     * Entries of another clone with different immutable fields. Records of earlier versions lack this list; those versions refused such
     * entries.
     */
    versions: z.array(wholeEntry()).optional(),
    /** How many entries were invalid or changes refused. The file is published without them, whatever else changed. */
    left: z.int().optional(),
  }),
);

/** A request to rewrite `timeline.crtx`, whatever it contains. */
const flush = onDemand(() => z.object({ op: z.literal('flush') }));

const archive = onDemand(() => z.object({ name: z.string(), hash: z.string() }));
/** Entries that were moved into archives (docs/decisions/0007-large-timelines.md, "Rollover"). */
const roll = onDemand(() =>
  z.object({
    op: z.literal('roll'),
    /** Id of the first record of the log that was rolled. The record has no effect in another log. */
    beginning: z.string(),
    /** Ordinal of the last record that the archives include. */
    upTo: z.int(),
    /** The written archives. */
    archives: z.array(archive()),
    ids: z.array(z.string()),
    /** Late changes of entries that were in an archive before. */
    late: z.array(change()),
  }),
);
/** An archive includes the late changes of these entries. */
const settled = onDemand(() =>
  z.object({ op: z.literal('settled'), beginning: z.string(), upTo: z.int(), archive: archive(), ids: z.array(z.string()) }),
);

/** All operations of the timeline's log. */
export const timelineRecordSchema = onDemand(() => z.discriminatedUnion('op', [entry(), outcome(), adopt(), flush(), roll(), settled()]));

export type TimelineRecord = Checked<typeof timelineRecordSchema>;
export type TimelineRecordOf<Op extends TimelineRecord['op']> = Extract<TimelineRecord, { op: Op }>;
export type EntryChange = Checked<typeof change>;
export type RefusedChange = Checked<typeof refusal>;
