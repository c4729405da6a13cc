import path from 'node:path';
import { CORTEX_FOLDER } from '../../../engine/crtx/index.ts';
import { type GraphAnswer, GraphExplorer, type GraphQuestion } from '../../../engine/graph/index.ts';
import { CortexError } from '../../../engine/platform/errors.ts';
import type { FileSystem } from '../../../engine/platform/file-system.ts';
import { PathWatch, watchDirectory } from '../../../engine/platform/watching.ts';
import { nodeOf } from './places.ts';

const GRAPH_FILE = 'graph.crtx';

/** What is known at a moment: the answer that came last, and why none came after it. */
export interface Explored {
  readonly answer: GraphAnswer | null;
  readonly error: unknown;
  /** Whether something else is still looked for. */
  readonly looking: boolean;
}

export interface ExploredOptions {
  readonly fs: FileSystem;
  /** The project's folder, a real path. */
  readonly root: string;
  /** Something else is to be seen. */
  changed(): void;
  /** Whether the code may be read, and what was read of it be remembered. */
  follows(): boolean;
}

interface Outcome {
  readonly key: string;
  readonly version: number;
  readonly error: unknown;
}

/** The graph of a project as somebody looks at it: the newest question counts, and one is asked at a time. */
export class ExploredGraph {
  readonly #options: ExploredOptions;
  readonly #explorer: GraphExplorer;
  readonly #watch: PathWatch;
  #identity: string;
  /** Another one with everything that may make an answer another. */
  #version = 0;
  #wanted: GraphQuestion | null = null;
  #isAsking = false;
  #outcome: Outcome | null = null;
  #answer: GraphAnswer | null = null;
  /** Ids that were asked for and are not in the graph. */
  readonly #unknown = new Set<string>();
  /** Whether something has changed of which the graph does not know. */
  #isTouched = false;
  /** Whether the graph is asked to follow the files, and has not said yet that it does. */
  #isToFollow = false;
  #isOver = false;

  constructor(options: ExploredOptions) {
    const { fs, root } = options;
    this.#options = options;
    this.#explorer = new GraphExplorer({ root, renewed: () => this.#renewed(), lists: () => options.follows() });
    this.#identity = this.#identify();
    const target = path.join(root, CORTEX_FOLDER);
    const changed = () => this.#noticed();
    this.#watch = new PathWatch({ fs, watch: watchDirectory, anchor: root, target, changed, failed: changed });
  }

  /** What is known of a question, which is asked where it has not been. */
  look(question: GraphQuestion): Explored {
    this.#wanted = question;
    const key = JSON.stringify(question);
    const outcome = this.#outcome;
    if (!this.#isAsking && (outcome?.key !== key || outcome.version !== this.#version)) void this.#ask(question, key);
    return { answer: this.#answer, error: outcome?.error ?? null, looking: this.#outcome?.key !== key };
  }

  /** Whether something was looked for, and the graph does not have it. */
  isUnknown(id: string): boolean {
    return this.#unknown.has(id);
  }

  /** Files may have changed: those that have are counted anew. */
  recheck(): void {
    this.#explorer.recheck();
    this.#renew();
  }

  /** Files have changed, whoever did it. @param paths of what was added, changed or removed, relative to the root, `/`-separated */
  touched(paths: readonly string[]): void {
    this.#isTouched = true;
    if (this.#answer === null || !this.#options.follows()) this.recheck();
    else this.#explorer.follow(paths);
  }

  dispose(): void {
    this.#isOver = true;
    this.#watch.dispose();
    void this.#explorer.dispose();
  }

  #renewed(): void {
    // What was not there may be now.
    this.#unknown.clear();
    this.#renew();
  }

  #renew(): void {
    if (this.#isOver) return;
    this.#version += 1;
    this.#options.changed();
  }

  /** What has changed before it was asked for the first time, or since its thread is another one. */
  #catchUp({ live, changed }: GraphAnswer): void {
    if (live) {
      this.#isTouched = false;
      this.#isToFollow = false;
    } else if ((changed > 0 || this.#isTouched) && !this.#isToFollow && this.#options.follows()) {
      this.#isToFollow = true;
      this.#explorer.follow([]);
    }
  }

  /** Whatever happens in the folder: only the graph matters, and only where it is another one. */
  #noticed(): void {
    const identity = this.#identify();
    if (identity === this.#identity) return;
    this.#identity = identity;
    this.#explorer.forget();
    this.#unknown.clear();
    this.#isTouched = false;
    this.#isToFollow = false;
    this.#renew();
  }

  #identify(): string {
    const { fs, root } = this.#options;
    try {
      const { ino, size, mtimeNs } = fs.statSync(path.join(root, CORTEX_FOLDER, GRAPH_FILE), { bigint: true });
      return `${ino}:${size}:${mtimeNs}`;
    } catch {
      return '';
    }
  }

  async #ask(question: GraphQuestion, key: string): Promise<void> {
    this.#isAsking = true;
    const version = this.#version;
    let answer: GraphAnswer | null = null;
    let error: unknown = null;
    try {
      answer = await this.#find(question);
    } catch (thrown) {
      error = thrown;
    }
    this.#isAsking = false;
    if (this.#isOver) return;
    // What was wanted meanwhile is asked next, and this is not what is waited for any more.
    if (this.#wanted === null || JSON.stringify(this.#wanted) === key) {
      this.#outcome = { key, version, error };
      // A thread that has ended says nothing about the graph; what was seen of one that is gone, or broken now, may be wrong.
      const isStillTrue = error instanceof CortexError && error.code === 'io';
      this.#answer = isStillTrue ? this.#answer : answer;
    }
    this.#options.changed();
  }

  async #find(question: GraphQuestion): Promise<GraphAnswer> {
    const answer = await this.#explorer.ask(question);
    if (!this.#isOver) this.#catchUp(answer);
    const { scene } = answer;
    // What a place is about is always shown.
    const subject = nodeOf(scene.place);
    if (subject !== null && scene.nodes.length === 0) this.#unknown.add(subject);
    return answer;
  }
}
