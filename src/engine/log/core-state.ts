import * as z from 'zod';
import { LATEST_TIME } from '../platform/clock.ts';
import { type Checked, onDemand, readerOf } from '../platform/on-demand.ts';
import { begin, HIGHEST_FLOOR } from './begin.ts';
import { type Clocks, clocksSchema, NO_CLOCKS, takeNote, withOffset } from './clock-steps.ts';
import { segmentNumber } from './layout.ts';
import type { LogRecord } from './record.ts';
import { seal } from './segments/seal.ts';

/** The log format that this program writes; a log continued by a newer one is not touched. */
export const LOG_VERSION = 1;

/** How many published or adopted hashes are remembered: older bytes of ours that turn up again count as foreign. */
const HASHES_KEPT = 256;

const HIGHEST_ORDINAL = HIGHEST_FLOOR + 1e15;

const publication = onDemand(() =>
  z.object({
    /** SHA-256 of the whole file, hexadecimal. */
    hash: z.string(),
    /** The `header.checksum` in it. */
    checksum: z.string(),
    /** The file shows the state after the record with this ordinal. */
    upTo: z.int(),
    /** Stat identity of the file, so that others need not hash it: `dev-ino-size-mtimeNs`. */
    identity: z.string(),
  }),
);
const publish = onDemand(() => publication().extend({ op: z.literal('publish') }));
/**
 * The protocol's own: here it only matters that it counts once, and only if no other adoption came between the reading of
 * the file and this record, because the differences in it would be those of a file that is partly taken over already.
 */
const adopt = onDemand(() =>
  z.looseObject({
    op: z.literal('adopt'),
    hash: z.string(),
    after: z.int(),
    /** Stat identity of the published file if the content stands there, so that others need not hash it. */
    identity: z.string().optional(),
    /** The `header.checksum` that it carries: of the publication that it was made from, as most editors leave it. */
    checksum: z.string().optional(),
    /** When the content was written, by the file system's clock. Milliseconds. */
    written: z.number().optional(),
    /** The effective time up to which the content shows a log, if it is the first that this one takes over. Milliseconds. */
    shows: z.number().optional(),
  }),
);
const coreOperation = readerOf<CoreOperation>('op', { begin, seal, publish });
const adoptedFile = onDemand(() => z.object({ identity: z.string(), hash: z.string() }));
const origin = onDemand(() => z.object({ hash: z.string(), time: z.number() }));
/** The bytes of a segment that one append wrote: a newline and a record. */
const span = onDemand(() =>
  z
    .object({ segment: z.string().refine((name) => segmentNumber(name) !== null), from: z.int().min(0), to: z.int() })
    .refine(({ from, to }) => from < to),
);
const content = onDemand(() =>
  z.object({
    /** Of the file that we put there; empty for what somebody else wrote. */
    identity: z.string(),
    /** It shows the state behind this ordinal; 0 where that cannot be said. */
    upTo: z.int(),
    /** The `header.checksum` in it; empty for what somebody else wrote where that is not known. */
    checksum: z.string(),
    /** Where the record stands that adopted it, if one did, so that it need not be looked for. */
    adoption: z.object({ ordinal: z.int(), time: z.int(), span: span(), written: z.number().optional() }).nullable(),
  }),
);
const snapshot = onDemand(() =>
  z.object({
    ordinal: z.int().max(HIGHEST_ORDINAL),
    time: z.int().max(LATEST_TIME),
    version: z.int(),
    lineage: z.string(),
    boot: z.string(),
    pinned: z.boolean(),
    changed: z.int(),
    adopted: z.int(),
    changedAt: z.int(),
    contents: z.array(z.tuple([z.string(), content()])),
    published: publication().nullable(),
    adoptedFile: adoptedFile().nullable(),
    origin: origin().nullable(),
    publishedAt: z.int(),
    /** Not in older checkpoints. */
    clocks: clocksSchema().default(NO_CLOCKS),
    unreached: z.array(z.string()).default([]),
  }),
);

/** A logged publication of the projected file. */
export type Publication = Checked<typeof publication>;
/** The log's own operations. */
export type CoreOperation = Checked<typeof begin> | Checked<typeof seal> | Checked<typeof publish>;
export type CoreSnapshot = Checked<typeof snapshot>;

