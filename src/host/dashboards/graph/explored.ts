import path from 'node:path';
import { CORTEX_FOLDER } from '../../../engine/crtx/index.ts';
import { type GraphAnswer, GraphExplorer, type GraphQuestion } from '../../../engine/graph/index.ts';
import { CortexError } from '../../../engine/platform/errors.ts';
import type { FileSystem } from '../../../engine/platform/file-system.ts';
import { PathWatch, watchDirectory } from '../../../engine/platform/watching.ts';
import { findShownNode } from './places.ts';

const GRAPH_FILE = 'graph.crtx';

/** The last answer, and the error if a later question failed. */
export interface Explored {
  readonly answer: GraphAnswer | null;
  readonly error: unknown;
  /** Whether a newer question is still being answered. */
  readonly looking: boolean;
}

export interface ExploredOptions {
  readonly fs: FileSystem;
  /** The project's folder, a real path. */
  readonly root: string;
  /** Called when the result of `look` may differ. */
  changed(): void;
  /** Whether source files may be read, and the results cached. */
  follows(): boolean;
}

interface Outcome {
  readonly key: string;
  readonly version: number;
  readonly error: unknown;
}

/** The graph of a project as the dashboard asks for it. Asks one question at a time; only the newest question counts. */
export class ExploredGraph {
  readonly #options: ExploredOptions;
  readonly #explorer: GraphExplorer;
  readonly #watch: PathWatch;
  #identity: string;
  /** Incremented by every change that may affect an answer. */
  #version = 0;
  #wanted: GraphQuestion | null = null;
  #isAsking = false;
  #outcome: Outcome | null = null;
  #answer: GraphAnswer | null = null;
  /** Ids that were requested and are not in the graph. */
  readonly #unknown = new Set<string>();
  /** Whether files have changed that the graph does not reflect yet. */
  #isTouched = false;
  /** Whether the graph was asked to follow the files and has not confirmed it yet. */
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

  /** Returns what is known about a question, and asks it if it has no answer yet. */
  look(question: GraphQuestion): Explored {
    this.#wanted = question;
    const key = JSON.stringify(question);
    const outcome = this.#outcome;
    if (!this.#isAsking && (outcome?.key !== key || outcome.version !== this.#version)) void this.#ask(question, key);
    return { answer: this.#answer, error: outcome?.error ?? null, looking: this.#outcome?.key !== key };
  }

  /** Reports whether the id was looked up and is not in the graph. */
  isUnknown(id: string): boolean {
    return this.#unknown.has(id);
  }

  /** Counts changed files again. Call it when files may have changed. */
  recheck(): void {
    this.#explorer.recheck();
    this.#renew();
  }

  /** Reports changed files. @param paths files that were added, changed or removed, relative to the root, `/`-separated */
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
    // Ids that were missing may exist now.
    this.#unknown.clear();
    this.#renew();
  }

  #renew(): void {
    if (this.#isOver) return;
    this.#version += 1;
    this.#options.changed();
  }

  /** Starts following the files if they changed before the first question, or if a restarted thread no longer follows them. */
  #catchUp({ live, changed }: GraphAnswer): void {
    if (live) {
      this.#isTouched = false;
      this.#isToFollow = false;
    } else if ((changed > 0 || this.#isTouched) && !this.#isToFollow && this.#options.follows()) {
      this.#isToFollow = true;
      this.#explorer.follow([]);
    }
  }

  /** Handles an event in the folder. Makes the next question read the graph again if its file was replaced; ignores other files. */
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
    // If another question was asked meanwhile, this answer is outdated, and the other one is asked next.
    if (this.#wanted === null || JSON.stringify(this.#wanted) === key) {
      this.#outcome = { key, version, error };
      // An `io` error means that the thread ended or timed out, so the last answer is still valid. Other errors concern the graph file.
      const isStillTrue = error instanceof CortexError && error.code === 'io';
      this.#answer = isStillTrue ? this.#answer : answer;
    }
    this.#options.changed();
  }

  async #find(question: GraphQuestion): Promise<GraphAnswer> {
    const answer = await this.#explorer.ask(question);
    if (!this.#isOver) this.#catchUp(answer);
    const { scene } = answer;
    // A scene always contains the subject of its place, so a scene without nodes means that the subject does not exist.
    const subject = findShownNode(scene.place);
    if (subject !== null && scene.nodes.length === 0) this.#unknown.add(subject);
    return answer;
  }
}
