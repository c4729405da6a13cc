/** A file that a worker is to read. */
export interface Job {
  /** Relative to the root, `/`-separated. */
  readonly path: string;
  readonly size: number;
  /** Of the bytes from which its facts are known; `null` where they are not. */
  readonly hash: string | null;
}

/** What came of one file. */
export type Outcome =
  /** `facts` is a `FileFacts` as JSON. */
  | { readonly kind: 'facts'; readonly hash: string; readonly facts: string }
  /** The bytes are those that were known. */
  | { readonly kind: 'same' }
  | { readonly kind: 'left-out'; readonly hash: string; readonly why: string }
  /** It may be read another time. */
  | { readonly kind: 'failed'; readonly why: string }
  | { readonly kind: 'no-grammar'; readonly language: string; readonly why: string }
  | { readonly kind: 'gone' };

/** From the worker: that it can begin, then one outcome for each job of a batch, in their order. */
export type Message = { readonly kind: 'ready' } | { readonly kind: 'outcome'; readonly outcome: Outcome };

/** What a worker is told when it begins. */
export interface WorkerData {
  /** A real path. */
  readonly root: string;
  /** Where the grammars are. */
  readonly folder: string;
}
