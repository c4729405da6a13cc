/** A file for a worker to read. */
export interface Job {
  /** Relative to the root, `/`-separated. */
  readonly path: string;
  readonly size: number;
  /** Hash of the bytes whose facts are cached; `null` if none are. */
  readonly hash: string | null;
}

/** The result for one file. */
export type Outcome =
  /** `facts` is a `FileFacts` as JSON. */
  | { readonly kind: 'facts'; readonly hash: string; readonly facts: string }
  /** The bytes are those of the cached facts. */
  | { readonly kind: 'same' }
  | { readonly kind: 'left-out'; readonly hash: string; readonly why: string }
  /** A later attempt may succeed. */
  | { readonly kind: 'failed'; readonly why: string }
  | { readonly kind: 'no-grammar'; readonly language: string; readonly why: string }
  | { readonly kind: 'gone' };

/** From the worker: `ready` once, then one outcome for each job of a batch, in their order. */
export type Message = { readonly kind: 'ready' } | { readonly kind: 'outcome'; readonly outcome: Outcome };

/** Data that a worker starts with. */
export interface WorkerData {
  /** A real path. */
  readonly root: string;
  /** Folder of the grammars. */
  readonly folder: string;
}
