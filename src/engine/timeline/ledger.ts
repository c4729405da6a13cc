import type { TimelineEntry } from '../crtx/schema/timeline.ts';
import { ArchivedChanges } from './archived-changes.ts';
import { addChild, type CurrentEntry, indexAfter, mergeByTime, toTimelineEntry } from './current-entry.ts';
import { pickUnknownMembers } from './differences.ts';
import { toWholeChange } from './merging/union.ts';
import type { EntryChange, UnknownMembers } from './records.ts';
import { mergeVersions } from './versions.ts';

/** Entries to restore a ledger from. */
export interface LedgerEntries {
  readonly entries: readonly TimelineEntry[];
  /** For each entry the ordinal of the last record that changed it. */
  readonly changed: readonly number[];
  readonly bytes: number;
}

/**
 * The current entries of a timeline (seed 1, "Timeline Entries"), each id once, and the late changes of archived ones.
 *
 * **Order:** by `timestamp`. Equal ones are in the order in which the log learned of them; those of one foreign file are in that file's
 * order. So the order follows from the log alone, and all processes and clones with the same entries agree on it, whoever merged.
 *
 * An entry with a `parent` is among its parent's `children`, whichever came first. Returned entries are never modified afterwards and must
 * not be modified by callers.
 */
export class Ledger {
  /** `header.created`, milliseconds; `null` before the first entry. */
  created: number | null = null;
  /** Keys that other programs added beside `header` and `data`. */
  beside: UnknownMembers = {};
  /** Digests of refused changes that were recorded, so that a program which repeats them is not reported again. */
  readonly refused = new Set<string>();
  /** Id of the first record of the log; empty before it. */
  beginning = '';
  /** Place of the record that is being applied, or was applied last. */
  place: { readonly ordinal: number; readonly time: number } = { ordinal: 0, time: 0 };
  /** Changes of archived entries that their archives lack. */
  late = new ArchivedChanges();
  /** Archives that the log has written: hash by name. */
  readonly archives = new Map<string, string>();
  /** Approximate size of the entries, in UTF-16 code units of JSON. */
  bytes = 0;
  #order: CurrentEntry[] = [];
  /**
   * Entries not yet in `#order`, in the order of arrival. Sorting is lazy: old entries may arrive one by one, and the order is rarely
   * needed.
   */
  #unplaced: CurrentEntry[] = [];
  readonly #byId = new Map<string, CurrentEntry>();
  /** Children by a parent that is not here yet. */
  readonly #waiting = new Map<string, string[]>();

  get size(): number {
    return this.#byId.size;
  }

  get(id: string): TimelineEntry | undefined {
    const held = this.#byId.get(id);
    return held && toTimelineEntry(held);
  }

