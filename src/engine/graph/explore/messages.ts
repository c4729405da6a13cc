import type { Reply } from '../../platform/answering-thread.ts';
import type { GraphAnswer, GraphQuestion } from '../schemas/graph-answer.ts';

/** What the thread is asked. */
export interface Request {
  readonly question: GraphQuestion;
  /** Whether the graph is read anew. */
  readonly isChanged: boolean;
  /** Whether the files that have changed are counted anew. */
  readonly isCounted: boolean;
  /** Whether those that have come are counted with them. */
  readonly isListed: boolean;
}

/** What the thread can be called for. */
export interface ExplorerFunctions {
  answer(request: Request): Promise<Reply<GraphAnswer>>;
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
