import { shortId } from '../../crtx/shorten.ts';
import { cut } from '../../text/cut.ts';

/** Who ended a wait before its timeout, and why. `by` is `null` when the waiting agent ended the wait itself. */
export interface EndedWait {
  readonly by: string | null;
  readonly reason: string;
}

/** Number of ended waits to remember. A process asks about its own wait at once, so only the latest are needed. */
const MAX_WAITS = 1_000;
/** Longest reason that is remembered, in UTF-16 code units. */
const MAX_REASON = 400;

/** The waits that were ended early, by request id. Only processes that wait now need them, so checkpoints omit them. */
export class EndedWaits {
  readonly #byRequest = new Map<string, EndedWait>();

  /** Records that a wait was ended early. @param by who ended the wait; `undefined` means the waiting agent itself */
  note(request: string, { by, reason = '' }: { readonly by?: string | undefined; readonly reason?: string | undefined }): void {
    this.#byRequest.set(request, { by: by === undefined ? null : shortId(by), reason: cut(reason, MAX_REASON) });
    const [oldest] = this.#byRequest.keys();
    if (this.#byRequest.size > MAX_WAITS && oldest !== undefined) this.#byRequest.delete(oldest);
  }

  /** Returns who ended a wait, or `null` when that is unknown, for example after a restart. */
  of(request: string): EndedWait | null {
    return this.#byRequest.get(request) ?? null;
  }
}
