import { CortexError } from '../../../engine/platform/errors.ts';
import { brokenNeed, type Need, ranked } from '../../../engine/platform/need.ts';
import type { WaitingNeed } from './waiting.ts';

/** What one of the stores says. */
export interface Reading {
  readonly needs: readonly Need[];
  /** Whether it is all that waits there: what cannot be read may say more when it can be. */
  readonly isKnown: boolean;
}

export const known = (needs: readonly Need[]): Reading => ({ needs, isKnown: true });

/** One thing that is read, and may be broken, by itself. */
export interface Source {
  /** The same as long as it is the same thing, read in the same way. */
  readonly id: string;
  /** Who tells when it says something else: `projects`, or a protocol; `null` for what keeps its own reading. */
  readonly of: string | null;
  /** What it is called where it cannot be read. */
  readonly where: string;
  /** One that is open in its project. */
  readonly folder: string | null;
  /** The name of its project, or of the folder of its stacks, where several are open. */
  readonly project: string | null;
  read(): Promise<Reading>;
}

/** What was found in a source. */
interface Found {
  readonly needs: readonly WaitingNeed[];
  /** Its id; `null` where it may say more when it can be read. */
  readonly source: string | null;
}

interface Kept {
  readonly of: string;
  readonly at: number;
  readonly project: string | null;
  readonly found: Found;
}

/** Agents fall silent and answers become overdue without a change of any file. Milliseconds. */
const KEPT_MS = 30_000;

/**
 * Reads sources, each again only when it may say something else: ten thousand questions in an INBOX are not looked through for each lock
 * that somebody takes.
 */
export class NeedSources {
  readonly #kept = new Map<string, Kept>();
  readonly #drops = new Map<string, number>();

  /** What these said holds no more. */
  drop(kind: string): void {
    this.#drops.set(kind, this.#dropsOf(kind) + 1);
    for (const [id, { of }] of this.#kept) if (of === kind) this.#kept.delete(id);
  }

  /** Reads all, and forgets those that are not among them. @param now milliseconds since 1970 UTC */
  async read(sources: readonly Source[], now: number): Promise<readonly Found[]> {
    const ids = new Set(sources.map(({ id }) => id));
    for (const id of this.#kept.keys()) if (!ids.has(id)) this.#kept.delete(id);
    return Promise.all(sources.map((source) => this.#read(source, now)));
  }

  async #read(source: Source, now: number): Promise<Found> {
    const { id, of, project } = source;
    const kept = this.#kept.get(id);
    if (kept !== undefined && kept.project === project && Math.abs(now - kept.at) < KEPT_MS) return kept.found;
    const drops = of === null ? 0 : this.#dropsOf(of);
    const found = await readSource(source, now);
    // What could not be read is tried again each time, and what was dropped meanwhile is read again when somebody next asks.
    if (of !== null && found.source !== null && this.#dropsOf(of) === drops) this.#kept.set(id, { of, at: now, project, found });
    return found;
  }

  #dropsOf(kind: string): number {
    return this.#drops.get(kind) ?? 0;
  }
}

/** In the order of all needs, so that those of several sources are soon in order. */
async function readSource({ id, where, folder, project, read }: Source, now: number): Promise<Found> {
  const { needs, isKnown } = await readOr(where, read);
  const waiting = ranked(needs, now).map((need): WaitingNeed => ({ ...need, source: id, folder, project }));
  return { needs: waiting, source: isKnown ? id : null };
}

/** What cannot be read is a need itself, and the others are found all the same. */
async function readOr(where: string, read: () => Promise<Reading>): Promise<Reading> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof CortexError) return { needs: [brokenNeed(error, where)], isKnown: false };
    throw error;
  }
}
