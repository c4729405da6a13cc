import * as z from 'zod';
import { LATEST_TIME } from '../platform/clock.ts';
import { type Checked, createReader, onDemand } from '../platform/on-demand.ts';
import { begin, HIGHEST_FLOOR, lostFloor } from './begin.ts';
import { applyClockNote, type Clocks, clocksSchema, NO_CLOCKS, withOffset } from './clock-steps.ts';
import { segmentNumber } from './layout.ts';
import type { LogRecord } from './record.ts';
import { seal } from './segments/seal.ts';

/** Log format that this program writes. A log that a newer version continued is not touched. */
export const LOG_VERSION = 1;

/** How many damaged lines are remembered by their ordinals: the first one and the last ones. */
const DAMAGED_KEPT = 64;
/** How many hashes of published or adopted contents are remembered. Older publications that reappear count as foreign. */
const HASHES_KEPT = 256;
const HIGHEST_ORDINAL = HIGHEST_FLOOR + 1e15;

const publication = onDemand(() =>
  z.object({
    /** SHA-256 of the whole file, hexadecimal. */
    hash: z.string(),
    /** The `header.checksum` in the file. */
    checksum: z.string(),
    /** The file shows the state after the record with this ordinal. */
    upTo: z.int(),
    /** Stat identity of the file (`dev-ino-size-mtimeNs`), so that other processes need not hash it. */
    identity: z.string(),
  }),
);
const publish = onDemand(() => publication().extend({ op: z.literal('publish') }));
/**
 * Fields of an adoption that the log reads; the operation itself belongs to the protocol. An adoption counts once, and only if no other
 * adoption came between reading the file and this record. Otherwise its differences would be those of a partly adopted file.
 */
const adopt = onDemand(() =>
  z.looseObject({
    op: z.literal('adopt'),
    hash: z.string(),
    after: z.int(),
    /** Stat identity of the published file if it has this content, so that other processes need not hash it. */
    identity: z.string().optional(),
    /** The `header.checksum` in the content. Most editors leave that of the publication that they edited. */
    checksum: z.string().optional(),
    /** When the content was written, in milliseconds of the file system's clock. */
    written: z.number().optional(),
    /** Effective time up to which the content shows an earlier log, in milliseconds. Only in the first adoption of a log. */
    shows: z.number().optional(),
    /** Ordinal of the last damaged line whose effect was taken back from the published file. */
    mends: z.int().optional(),
  }),
);
const coreOperation = createReader<CoreOperation>('op', { begin, seal, publish });
const adoptedFile = onDemand(() => z.object({ identity: z.string(), hash: z.string() }));
const origin = onDemand(() => z.object({ hash: z.string(), time: z.number() }));
/** Bytes of a segment that one append wrote: a newline and a record. */
const span = onDemand(() =>
  z
    .object({ segment: z.string().refine((name) => segmentNumber(name) !== null), from: z.int().min(0), to: z.int() })
    .refine(({ from, to }) => from < to),
);
const content = onDemand(() =>
  z.object({
    /** Stat identity of the file if this program published it; empty for foreign content. */
    identity: z.string(),
    /** Ordinal of the last record that the content shows; 0 if unknown. */
    upTo: z.int(),
    /** The `header.checksum` in the content; empty if unknown, for foreign content. */
    checksum: z.string(),
    /** Location of the record that adopted the content, so that no search is needed; `null` if it was not adopted. */
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
    /** Absent in older checkpoints. */
    clocks: clocksSchema().default(NO_CLOCKS),
    unreached: z.array(z.string()).default([]),
    damaged: z.array(z.int()).default([]),
  }),
);

/** A logged publication of the projected file. */
export type Publication = Checked<typeof publication>;
/** Operations of the log itself. */
export type CoreOperation = Checked<typeof begin> | Checked<typeof seal> | Checked<typeof publish>;
export type CoreSnapshot = Checked<typeof snapshot>;

/** Position of a record: its ordinal (the fencing token) and its effective time in milliseconds. */
export interface RecordPosition {
  readonly ordinal: number;
  readonly time: number;
  readonly id: string;
  /** By how much the clock was set, in milliseconds. Everything that is still running moves with it. */
  readonly shift?: number;
}

/** Result of noting a record: its place, whether the protocol's rules apply to it, and the next segment if it was a seal. */
export interface NotedRecord {
  readonly place: RecordPosition;
  readonly counts: boolean;
  readonly next: string | null;
}

/** What the log remembers about a content of the published file. */
type Content = Checked<typeof content>;
/** Location of an adoption. */
export type AdoptionPosition = NonNullable<Content['adoption']>;
/** Location of a record in the files of the log, in bytes from the start of its segment. */
export type RecordSpan = Checked<typeof span>;

