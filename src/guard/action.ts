/** What an agent is about to do, whatever its vendor calls it. */
export type Action =
  /** A tool changes files. */
  | { readonly kind: 'edit'; readonly files: readonly string[]; readonly folder: string }
  /** A line for a shell. */
  | { readonly kind: 'shell'; readonly line: string; readonly folder: string };

export type HookEvent =
  /** `run`: what the vendor calls this use of the tool; `null` where it has no name. */
  | { readonly kind: 'tool'; readonly actions: readonly Action[]; readonly run: string | null }
  | { readonly kind: 'after'; readonly actions: readonly Action[]; readonly run: string | null }
  | { readonly kind: 'start' }
  /** `isRepeated`: the agent has been kept from stopping before. */
  | { readonly kind: 'stop'; readonly isRepeated: boolean }
  | { readonly kind: 'other' };

/** What a hook is told. */
export interface Payload {
  /** The id of the session; `null` where there is none. */
  readonly session: string | null;
  /** The folder in which the agent works, absolute; `null` where it is not said. */
  readonly folder: string | null;
  readonly event: HookEvent;
}

/** What a hook is told is not what the vendor sends. */
export class WrongPayload extends Error {}
