import type { ThreadReply } from '../../platform/answering-thread.ts';
import type { GraphAnswer, GraphQuestion } from '../schemas/graph-answer.ts';

/** A query to the thread. */
export interface Request {
  readonly question: GraphQuestion;
  /** Whether to read the graph again. */
  readonly isChanged: boolean;
  /** Whether to count changed files again. */
  readonly isCounted: boolean;
  /** Whether to count new files too. */
  readonly isListed: boolean;
}

/** Functions of the thread. */
export interface ExplorerFunctions {
  answer(request: Request): Promise<ThreadReply<GraphAnswer>>;
  /** As `GraphExplorer.follow`. */
  follow(paths: readonly string[]): void;
}

/** Events of the thread. */
export interface ExplorerEvents {
  /** The last answer may be outdated. */
  renewed(): void;
}

/** Data that the thread starts with. */
export interface ExplorerData {
  readonly root: string;
  /** Folder of the programs. */
  readonly folder: string;
}
