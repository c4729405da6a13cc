import type { TimelineEntry } from '../crtx/schema/timeline.ts';
import { ArchivedChanges } from './archived-changes.ts';
import { unknownMembers } from './differences.ts';
import { addChild, type Held, indexAfter, merged, viewOf } from './held.ts';
import { wholeChange } from './merging/union.ts';
import type { EntryChange, Rest } from './records.ts';
import { uniteVersions } from './versions.ts';

/** What a ledger is made of again. */
export interface LedgerEntries {
  readonly entries: readonly TimelineEntry[];
  /** For each of them the ordinal of the last record that changed it. */
  readonly changed: readonly number[];
  readonly bytes: number;
}

/**
 * The current entries of a timeline (seed 1, "Timeline Entries"), each id once, and what became of those that are not current.
 *
 * **Order:** by `timestamp`; equal ones in the order in which the log learned of them, those of one foreign file in that
 * file's order. So it follows from the log alone, all processes agree, and clones that have the same entries show them in
 * the same order, whoever merged whose.
 *
 * An entry that names a `parent` is among that one's `children`, whichever of them came first. What is given out is never
 * changed afterwards and must not be changed by who gets it.
 */
export class Ledger {
  /** `header.created`, milliseconds; `null` before there is anything to show. */
  created: number | null = null;
  /** What a foreign program put beside `header` and `data`. */
  beside: Rest = {};
  /** What was refused and told, by digest, so that a program which insists is not told of again and again. */
  readonly refused = new Set<string>();
  /** The id of the first record of the log; empty before. */
  beginning = '';
  /** Where the record stands that is being applied, or was last. */
  place: { readonly ordinal: number; readonly time: number } = { ordinal: 0, time: 0 };
  /** What became of entries that are not current. */
  late = new ArchivedChanges();
  /** The archives that the log has written, by name, with their hash. */
  readonly archives = new Map<string, string>();
  /** About how much text the entries are, in UTF-16 units of JSON. */
  bytes = 0;
  #order: Held[] = [];
  /** Not yet in `#order`, in the order in which they came: entries with old times may come one by one, and order is rarely asked for. */
  #unplaced: Held[] = [];
  readonly #byId = new Map<string, Held>();
  /** By a parent that is not here yet: its children. */
  readonly #waiting = new Map<string, string[]>();

  get size(): number {
    return this.#byId.size;
  }

  get(id: string): TimelineEntry | undefined {
    const held = this.#byId.get(id);
    return held && viewOf(held);
  }

  /** Oldest first. */
  entries(): TimelineEntry[] {
    return this.#inOrder().map(viewOf);
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  byId(): Map<string, TimelineEntry> {
    return new Map(this.#inOrder().map((held) => [held.entry.id, viewOf(held)]));
  }

  /** Takes in those whose id is not known yet, and gives the others. */
  add(entries: readonly TimelineEntry[]): TimelineEntry[] {
    const known: TimelineEntry[] = [];
    const fresh: Held[] = [];
    for (const entry of entries) {
      if (this.#byId.has(entry.id)) {
        known.push(entry);
        continue;
      }
      const held: Held = { entry, added: [], children: null, view: null, changed: this.place.ordinal };
      this.#byId.set(entry.id, held);
      fresh.push(held);
      this.bytes += JSON.stringify(entry).length;
    }
    for (const held of fresh) {
      this.#unplaced.push(held);
      this.#connect(held);
      const change = this.late.take(held.entry.id);
      if (change !== undefined) this.change(change);
    }
    return known;
  }

  /** For a checkpoint. */
  snapshot(): LedgerEntries {
    const order = this.#inOrder();
    return { entries: order.map(viewOf), changed: order.map(({ changed }) => changed), bytes: this.bytes };
  }

  /** Into an empty ledger. */
  restore({ entries, changed, bytes }: LedgerEntries): void {
    this.add(entries);
    this.bytes = bytes;
    this.#inOrder().forEach((held, index) => {
      held.changed = changed[index] ?? 0;
    });
  }