const UNKNOWN: Content = { identity: '', upTo: 0, checksum: '', adoption: null };
const OWN = new Set(['begin', 'seal', 'publish']);

/** Returns false only for a seal that does not name the next segment: a seal never leads back or in a cycle. */
function isSealInOrder(operation: CoreOperation, { segment }: RecordSpan): boolean {
  return operation.op !== 'seal' || segmentNumber(operation.next) === (segmentNumber(segment) ?? 0) + 1;
}

/**
 * Returns the highest ordinal that the writer of a record had read: `seen`, or in records of earlier versions, the ordinals that some name.
 * A forged one must not exceed what checkpoints can hold.
 */
function lastSeen({ op, seen, upTo, after }: LogRecord): number {
  const named = [seen, op === 'publish' ? upTo : 0, op === 'adopt' ? after : 0];
  return Math.max(0, ...named.map((each) => (Number.isSafeInteger(each) && Number(each) <= HIGHEST_FLOOR ? Number(each) : 0)));
}

/** Returns whether a record at `span` ends its segment. */
export function isSeal(record: LogRecord, span: RecordSpan): boolean {
  const operation = record.op === 'seal' ? coreOperation(record) : null;
  return operation !== null && isSealInOrder(operation, span);
}

/** State of the log itself, independent of the protocol: order, time, publications. */
export class CoreState {
  ordinal = 0;
  time = 0;
  version = 0;
  /** Id of the record that began the log; empty before. It differs after the log was deleted and begun anew. */
  lineage = '';
  /** Machine start in which the log was last continued; empty before the log begins. */
  boot = '';
  /** True if the log was begun with a pinned clock. */
  pinned = false;
  /** Ordinal of the last record that changed what a publication shows. */
  changed = 0;
  /** Effective time of that record, milliseconds. */
  changedAt = 0;
  /** Ordinal of the last adoption that counted; 0 before the first. The next adoption must name it in `after`. */
  adopted = 0;
  published: Publication | null = null;
  /** Identity and hash of the published file at its last adoption. */
  adoptedFile: Checked<typeof adoptedFile> | null = null;
  /** The file that existed when the log was begun, and the time up to which it shows an earlier log, in milliseconds. */
  origin: Checked<typeof origin> | null = null;
  /** Effective time of the last publication, milliseconds. */
  publishedAt = 0;
  clocks: Clocks = NO_CLOCKS;
  /** Segments that a power loss before this machine start left without a seal that names them. */
  unreached: readonly string[] = [];
  /** Ordinals of the damaged lines whose effect was not taken back from the published file yet (docs/decisions/0055-damaged-log-lines.md). */
  damaged: readonly number[] = [];
  /** True after a damaged line before the first record: its floor can only be guessed. */
  #isStartLost = false;
  /** Contents by hash, newest last. Published ones have the identity of their file, adopted ones have none. */
  readonly #contents = new Map<string, Content>();

  /** Returns true for operations of the log itself; all others belong to the protocol. */
  static owns(op: string): boolean {
    return OWN.has(op);
  }

  /** Returns whether an operation of the log itself is well-formed. */
  static canRead(record: LogRecord): boolean {
    return coreOperation(record) !== null;
  }

  /** Returns true if bytes with this hash were published or adopted before. */
  knows(hash: string): boolean {
    return this.#contents.has(hash);
  }

  /** Returns what the log remembers about a content; `UNKNOWN` if nothing. */
  content(hash: string): Content {
    return this.#contents.get(hash) ?? UNKNOWN;
  }

  /** Returns the remembered publications, newest last. */
  publications(): Content[] {
    return [...this.#contents.values()].filter(({ upTo }) => upTo > 0);
  }

  /**
   * Returns the remembered adoptions after an ordinal, in order.
   * @param checksum skips contents with another known checksum; `null` skips none
   * @param written skips contents that were written later than this, in milliseconds
   */
  adoptionsSince(ordinal: number, checksum: string | null, written: number): AdoptionPosition[] {
    const adoptions = [...this.#contents.values()].flatMap((content) => {
      const fits = checksum === null || content.checksum === '' || content.checksum === checksum;
      return content.adoption !== null && fits ? [content.adoption] : [];
    });
    return adoptions.filter((each) => each.ordinal > ordinal && (each.written ?? written) <= written).sort((a, b) => a.ordinal - b.ordinal);
  }

  /** Marks a record as the last one that changed what a publication shows. */
  change({ ordinal, time }: RecordPosition): void {
    this.changed = ordinal;
    this.changedAt = time;
  }

