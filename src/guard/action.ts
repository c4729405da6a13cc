/** What an agent is about to do, independent of its vendor. */
export type Action =
  /** A tool changes files. */
  | { readonly kind: 'edit'; readonly files: readonly string[]; readonly folder: string }
  /** A tool runs a shell command line. `isBackground`: it does not wait for its end. */
  | { readonly kind: 'shell'; readonly line: string; readonly folder: string; readonly isBackground: boolean }
  /** A tool runs code that is not a shell command line. */
  | { readonly kind: 'code'; readonly code: string; readonly folder: string }
  /** A tool that is not known, and so may change any file. */
  | { readonly kind: 'other'; readonly tool: string };

export type HookEvent =
  /** `run`: the vendor's id of this tool use; `null` if it has none. */
  | { readonly kind: 'tool'; readonly actions: readonly Action[]; readonly run: string | null }
  | { readonly kind: 'after'; readonly actions: readonly Action[]; readonly run: string | null }
  | { readonly kind: 'start' }
  /** `isRepeated`: the agent was kept from stopping before. */
  | { readonly kind: 'stop'; readonly isRepeated: boolean }
  | { readonly kind: 'other' };

/** The input of a hook. */
export interface Payload {
  /** The id of the session; `null` if there is none. */
  readonly session: string | null;
  /** The absolute folder in which the agent works; `null` if it is not given. */
  readonly folder: string | null;
  readonly event: HookEvent;
}

/** The input of a hook does not have the vendor's format. */
export class WrongPayload extends Error {}
