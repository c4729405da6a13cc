import { cutId } from '../../crtx/shorten.ts';
import { cut } from '../../text/cut.ts';

/** Who ended a wait before its time was over: `null` is the agent that waited. */
export interface EndedWait {
  readonly by: string | null;
  readonly reason: string;
}

/** A process asks for its own wait at once, so only the last ones are of use. */
const MOST_WAITS = 1_000;
/** How much of a reason is remembered, in UTF-16 code units. */
const MOST_REASON = 400;

/** Who ended which wait. It is only for the processes that wait now, so no checkpoint has it. */
export class EndedWaits {
  readonly #byRequest = new Map<string, EndedWait>();

  /** @param by nobody: the agent itself */
  note(request: string, { by, reason = '' }: { readonly by?: string | undefined; readonly reason?: string | undefined }): void {
    this.#byRequest.set(request, { by: by === undefined ? null : cutId(by), reason: cut(reason, MOST_REASON) });
    const [oldest] = this.#byRequest.keys();
    if (this.#byRequest.size > MOST_WAITS && oldest !== undefined) this.#byRequest.delete(oldest);
  }

  /** `null` where it is not known, as after a restart. */
  of(request: string): EndedWait | null {
    return this.#byRequest.get(request) ?? null;
  }
}
