import path from 'node:path';
import { LastingThread } from '../../platform/lasting-thread.ts';
import { programFolder } from '../../platform/program-folder.ts';
import type { GraphAnswer, GraphQuestion } from '../schemas/graph-answer.ts';
import { EXPLORER_FILE } from './explorer-file.ts';
import type { ExplorerData, ExplorerEvents, ExplorerFunctions } from './messages.ts';

export interface ExplorerOptions {
  /** The folder that contains `.cortex/`. */
  readonly root: string;
  /** Folder of the thread's program. Default: `dist/threads` of the running program. */
  readonly folder?: string;
  /** Maximum silence of the thread while a query is pending, in milliseconds. Default: 30 s. */
  readonly patienceMs?: number;
  /** Called when changes passed to `follow` have become part of the answers, and when the thread has died. */
  readonly renewed?: () => void;
  /** Whether git may list the project's files, to count new ones. Default: no. */
  readonly lists?: () => boolean;
}

/**
 * Serves the graph of a project part by part, from a thread that reads `.cortex/graph.crtx` at the first query and keeps it in memory. Must
 * be disposed of, or the process does not exit.
 */
export class GraphExplorer {
  readonly #thread: LastingThread<ExplorerFunctions, ExplorerEvents>;
  readonly #lists: () => boolean;
  #isChanged = false;
  #isCounted = false;

  constructor({ root, folder = programFolder('threads'), patienceMs, renewed = () => undefined, lists = () => false }: ExplorerOptions) {
    this.#lists = lists;
    const data: ExplorerData = { root, folder: programFolder('graph') };
    const file = path.join(folder, EXPLORER_FILE);
    const otherwise = 'If that fails, rebuild the graph: cortex graph build';
    this.#thread = new LastingThread({ file, data, subject: 'the graph', otherwise, patienceMs, events: { renewed }, died: renewed });
  }

  /**
   * Answers a query from the graph as last read, or from the current files if they are followed. New files are counted in the background if
   * listing is allowed; `renewed` reports them.
   * @throws CortexError `not-found` without a graph; as `CortexIO.readGraph` for an unreadable one; `io` if the thread ended (also since
   * the last answer) or timed out, and the next query starts a new thread
   */
  ask(question: GraphQuestion): Promise<GraphAnswer> {
    return this.#thread.ask((functions) => {
      const request = { question, isChanged: this.#isChanged, isCounted: this.#isCounted, isListed: this.#lists() };
      this.#isChanged = false;
      this.#isCounted = false;
      return functions.answer(request);
    });
  }

  /** Reports that files may have changed: the next query counts again the files that are newer than the graph. */
  recheck(): void {
    this.#isCounted = true;
  }

  /** Reports that the published graph has changed: the next query reads it again. */
  forget(): void {
    this.#isChanged = true;
  }

  /**
   * Answers from the current files of the project from now on, instead of the published graph; `renewed` reports when they are ready. The
   * first call reads all files, and caches the result in `.cortex/.local/graph`. Later calls only read changed files. Ends when another
   * graph is published.
   * @param paths that were added, changed or removed, relative to the root, `/`-separated
   */
  follow(paths: readonly string[]): void {
    this.#thread.send((functions) => functions.follow.asEvent(paths));
  }

  /** Ends the thread. A pending query is rejected. */
  dispose(): Promise<void> {
    return this.#thread.dispose();
  }
}
