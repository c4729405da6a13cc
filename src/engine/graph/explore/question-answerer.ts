import { CortexIO, changedSince, readGraphGaps } from '../../crtx/index.ts';
import { type ThreadReply, toReply } from '../../platform/answering-thread.ts';
import { type CortexError, describeError } from '../../platform/errors.ts';
import { nodeRuntime } from '../../platform/runtime.ts';
import type { BuiltGraph } from '../live/live-graph.ts';
import { newSources } from '../new-sources.ts';
import type { AnswerProblem, GraphAnswer } from '../schemas/graph-answer.ts';
import { readPublished } from '../use-cases/open-graph.ts';
import { GraphFollower } from './graph-follower.ts';
import type { ExplorerData, Request } from './messages.ts';
import { OpenScenes } from './open-scenes.ts';

/** Number of files that were changed, added or removed since the graph of these scenes was built. */
interface Changed {
  readonly of: OpenScenes;
  readonly count: number;
}

/** Answers queries about the graph of a project, which it reads at the first query. */
export class QuestionAnswerer {
  readonly #data: ExplorerData;
  readonly #renewed: () => void;
  readonly #runtime = nodeRuntime();
  #scenes: Promise<OpenScenes> | null = null;
  /** The graph of the current files, if they are followed. */
  #live: OpenScenes | null = null;
  #following: GraphFollower | null = null;
  /** Why the files cannot be followed; `null` if that did not fail. */
  #problem: AnswerProblem | null = null;
  #changed: Changed | null = null;

  /** @param renewed called if file changes may have changed the last answer */
  constructor(data: ExplorerData, renewed: () => void) {
    this.#data = data;
    this.#renewed = renewed;
  }

  /** Answers a query. A read error is part of the reply, and the next query tries again. @throws only for a bug */
  reply(request: Request): Promise<ThreadReply<GraphAnswer>> {
    return toReply(() => this.#answer(request));
  }

  /** Starts answering from the current files, until another graph is published. @param paths that changed, relative to the root */
  follow(paths: readonly string[]): void {
    if (this.#following === null) {
      const following = new GraphFollower({
        ...this.#data,
        runtime: this.#runtime,
        renewed: (built) => this.#takeIn(following, built),
        failed: (error) => this.#lose(error),
      });
      this.#following = following;
    }
    this.#following.follow(paths);
  }

  async #takeIn(following: GraphFollower, { graph, gaps }: BuiltGraph): Promise<void> {
    const published = this.#live ?? (await (this.#scenes ?? this.#read()));
    // Another graph was published in the meantime.
    if (following !== this.#following) return;
    this.#live = published.withGraph(graph, gaps);
    // The published graph is no longer needed, and may be large.
    this.#scenes = null;
    this.#problem = null;
    this.#renewed();
  }

  #lose(error: CortexError): void {
    this.#live = null;
    this.#problem = { severity: 'warning', message: `Live updates of the graph stopped: ${describeError(error)}`, place: null };
    this.#renewed();
  }

  async #answer({ question, isChanged, isCounted, isListed }: Request): Promise<GraphAnswer> {
    if (isChanged) this.#forget();
    // A stale count would hold the earlier graph in memory.
    if (isChanged || isCounted) this.#changed = null;
    if (this.#live !== null) return { ...this.#live.answer(question), changed: 0, live: true };
    const reading = this.#scenes ?? this.#read();
    this.#scenes = reading;
    try {
      const scenes = await reading;
      const answer = scenes.answer(question);
      const problems = this.#problem === null ? answer.problems : [...answer.problems, this.#problem];
      return { ...answer, changed: this.#changedOf(scenes, isListed), live: false, problems };
    } catch (error) {
      if (this.#scenes === reading) this.#scenes = null;
      throw error;
    }
  }

  #forget(): void {
    this.#following?.dispose();
    this.#following = null;
    this.#live = null;
    this.#scenes = null;
    this.#problem = null;
  }

  async #read(): Promise<OpenScenes> {
    const { root } = this.#data;
    const file = await readPublished(new CortexIO(root));
    return new OpenScenes(file, readGraphGaps(this.#runtime, root));
  }

  #changedOf(scenes: OpenScenes, isListed: boolean): number {
    if (this.#changed?.of !== scenes) {
      const count = changedSince(this.#runtime.fs, this.#data.root, scenes.files, scenes.built).length;
      this.#changed = { of: scenes, count };
      if (isListed) void this.#countNew(this.#changed);
    }
    return this.#changed.count;
  }

  /** Runs in the background, because git is slow in a large project. */
  async #countNew(counted: Changed): Promise<void> {
    const { files, built } = counted.of;
    const since = await newSources(this.#runtime, this.#data.root, { known: new Set(files), built });
    if (since.length === 0 || this.#changed !== counted) return;
    this.#changed = { of: counted.of, count: counted.count + since.length };
    this.#renewed();
  }
}