  /** Assigns a place to a record at `span`; `null` if the record is malformed and must not count. */
  note(record: LogRecord, span: RecordSpan): NotedRecord | null {
    if (record.op === 'adopt') return this.#adopt(record, span);
    if (record.op === 'tick' && record.clock !== undefined) return this.#setClock(record);
    if (!CoreState.owns(record.op)) return { place: this.#place(record), counts: true, next: null };
    const operation = coreOperation(record);
    return operation !== null && isSealInOrder(operation, span) ? this.#own(record, operation) : null;
  }

  #own(record: LogRecord, operation: CoreOperation): NotedRecord {
    const floor = operation.op === 'begin' ? this.#begin(operation, record.id) : 0;
    const place = this.#place(record, floor);
    if (operation.op === 'publish') {
      const { op: _op, ...said } = operation;
      const published = { ...said, upTo: Math.min(said.upTo, this.ordinal - 1) };
      this.published = published;
      const { hash, identity, upTo, checksum } = published;
      this.#remember(hash, { identity, upTo, checksum, adoption: this.content(hash).adoption });
      this.publishedAt = place.time;
    }
    return { place, counts: false, next: operation.op === 'seal' ? operation.next : null };
  }

  /** Applies a clock note: the log's time shifts with the clock, also backward. */
  #setClock(record: LogRecord): NotedRecord {
    const { shift, clocks } = applyClockNote(record.clock, record, this) ?? { shift: 0, clocks: this.clocks };
    this.clocks = clocks;
    this.time = Math.max(0, this.time + shift);
    return { place: { ...this.#place(record), ...(shift !== 0 && { shift }) }, counts: true, next: null };
  }

  /** Notes a damaged line. It takes an ordinal like the record that it was: otherwise every later fencing token would change. */
  skip(line: Buffer): void {
    this.#isStartLost = this.boot === '';
    this.ordinal = Math.max(this.ordinal + 1, this.#isStartLost ? lostFloor(line) : 0);
    const [first = this.ordinal, ...others] = this.damaged;
    this.damaged = this.damaged.length === 0 ? [first] : [first, ...others.slice(2 - DAMAGED_KEPT), this.ordinal];
  }

  /** Returns whether a record takes back the effect of a damaged line that was still whole when it was read here. */
  missesDamage({ op, mends }: LogRecord): boolean {
    return op === 'adopt' && typeof mends === 'number' && mends <= this.ordinal && !this.damaged.includes(mends);
  }

  /** Takes back the last `skip`, because the line is the first part of a record. */
  unskip(): void {
    this.ordinal -= 1;
    this.damaged = this.damaged.slice(0, -1);
  }

  /**
   * Damaged bytes may have been several lines, so a record is at least behind the one that its writer had read. That is also the exact place
   * of the first record after a lost `begin`.
   */
  #place(record: LogRecord, floor = 0): RecordPosition {
    const seen = lastSeen(record);
    const isAfterDamage = this.damaged.at(-1) === this.ordinal;
    const isExact = this.#isStartLost && seen > 0 && floor === 0;
    this.ordinal = isExact ? seen + 1 : Math.max(this.ordinal + 1, floor, seen + 1);
    // The highest ordinal that the damaged bytes may have had: a token that is taken back must not be below the one that was granted.
    if (isAfterDamage) this.damaged = [...this.damaged.slice(0, -1), this.ordinal - 1];
    this.#isStartLost = false;
    this.time = Math.max(this.time, record.t);
    return { ordinal: this.ordinal, time: this.time, id: record.id };
  }

  /** Two processes may begin the log in one boot at once. The first record decides. */
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

  #adopt(record: LogRecord, span: RecordSpan): NotedRecord | null {
    const parsed = adopt().safeParse(record);
    if (!parsed.success) return null;
    const { hash, after, identity, checksum = '', written, shows, mends = 0 } = parsed.data;
    // A damaged line may have been the adoption that its writer had read last.
    const isLatest = after === this.adopted || (after > this.adopted && this.damaged.includes(after));
    const counts = isLatest && !this.knows(hash);
    const place = this.#place(record);
    if (counts) {
      if (this.adopted === 0 && shows !== undefined) this.origin = { hash, time: shows };
      this.adopted = place.ordinal;
      this.damaged = this.damaged.filter((ordinal) => ordinal > mends);
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
    return { ...this, contents: [...this.#contents], unreached: [...this.unreached], damaged: [...this.damaged] };
  }

  /** @throws ZodError when the value is not a snapshot */
  static restore(value: unknown): CoreState {
    const { contents, ...rest } = snapshot().parse(value);
    const state = Object.assign(new CoreState(), rest);
    for (const [hash, content] of contents) state.#contents.set(hash, content);
    return state;
  }
}