/** Where a record stands: its ordinal (the fencing number) and its effective time in milliseconds. */
export interface Place {
  readonly ordinal: number;
  readonly time: number;
  readonly id: string;
  /** By how much the clock was set, milliseconds: what still runs moves with it. */
  readonly shift?: number;
}

/** What became of a record: its place, whether the protocol's rules apply to it, and the next segment if it was a seal. */
export interface Noted {
  readonly place: Place;
  readonly counts: boolean;
  readonly next: string | null;
}

/** What is known of a content that was in the published file. */
type Content = Checked<typeof content>;
/** Where an adoption stands. */
export type AdoptionPlace = NonNullable<Content['adoption']>;
/** Where a record stands in the files of the log, in bytes from the segment's beginning. */
export type RecordSpan = Checked<typeof span>;

const UNKNOWN: Content = { identity: '', upTo: 0, checksum: '', adoption: null };
const OWN = new Set(['begin', 'seal', 'publish']);

/** A seal leads to the next segment, never back or in a cycle. */
function leadsOn(operation: CoreOperation, { segment }: RecordSpan): boolean {
  return operation.op !== 'seal' || segmentNumber(operation.next) === (segmentNumber(segment) ?? 0) + 1;
}

/** Whether a record that stands in `span` ends its segment. */
export function isSeal(record: LogRecord, span: RecordSpan): boolean {
  const operation = record.op === 'seal' ? coreOperation(record) : null;
  return operation !== null && leadsOn(operation, span);
}

/** What the log knows of itself, whatever protocol it serves: order, time, publications. */
export class CoreState {
  ordinal = 0;
  time = 0;
  version = 0;
  /** The id of the record that began the log; empty before. Another one stands there when somebody deleted the log meanwhile. */
  lineage = '';
  /** The machine start in which the log was last continued; empty before the beginning. */
  boot = '';
  /** True when the log was begun with a pinned clock. */
  pinned = false;
  /** Ordinal of the last record that changed what a publication shows. */
  changed = 0;
  /** Effective time of that record, milliseconds. */
  changedAt = 0;
  /** Ordinal of the last adoption that counted, 0 before the first. The next one says that it comes after it. */
  adopted = 0;
  published: Publication | null = null;
  /** The published file as it was last adopted. */
  adoptedFile: Checked<typeof adoptedFile> | null = null;
  /** The file that was there when the log was begun, and up to which time it shows a log before this one (milliseconds). */
  origin: Checked<typeof origin> | null = null;
  /** Effective time of the last publication, milliseconds. */
  publishedAt = 0;
  clocks: Clocks = NO_CLOCKS;
  /** Segments that a power loss before this machine start has left without a seal that leads to them. */
  unreached: readonly string[] = [];
  /** By hash: what was published, with the identity of our file, or adopted, with none. The latest last. */
  readonly #contents = new Map<string, Content>();

  /** True for the log's own operations; all others are the protocol's. */
  static owns(op: string): boolean {
    return OWN.has(op);
  }

  /** Whether one of the log's own operations is well-formed. */
  static canRead(record: LogRecord): boolean {
    return coreOperation(record) !== null;
  }

  /** True when bytes with this hash were published or adopted before. */
  knows(hash: string): boolean {
    return this.#contents.has(hash);
  }

  /** What is known of a content. */
  content(hash: string): Content {
    return this.#contents.get(hash) ?? UNKNOWN;
  }

  /** The publications that are remembered, the latest last. */
  publications(): Content[] {
    return [...this.#contents.values()].filter(({ upTo }) => upTo > 0);
  }

  /**
   * The adoptions that are remembered and stand behind an ordinal, in order.
   * @param checksum of those only whose content carried this one, or of which it is not known; `null`: of all
   * @param written of those only whose content was not written later, in milliseconds
   */
  adoptionsSince(ordinal: number, checksum: string | null, written: number): AdoptionPlace[] {
    const adoptions = [...this.#contents.values()].flatMap((content) => {
      const fits = checksum === null || content.checksum === '' || content.checksum === checksum;
      return content.adoption !== null && fits ? [content.adoption] : [];
    });
    return adoptions.filter((each) => each.ordinal > ordinal && (each.written ?? written) <= written).sort((a, b) => a.ordinal - b.ordinal);
  }

