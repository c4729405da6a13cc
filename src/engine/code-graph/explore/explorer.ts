import type { GraphAnswer, GraphQuestion } from './answer.ts';

/** Where a graph is, and who answers. */
export interface ExplorerOptions {
  /** The folder that has `.cortex/`. */
  readonly root: string;
  /** Where the thread's program is. Default: `dist/graph` of the program that runs. */
  readonly folder?: string;
  /** How long the thread may say nothing while it is asked something. Default: 30 s. */
  readonly patienceMs?: number;
}

export class GraphExplorer {
  constructor(readonly options: ExplorerOptions) {}

  async ask(_question: GraphQuestion): Promise<GraphAnswer> {
    throw new Error('not yet');
  }

  recheck(): void {}

  forget(): void {}

  async dispose(): Promise<void> {}
}
