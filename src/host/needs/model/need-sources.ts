import { CortexError } from '../../../engine/platform/errors.ts';
import { type Need, needForError, sortByRank } from '../../../engine/platform/need.ts';
import type { WaitingNeed } from './waiting.ts';

/** Needs of one source. */
export interface Reading {
  readonly needs: readonly Need[];
  /** Whether these are all needs of the source. False if parts of it could not be read. */
  readonly isKnown: boolean;
}

export const toReading = (needs: readonly Need[]): Reading => ({ needs, isKnown: true });

/** A source of needs that is read, and may fail, independently of the others. */
export interface NeedSource {
  /** Stable while the same thing is read in the same way. */
  readonly id: string;
  /** Kind of the change events that invalidate it: `projects`, or a protocol; `null` if the source has its own cache. */
  readonly of: string | null;
  /** Name for error messages. */
  readonly where: string;
  /** Open folder of its project; `null` if it belongs to none. */
  readonly folder: string | null;
  /** Name of its project or of the folder of its stacks, if several are open. */
  readonly project: string | null;
  read(): Promise<Reading>;
}

/** Needs that were found in a source. */
interface Found {
  readonly needs: readonly WaitingNeed[];
  /** Id of the source; `null` if it could not be read completely. */
  readonly source: string | null;
}

interface CachedReading {
  readonly of: string;
  readonly at: number;
  readonly project: string | null;
  readonly found: Found;
}

/** Time for which needs are cached, in milliseconds. Agents become unresponsive and answers overdue without a change of any file. */
const KEPT_MS = 30_000;

/**
 * Reads sources and caches their needs until they may have changed. For example, an inbox with ten thousand questions is not scanned
 * whenever a lock is acquired.
 */
export class NeedSources {
  readonly #kept = new Map<string, CachedReading>();
  readonly #drops = new Map<string, number>();

  /** Invalidates the sources of a kind. */
  drop(kind: string): void {
    this.#drops.set(kind, this.#dropsOf(kind) + 1);
    for (const [id, { of }] of this.#kept) if (of === kind) this.#kept.delete(id);
  }

  /** Reads the sources, and drops the cache of all others. @param now milliseconds since 1970 UTC */
  async read(sources: readonly NeedSource[], now: number): Promise<readonly Found[]> {
    const ids = new Set(sources.map(({ id }) => id));
    for (const id of this.#kept.keys()) if (!ids.has(id)) this.#kept.delete(id);
    return Promise.all(sources.map((source) => this.#read(source, now)));
  }

  async #read(source: NeedSource, now: number): Promise<Found> {
    const { id, of, project } = source;
    const kept = this.#kept.get(id);
    if (kept !== undefined && kept.project === project && Math.abs(now - kept.at) < KEPT_MS) return kept.found;
    const drops = of === null ? 0 : this.#dropsOf(of);
    const found = await readSource(source, now);
    // Do not cache needs that were invalidated while they were read, or that are incomplete.
    if (of !== null && found.source !== null && this.#dropsOf(of) === drops) this.#kept.set(id, { of, at: now, project, found });
    return found;
  }

  #dropsOf(kind: string): number {
    return this.#drops.get(kind) ?? 0;
  }
}

/** Reads a source. Its needs are already ranked, which makes the final sort fast. */
async function readSource({ id, where, folder, project, read }: NeedSource, now: number): Promise<Found> {
  const { needs, isKnown } = await readOr(where, read);
  const waiting = sortByRank(needs, now).map((need): WaitingNeed => ({ ...need, source: id, folder, project }));
  return { needs: waiting, source: isKnown ? id : null };
}

/** Reads a source. A failure becomes a need itself, so that the other sources are still read. */
async function readOr(where: string, read: () => Promise<Reading>): Promise<Reading> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof CortexError) return { needs: [needForError(error, where)], isKnown: false };
    throw error;
  }
}
