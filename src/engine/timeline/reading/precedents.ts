import type { TimelineEntry } from '../../crtx/schema/timeline.ts';
import { CortexError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { findCandidates, rankPrecedents } from '../precedents/precedents.ts';
import type { PrecedentRow } from '../schemas/timeline-window.ts';
import type { TimelineSource } from '../timeline-source.ts';
import { toEntryRow } from './rows.ts';

const MAX_SHOWN = 10;
/** Maximum number of files to search precedents for. More say little. */
const MAX_FILES = 10;

interface Known {
  readonly id: string;
  readonly ending: AbortController;
  /** `null` during the first search. */
  rows: readonly PrecedentRow[] | null;
}

/** The precedents of one entry, searched on demand. */
export class Precedents {
  #known: Known | null = null;
  #isStale = false;

  /** @param notify called when they have been found */
  constructor(
    private readonly runtime: Runtime,
    private readonly notify: () => void,
  ) {}

  /** Returns the precedents, the highest score first; `null` during the search. */
  of(source: TimelineSource, entry: TimelineEntry): readonly PrecedentRow[] | null {
    const before = this.#known?.id === entry.id ? this.#known : null;
    if (before !== null && !this.#isStale) return before.rows;
    this.#isStale = false;
    this.#known?.ending.abort();
    const known: Known = { id: entry.id, ending: new AbortController(), rows: before?.rows ?? null };
    this.#known = known;
    void this.#find(source, entry, known);
    return known.rows;
  }

  /** Marks the precedents as outdated. They are searched again on the next request; until then the old ones are returned. */
  renew(): void {
    this.#isStale = true;
  }

  async #find(source: TimelineSource, entry: TimelineEntry, known: Known): Promise<void> {
    const { id, action, context, timestamp: until } = entry;
    const files = context.files.slice(0, MAX_FILES);
    try {
      const found = await findCandidates(source, files, { until, signal: known.ending.signal });
      const others = Array.from(found).filter((each) => each.id !== id);
      const ranked = rankPrecedents(others, { files, action, now: this.runtime.clock.now() });
      known.rows = ranked.slice(0, MAX_SHOWN).map((each) => ({ ...toEntryRow(each.entry), why: each.why }));
    } catch (error) {
      if (!(error instanceof CortexError)) throw error;
      // Archives kept changing during the search. When that ends, the timeline is renewed and they are searched again.
      known.rows ??= [];
    }
    if (this.#known === known) this.notify();
  }
}