  /**
   * Lets entries go that stand in an archive. What changed behind the record `upTo` may not stand there: it becomes late. So does
   * the bond to a parent that is not current.
   * @returns how many went
   */
  archive(ids: readonly string[], upTo: number): number {
    const gone = [...new Set(ids)].map((id) => this.#byId.get(id)).filter((held) => held !== undefined);
    if (gone.length === 0) return 0;
    const order = this.#inOrder();
    for (const { entry } of gone) this.#byId.delete(entry.id);
    this.#order = order.filter((held) => this.#byId.get(held.entry.id) === held);
    const names = new Set(gone.map(({ entry }) => entry.id));
    for (const held of gone) this.#leave(held, upTo, names);
    this.bytes = this.#order.reduce((sum, held) => sum + JSON.stringify(viewOf(held)).length, 0);
    return gone.length;
  }

  #leave(held: Held, upTo: number, gone: ReadonlySet<string>): void {
    const { id, parent } = held.entry;
    const view = viewOf(held);
    if (held.changed > upTo) this.late.note(wholeChange(view), this.place);
    // One that goes, too, says itself who its children are.
    if (parent !== undefined && parent !== id && !this.#byId.has(parent) && !gone.has(parent)) {
      this.late.note({ id: parent, children: [id] }, this.place);
    }
    if (parent !== undefined) this.#stopWaiting(parent, id);
    for (const child of view.children ?? []) {
      if (child !== id && this.#byId.get(child)?.entry.parent === id) this.#await(id, child);
    }
  }

  /** Takes over what became of an entry. True when something changed. */
  change({ id, ending, children = [], rest }: EntryChange): boolean {
    const ended = ending !== undefined && this.end(id, ending.outcome, ending.outcomeDetail);
    const grown = this.addChildren(id, children);
    return (rest !== undefined && this.addRest(id, rest)) || ended || grown;
  }

  /** True when something changed. */
  end(id: string, outcome: string, outcomeDetail?: string): boolean {
    const held = this.#byId.get(id);
    if (held === undefined) return false;
    const { outcomeDetail: before, ...entry } = held.entry;
    if (entry.outcome === outcome && before === outcomeDetail) return false;
    this.#replace(held, { ...entry, outcome, ...(outcomeDetail !== undefined && { outcomeDetail }) });
    return true;
  }

  /** True when something changed. */
  addChildren(id: string, children: readonly string[]): boolean {
    const held = this.#byId.get(id);
    return held !== undefined && children.filter((child) => this.#addChild(held, child)).length > 0;
  }

  /** Takes over keys that the seed does not know. True when there is such an entry. */
  addRest(id: string, rest: Rest): boolean {
    const held = this.#byId.get(id);
    const unknown = unknownMembers(rest);
    if (held === undefined || Object.keys(unknown).length === 0) return false;
    this.#replace(held, { ...held.entry, ...unknown });
    return true;
  }

  /** Takes over what another clone says an entry is. True when something changed. */
  uniteVersion(version: TimelineEntry): boolean {
    const held = this.#byId.get(version.id);
    const entry = held && uniteVersions(held.entry, version);
    if (held === undefined || entry === undefined || entry === held.entry) return false;
    if (entry.timestamp !== held.entry.timestamp) {
      this.#order = this.#inOrder().filter((each) => each !== held);
      this.#unplaced.push(held);
    }
    this.bytes += JSON.stringify(entry).length - JSON.stringify(held.entry).length;
    this.#replace(held, entry);
    this.#connect(held);
    return true;
  }

  #replace(held: Held, entry: TimelineEntry): void {
    held.entry = entry;
    held.view = null;
    held.changed = this.place.ordinal;
  }

  #addChild(held: Held, id: string): boolean {
    const added = addChild(held, id);
    if (added) held.changed = this.place.ordinal;
    return added;
  }

  #inOrder(): readonly Held[] {
    const sorted = this.#unplaced.sort((a, b) => a.entry.timestamp - b.entry.timestamp);
    this.#unplaced = [];
    const [first] = sorted;
    // Nearly always nothing has to make way.
    const later = first === undefined ? [] : this.#order.splice(indexAfter(this.#order, first.entry.timestamp));
    for (const held of merged(later, sorted)) this.#order.push(held);
    return this.#order;
  }

  #connect(held: Held): void {
    const { id, parent } = held.entry;
    if (parent !== undefined && parent !== id) {
      const parentHeld = this.#byId.get(parent);
      if (parentHeld !== undefined) this.#addChild(parentHeld, id);
      else this.#await(parent, id);
    }
    for (const child of this.#waiting.get(id) ?? []) this.#addChild(held, child);
    this.#waiting.delete(id);
  }

  #await(parent: string, child: string): void {
    const others = this.#waiting.get(parent);
    if (others === undefined) this.#waiting.set(parent, [child]);
    else others.push(child);
  }

  #stopWaiting(parent: string, child: string): void {
    const others = this.#waiting.get(parent)?.filter((each) => each !== child) ?? [];
    if (others.length > 0) this.#waiting.set(parent, others);
    else this.#waiting.delete(parent);
  }
}
