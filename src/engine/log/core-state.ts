import type { Checked } from '../platform/on-demand.ts';
import { type begin, lostFloor } from './begin.ts';
import { applyClockNote, type Clocks, NO_CLOCKS, withOffset } from './clock-steps.ts';
import { adopt, type CoreOperation, coreOperation, isSealInOrder, lastSeen, type Publication } from './core-operations.ts';
import { type AdoptedFile, type AdoptionPosition, type Content, type CoreSnapshot, type Origin, snapshot } from './core-snapshot.ts';
import type { LogRecord } from './record.ts';
import type { RecordPosition, RecordSpan } from './record-place.ts';

/** Log format that this program writes. A log that a newer version continued is not touched. */
export const LOG_VERSION = 1;

/** How many damaged lines are remembered by their ordinals: the first one and the last ones. */
const DAMAGED_KEPT = 64;
/** How many hashes of published or adopted contents are remembered. Older publications that reappear count as foreign. */
const HASHES_KEPT = 256;

const UNKNOWN: Content = { identity: '', upTo: 0, checksum: '', adoption: null };
const OWN = new Set(['begin', 'seal', 'publish']);

/** Result of noting a record: its place, whether the protocol's rules apply to it, and the next segment if it was a seal. */
export interface NotedRecord {
  readonly place: RecordPosition;
  readonly counts: boolean;
  readonly next: string | null;
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
  adoptedFile: AdoptedFile | null = null;
  /** The file that existed when the log was begun, and the time up to which it shows an earlier log, in milliseconds. */
  origin: Origin | null = null;
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

  /** Returns the hash of the content of a file with this identity; `null` if it is not known. */
  hashOf(identity: string): string | null {
    if (this.adoptedFile?.identity === identity) return this.adoptedFile.hash;
    return [...this.#contents].findLast(([, content]) => content.identity === identity)?.[0] ?? null;
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