  /** Notes that a record changed what a publication shows. */
  change({ ordinal, time }: Place): void {
    this.changed = ordinal;
    this.changedAt = time;
  }

  /** Gives a record that stands in `span` its place; `null` when it is malformed and must not count. */
  note(record: LogRecord, span: RecordSpan): Noted | null {
    if (record.op === 'adopt') return this.#adopt(record, span);
    if (record.op === 'tick' && record.clock !== undefined) return this.#setClock(record);
    if (!CoreState.owns(record.op)) return { place: this.#place(record), counts: true, next: null };
    const operation = coreOperation(record);
    return operation !== null && leadsOn(operation, span) ? this.#own(record, operation) : null;
  }

  #own(record: LogRecord, operation: CoreOperation): Noted {
    let floor = 0;
    if (operation.op === 'begin') floor = this.#begin(operation, record.id);
    if (operation.op === 'publish') {
      const { op: _op, ...said } = operation;
      // It shows nothing that is not there, whatever it says: power loss may have taken what stood before it.
      const published = { ...said, upTo: Math.min(said.upTo, this.ordinal) };
      this.published = published;
      const { hash, identity, upTo, checksum } = published;
      this.#remember(hash, { identity, upTo, checksum, adoption: this.content(hash).adoption });
    }
    const place = this.#place(record, floor);
    if (operation.op === 'publish') this.publishedAt = place.time;
    return { place, counts: false, next: operation.op === 'seal' ? operation.next : null };
  }

  /** A clock was set: the time of the log goes with it, also back. */
  #setClock(record: LogRecord): Noted {
    const { shift, clocks } = takeNote(record.clock, record, this) ?? { shift: 0, clocks: this.clocks };
    this.clocks = clocks;
    this.time = Math.max(0, this.time + shift);
    return { place: { ...this.#place(record), ...(shift !== 0 && { shift }) }, counts: true, next: null };
  }

  #place(record: LogRecord, floor = 0): Place {
    this.ordinal = Math.max(this.ordinal + 1, floor);
    this.time = Math.max(this.time, record.t);
    return { ordinal: this.ordinal, time: this.time, id: record.id };
  }

  /** Two processes may begin the log of one boot at once: the first says how it is. */
  #begin({ boot, version, pinned, floor, place, offset, unreached = [] }: Checked<typeof begin>, id: string): number {
    if (boot === this.boot && version <= this.version) return 0;
    if (this.boot === '') {
      this.pinned = pinned;
      this.lineage = id;
    }
    this.boot = boot;
    this.unreached = unreached;
    if (place !== undefined && offset !== undefined) this.clocks = withOffset(this.clocks, place, offset);
    this.version = Math.max(this.version, version);
    return floor;
  }

  #adopt(record: LogRecord, span: RecordSpan): Noted | null {
    const parsed = adopt().safeParse(record);
    if (!parsed.success) return null;
    const { hash, after, identity, checksum = '', written, shows } = parsed.data;
    const counts = after === this.adopted && !this.knows(hash);
    const place = this.#place(record);
    if (counts) {
      if (this.adopted === 0 && shows !== undefined) this.origin = { hash, time: shows };
      this.adopted = place.ordinal;
      this.#remember(hash, { ...UNKNOWN, checksum, adoption: { ordinal: place.ordinal, time: place.time, span, written } });
      if (identity !== undefined) this.adoptedFile = { identity, hash };
    }
    return { place, counts, next: null };
  }

  #remember(hash: string, content: Content): void {
    this.#contents.delete(hash);
    this.#contents.set(hash, content);
    const oldest = this.#contents.keys().next();
    if (this.#contents.size > HASHES_KEPT && !oldest.done) this.#contents.delete(oldest.value);
  }

  snapshot(): CoreSnapshot {
    return { ...this, contents: [...this.#contents], unreached: [...this.unreached] };
  }

  /** @throws ZodError when the value is not a snapshot */
  static restore(value: unknown): CoreState {
    const { contents, ...rest } = snapshot().parse(value);
    const state = Object.assign(new CoreState(), rest);
    for (const [hash, content] of contents) state.#contents.set(hash, content);
    return state;
  }
}
