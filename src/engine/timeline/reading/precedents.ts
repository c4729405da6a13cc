import type { TimelineEntry } from '../../crtx/schema/timeline.ts';
import { CortexError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { candidatesFor } from '../precedents/precedent-candidates.ts';
import { rankPrecedents } from '../precedents/precedents.ts';
import type { PrecedentRow } from '../schemas/timeline-window.ts';
import type { TimelineSource } from '../timeline-source.ts';
import { rowOf } from './rows.ts';

const MOST_SHOWN = 10;
/** What is said of more files says little. */
const MOST_FILES = 10;

interface Known {
  readonly id: string;
  readonly ending: AbortController;
  /** `null` while they are looked for the first time. */
  rows: readonly PrecedentRow[] | null;
}

/** What had been tried before one entry, looked for when it is first asked for. */
export class Precedents {
  #known: Known | null = null;
  #isStale = false;

  /** @param tell is told when they are found */
  constructor(
    private readonly runtime: Runtime,
    private readonly notify: () => void,
  ) {}

  /** The nearest first; `null` while they are looked for. */
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

  /** The timeline is another one: they are looked for again when somebody asks, and are the old ones until they are found. */
  renew(): void {
    this.#isStale = true;
  }

  async #find(source: TimelineSource, entry: TimelineEntry, known: Known): Promise<void> {
    const { id, action, context, timestamp: until } = entry;
    const files = context.files.slice(0, MOST_FILES);
    try {
      const found = await candidatesFor(source, files, { until, signal: known.ending.signal });
      const others = Array.from(found).filter((each) => each.id !== id);
      const ranked = rankPrecedents(others, { files, action, now: this.runtime.clock.now() });
      known.rows = ranked.slice(0, MOST_SHOWN).map((each) => ({ ...rowOf(each.entry), why: each.why }));
    } catch (error) {
      if (!(error instanceof CortexError)) throw error;
      // Somebody changes archives all the time: when that ends there is another timeline, of which they are looked for again.
      known.rows ??= [];
    }
    if (this.#known === known) this.notify();
  }
}
