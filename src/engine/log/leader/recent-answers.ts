import type { Appended } from '../machine.ts';
import type { RecordSpan } from '../record-place.ts';

/** Most cached answers. A follower asks right after its append, so fewer other records come in between. */
const MAX_ANSWERS = 10_000;
/** Most cached text, in characters of JSON. */
const MAX_TEXT = 16 * 1024 * 1024;

/** The answer to one record, as JSON from the time when it was applied: later records may change the objects in it. */
interface CachedAnswer {
  /** JSON of `found` in a reply. */
  readonly found: string;
  readonly ordinal: number;
  readonly changed: boolean;
  readonly span: RecordSpan;
}

/** Cache of the answers to the last records of a log. */
export class RecentAnswers {
  readonly #byId = new Map<string, CachedAnswer>();
  #text = 0;

  get(id: string): CachedAnswer | null {
    return this.#byId.get(id) ?? null;
  }

  note({ place, answer }: Appended<unknown>, span: RecordSpan, changed: boolean): void {
    const { id, ordinal, time } = place;
    const found = JSON.stringify({ ordinal, time, changed, answer });
    this.#byId.set(id, { found, ordinal, changed, span });
    this.#text += found.length;
    for (const [oldest, kept] of this.#byId) {
      if (this.#byId.size <= MAX_ANSWERS && this.#text <= MAX_TEXT) return;
      this.#byId.delete(oldest);
      this.#text -= kept.found.length;
    }
  }

  clear(): void {
    this.#byId.clear();
    this.#text = 0;
  }
}