  /** Returns the entries, oldest first. */
  entries(): TimelineEntry[] {
    return this.#inOrder().map(toTimelineEntry);
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  byId(): Map<string, TimelineEntry> {
    return new Map(this.#inOrder().map((held) => [held.entry.id, toTimelineEntry(held)]));
  }

  /** Adds entries with new ids, and returns the others. */
  add(entries: readonly TimelineEntry[]): TimelineEntry[] {
    const known: TimelineEntry[] = [];
    const fresh: CurrentEntry[] = [];
    for (const entry of entries) {
      if (this.#byId.has(entry.id)) {
        known.push(entry);
        continue;
      }
      const held: CurrentEntry = { entry, added: [], children: null, view: null, changed: this.place.ordinal };
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

  /** Returns the entries for a checkpoint. */
  snapshot(): LedgerEntries {
    const order = this.#inOrder();
    return { entries: order.map(toTimelineEntry), changed: order.map(({ changed }) => changed), bytes: this.bytes };
  }

  /** Restores entries into an empty ledger. */
  restore({ entries, changed, bytes }: LedgerEntries): void {
    this.add(entries);
    this.bytes = bytes;
    this.#inOrder().forEach((held, index) => {
      held.changed = changed[index] ?? 0;
    });
  }

  /**
   * Removes entries that are in an archive. Changes after the record `upTo` may be missing there and become late, and so does the link to a
   * parent that is not current.
   * @returns how many were removed
   */
  archive(ids: readonly string[], upTo: number): number {
    const gone = [...new Set(ids)].map((id) => this.#byId.get(id)).filter((held) => held !== undefined);
    if (gone.length === 0) return 0;
    const order = this.#inOrder();
    for (const { entry } of gone) this.#byId.delete(entry.id);
    this.#order = order.filter((held) => this.#byId.get(held.entry.id) === held);
    const names = new Set(gone.map(({ entry }) => entry.id));
    for (const held of gone) this.#leave(held, upTo, names);
    this.bytes = this.#order.reduce((sum, held) => sum + JSON.stringify(toTimelineEntry(held)).length, 0);
    return gone.length;
  }

  #leave(held: CurrentEntry, upTo: number, gone: ReadonlySet<string>): void {
    const { id, parent } = held.entry;
    const view = toTimelineEntry(held);
    if (held.changed > upTo) this.late.note(toWholeChange(view), this.place);
    // A parent that is archived, too, lists its children itself.
    if (parent !== undefined && parent !== id && !this.#byId.has(parent) && !gone.has(parent)) {
      this.late.note({ id: parent, children: [id] }, this.place);
    }
    if (parent !== undefined) this.#stopWaiting(parent, id);
    for (const child of view.children ?? []) {
      if (child !== id && this.#byId.get(child)?.entry.parent === id) this.#await(id, child);
    }
  }

  /** Applies a change to an entry. @returns whether something changed */
  change({ id, ending, children = [], rest }: EntryChange): boolean {
    const ended = ending !== undefined && this.end(id, ending.outcome, ending.outcomeDetail);
    const grown = this.addChildren(id, children);
    return (rest !== undefined && this.addRest(id, rest)) || ended || grown;
  }

  /** Sets the ending of an entry. @returns whether something changed */
  end(id: string, outcome: string, outcomeDetail?: string): boolean {
    const held = this.#byId.get(id);
    if (held === undefined) return false;
    const { outcomeDetail: before, ...entry } = held.entry;
    if (entry.outcome === outcome && before === outcomeDetail) return false;
    this.#replace(held, { ...entry, outcome, ...(outcomeDetail !== undefined && { outcomeDetail }) });
    return true;
  }

  /** Adds children to an entry. @returns whether something changed */
  addChildren(id: string, children: readonly string[]): boolean {
    const held = this.#byId.get(id);
    return held !== undefined && children.filter((child) => this.#addChild(held, child)).length > 0;
  }

  /** Adds keys that are not in the seed. @returns whether the entry exists and there are such keys */
  addRest(id: string, rest: UnknownMembers): boolean {
    const held = this.#byId.get(id);
    const unknown = pickUnknownMembers(rest);
    if (held === undefined || Object.keys(unknown).length === 0) return false;
    this.#replace(held, { ...held.entry, ...unknown });
    return true;
  }

  /** Merges another clone's version of an entry. @returns whether something changed */
  uniteVersion(version: TimelineEntry): boolean {
    const held = this.#byId.get(version.id);
    const entry = held && mergeVersions(held.entry, version);
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

  #replace(held: CurrentEntry, entry: TimelineEntry): void {
    held.entry = entry;
    held.view = null;
    held.changed = this.place.ordinal;
  }

  #addChild(held: CurrentEntry, id: string): boolean {
    const added = addChild(held, id);
    if (added) held.changed = this.place.ordinal;
    return added;
  }

  #inOrder(): readonly CurrentEntry[] {
    const sorted = this.#unplaced.sort((a, b) => a.entry.timestamp - b.entry.timestamp);
    this.#unplaced = [];
    const [first] = sorted;
    // Usually empty: new entries are mostly the latest.
    const later = first === undefined ? [] : this.#order.splice(indexAfter(this.#order, first.entry.timestamp));
    for (const held of mergeByTime(later, sorted)) this.#order.push(held);
    return this.#order;
  }

  #connect(held: CurrentEntry): void {
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
