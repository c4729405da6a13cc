import type { TimelineEntry } from '../schema/timeline.ts';
import type { Rest } from './records.ts';

interface Held {
  /** As it was recorded, with what was taken over since except children. Replaced and never changed. */
  entry: TimelineEntry;
  /** Children that are not in the entry's own list. */
  readonly added: string[];
  /** All children, once they are looked for. */
  children: Set<string> | null;
  /** The entry with all children; `null` when it is to be made anew. */
  view: TimelineEntry | null;
}

function viewOf(held: Held): TimelineEntry {
  const { entry, added } = held;
  // In order of their ids, which is that of their making: so all clones agree, whoever learned of which first.
  held.view ??= added.length === 0 ? entry : { ...entry, children: [...(entry.children ?? []), ...added].sort() };
  return held.view;
}

/** True when the children have become one more. */
function addChild(held: Held, id: string): boolean {
  held.children ??= new Set([...(held.entry.children ?? []), ...held.added]);
  if (held.children.has(id)) return false;
  held.children.add(id);
  held.added.push(id);
  held.view = null;
  return true;
}

/**
 * The entries of a timeline (seed 1, "Timeline Entries"), each id once.
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
  readonly #order: Held[] = [];
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

  byId(): Map<string, TimelineEntry> {
    return new Map(this.#inOrder().map((held) => [held.entry.id, viewOf(held)]));
  }

  /** The newest entries that are wanted, newest first; costs what is looked at. */
  newest(limit: number, wanted: (entry: TimelineEntry) => boolean): TimelineEntry[] {
    const found: TimelineEntry[] = [];
    const order = this.#inOrder();
    for (let index = order.length - 1; index >= 0 && found.length < limit; index--) {
      const held = order[index];
      if (held !== undefined && wanted(held.entry)) found.push(viewOf(held));
    }
    return found;
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
      const held: Held = { entry, added: [], children: null, view: null };
      this.#byId.set(entry.id, held);
      fresh.push(held);
    }
    for (const held of fresh) {
      this.#unplaced.push(held);
      this.#connect(held);
    }
    return known;
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
    return held !== undefined && children.filter((child) => addChild(held, child)).length > 0;
  }

  /** Takes over keys that the seed does not know. True when there is such an entry. */
  addRest(id: string, rest: Rest): boolean {
    const held = this.#byId.get(id);
    if (held !== undefined) this.#replace(held, { ...held.entry, ...rest });
    return held !== undefined;
  }

  #replace(held: Held, entry: TimelineEntry): void {
    held.entry = entry;
    held.view = null;
  }

  #inOrder(): readonly Held[] {
    const sorted = this.#unplaced.sort((a, b) => a.entry.timestamp - b.entry.timestamp);
    this.#unplaced = [];
    const [first] = sorted;
    // Nearly always nothing has to make way.
    const later = first === undefined ? [] : this.#order.splice(this.#indexAfter(first.entry.timestamp));
    for (const held of merged(later, sorted)) this.#order.push(held);
    return this.#order;
  }

  /** The place behind everything that is not younger. */
  #indexAfter(timestamp: number): number {
    let low = 0;
    let high = this.#order.length;
    if ((this.#order[high - 1]?.entry.timestamp ?? 0) <= timestamp) return high;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#order[middle]?.entry.timestamp ?? 0) <= timestamp) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #connect(held: Held): void {
    const { id, parent } = held.entry;
    if (parent !== undefined && parent !== id) {
      const parentHeld = this.#byId.get(parent);
      if (parentHeld !== undefined) addChild(parentHeld, id);
      else this.#await(parent, id);
    }
    for (const child of this.#waiting.get(id) ?? []) addChild(held, child);
    this.#waiting.delete(id);
  }

  #await(parent: string, child: string): void {
    const others = this.#waiting.get(parent);
    if (others === undefined) this.#waiting.set(parent, [child]);
    else others.push(child);
  }
}

/** Two lists in order as one; of equals those of the first list come first. */
function* merged(older: readonly Held[], younger: readonly Held[]): Generator<Held> {
  let index = 0;
  for (const held of younger) {
    for (let next = older[index]; next !== undefined && next.entry.timestamp <= held.entry.timestamp; next = older[index]) {
      yield next;
      index += 1;
    }
    yield held;
  }
  yield* older.slice(index);
}
