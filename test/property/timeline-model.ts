import type { TimelineEntry } from '../../src/engine/crtx/schema.ts';

interface Known {
  entry: TimelineEntry;
  readonly own: readonly string[] | undefined;
  readonly added: Set<string>;
}

/** Entries that another program read and edited. */
export interface ForeignFile {
  readonly now: readonly TimelineEntry[];
  readonly base: readonly TimelineEntry[];
}

const FINAL = ['timestamp', 'agentId', 'type', 'action', 'reasoning', 'confidence', 'parent'] as const;

/** Reference model of the timeline: each rule as plainly as possible, at any cost. */
export class TimelineModel {
  readonly #known: Known[] = [];
  readonly #told = new Set<string>();
  /** The newly reported refused changes of each foreign file. */
  readonly conflicts: string[][] = [];

  #find(id: string): Known | undefined {
    return this.#known.find(({ entry }) => entry.id === id);
  }

  tell(entry: TimelineEntry): void {
    if (this.#find(entry.id) === undefined) this.#known.push({ entry, own: entry.children, added: new Set() });
  }

  end(id: string, { outcome, outcomeDetail }: Pick<TimelineEntry, 'outcome' | 'outcomeDetail'>): void {
    const known = this.#find(id);
    if (known === undefined) return;
    const { outcomeDetail: _, ...entry } = known.entry;
    known.entry = { ...entry, outcome, ...(outcomeDetail !== undefined && { outcomeDetail }) };
  }

  adopt({ now, base }: ForeignFile): void {
    const refused: string[] = [];
    const present = new Map(this.entries().map((entry) => [entry.id, entry]));
    for (const entry of now) {
      const before = base.find(({ id }) => id === entry.id) ?? present.get(entry.id);
      if (before === undefined) this.tell(entry);
      else this.#change(entry, before, refused);
    }
    const fresh = refused.filter((each) => !this.#told.has(each));
    for (const each of fresh) this.#told.add(each);
    if (fresh.length > 0) this.conflicts.push(fresh);
  }

  #change(entry: TimelineEntry, before: TimelineEntry, refused: string[]): void {
    const known = this.#find(entry.id);
    if (known === undefined) return;
    const ended = entry.outcome !== before.outcome && entry.outcome !== 'pending';
    const detailed = entry.outcome === before.outcome && entry.outcomeDetail !== undefined && entry.outcomeDetail !== before.outcomeDetail;
    if (ended || detailed) this.end(entry.id, entry);
    for (const child of entry.children ?? []) if (before.children?.includes(child) !== true) known.added.add(child);
    // Removed fields are restored and not reported.
    for (const field of FINAL)
      if (entry[field] !== undefined && entry[field] !== before[field]) refused.push(JSON.stringify([entry.id, field, entry[field]]));
  }

  /** All entries except the reports of conflicts. */
  entries(): TimelineEntry[] {
    const sorted = [...this.#known].sort((a, b) => a.entry.timestamp - b.entry.timestamp);
    return sorted.map(({ entry, own = [], added }) => {
      const followers = this.#known.filter((each) => each.entry.parent === entry.id && each.entry.id !== entry.id);
      const more = [...added, ...followers.map((each) => each.entry.id)].filter((id) => !own.includes(id));
      return more.length === 0 ? entry : { ...entry, children: [...own, ...new Set(more)].sort() };
    });
  }
}
