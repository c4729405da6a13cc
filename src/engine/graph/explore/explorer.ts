import path from 'node:path';
import { LastingThread } from '../../platform/lasting-thread.ts';
import { programFolder } from '../../platform/program-folder.ts';
import type { GraphAnswer, GraphQuestion } from '../schemas/graph-answer.ts';
import { EXPLORER_FILE } from './explorer-file.ts';
import type { ExplorerData, ExplorerEvents, ExplorerFunctions } from './messages.ts';

export interface ExplorerOptions {
  /** The folder that has `.cortex/`. */
  readonly root: string;
  /** Where the thread's program is. Default: `dist/graph` of the program that runs. */
  readonly folder?: string;
  /** How long the thread may say nothing while it is asked something. Default: 30 s. */
  readonly patienceMs?: number;
  /** Is told when what `follow` was told of is in the answers, and when the thread has died of it. */
  readonly renewed?: () => void;
  /** Whether the files of the project may be listed, to count those that have come: for that git is asked. Default: they may not. */
  readonly lists?: () => boolean;
}

/**
 * Shows the graph of a project part by part, from a thread of its own that reads `.cortex/graph.crtx` with the first question and keeps it.
 * It has to be disposed of, or the process does not end.
 */
export class GraphExplorer {
  readonly #thread: LastingThread<ExplorerFunctions, ExplorerEvents>;
  readonly #lists: () => boolean;
  #isChanged = false;
  #isCounted = false;

  constructor({ root, folder = programFolder('graph'), patienceMs, renewed = () => undefined, lists = () => false }: ExplorerOptions) {
    this.#lists = lists;
    const data: ExplorerData = { root, folder };
    const file = path.join(folder, EXPLORER_FILE);
    const otherwise = 'Where that does not help, make the graph anew.';
    this.#thread = new LastingThread({ file, data, subject: 'the graph', otherwise, patienceMs, events: { renewed }, died: renewed });
  }

  /**
   * Answers from the graph as it was when it was last read, or as the files make it that are followed. Files that have come since are
   * counted when they are listed: `renewed` tells of them.
   * @throws CortexError `not-found` without a graph; as `CortexIO.readGraph` for one that cannot be read; `io` where the thread ended, also
   *   since the last answer, or said nothing for too long, and the next question starts another one
   */
  ask(question: GraphQuestion): Promise<GraphAnswer> {
    return this.#thread.ask((functions) => {
      const request = { question, isChanged: this.#isChanged, isCounted: this.#isCounted, isListed: this.#lists() };
      this.#isChanged = false;
      this.#isCounted = false;
      return functions.answer(request);
    });
  }

  /** Files may have changed: with the next question those that are newer than the graph are counted anew. */
  recheck(): void {
    this.#isCounted = true;
  }

  /** The graph has changed: it is read anew with the next question. */
  forget(): void {
    this.#isChanged = true;
  }

  /**
   * From now on the answers are of the graph that the files of the project make, not of the one that was published: `renewed` tells when
   * they are. The first time all of it is read, and what was read is remembered in `.cortex/.local/graph`; then a change costs the files
   * that have changed. Until the published graph is another one.
   * @param paths of what was added, changed or removed, relative to the root, `/`-separated
   */
  follow(paths: readonly string[]): void {
    this.#thread.send((functions) => functions.follow.asEvent(paths));
  }

  /** Ends the thread; what is being asked is rejected. */
  dispose(): Promise<void> {
    return this.#thread.dispose();
  }
}
