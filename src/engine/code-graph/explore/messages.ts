import type { ErrorCode, ErrorData } from '../../kernel/errors.ts';
import type { GraphAnswer, GraphQuestion } from './answer.ts';

/** What the thread is asked. */
export interface Request {
  readonly question: GraphQuestion;
  /** Whether the graph is read anew. */
  readonly isChanged: boolean;
  /** Whether the files that have changed are counted anew. */
  readonly isCounted: boolean;
}

/** An answer, or the parts of a `CortexError`, which no message between threads can carry. */
export type Reply =
  | { readonly ok: true; readonly answer: GraphAnswer }
  | { readonly ok: false; readonly code: ErrorCode; readonly message: string; readonly data: ErrorData };

/** What the thread can be called for. */
export interface ExplorerFunctions {
  answer(request: Request): Promise<Reply>;
  /** As `GraphExplorer.follow`. */
  follow(paths: readonly string[]): void;
}

/** What the thread tells by itself. */
export interface ExplorerEvents {
  /** What it answered before may be another answer now. */
  renewed(): void;
}

/** What the thread is told when it begins. */
export interface ExplorerData {
  readonly root: string;
  /** Where the programs are. */
  readonly folder: string;
}
