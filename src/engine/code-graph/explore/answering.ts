import { CortexIO } from '../../crtx/index.ts';
import { CortexError } from '../../kernel/errors.ts';
import { nodeRuntime } from '../../kernel/runtime.ts';
import { isNewer, readPublished } from '../use-cases/open-graph.ts';
import type { GraphAnswer } from './answer.ts';
import type { Reply, Request } from './messages.ts';
import { OpenScenes } from './open-scenes.ts';

/** Reads the graph of a project when it is first asked, and answers. */
export class Answering {
  readonly #root: string;
  #scenes: Promise<OpenScenes> | null = null;
  /** How many files have changed, of the scenes that it was counted for. */
  #changed: { readonly of: OpenScenes; readonly count: number } | null = null;

  /** @param root the folder that has `.cortex/` */
  constructor(root: string) {
    this.#root = root;
  }

  /** Answers. What cannot be read is told in the reply, and tried again with the next question. @throws only for a defect of ours */
  async reply(request: Request): Promise<Reply> {
    try {
      return { ok: true, answer: await this.#answer(request) };
    } catch (error) {
      if (!(error instanceof CortexError)) throw error;
      const { code, message, data } = error;
      return { ok: false, code, message, data };
    }
  }

  async #answer({ question, isChanged, isCounted }: Request): Promise<GraphAnswer> {
    if (isChanged) this.#scenes = null;
    // It would keep the graph that was read before in memory.
    if (isChanged || isCounted) this.#changed = null;
    const reading = this.#scenes ?? this.#read();
    this.#scenes = reading;
    try {
      const scenes = await reading;
      return { ...scenes.answer(question), changed: this.#changedOf(scenes) };
    } catch (error) {
      if (this.#scenes === reading) this.#scenes = null;
      throw error;
    }
  }

  async #read(): Promise<OpenScenes> {
    return new OpenScenes(await readPublished(new CortexIO(this.#root)));
  }

  #changedOf(scenes: OpenScenes): number {
    if (this.#changed?.of !== scenes) {
      const { fs } = nodeRuntime();
      const count = scenes.files.filter((file) => isNewer(fs, this.#root, file, scenes.built)).length;
      this.#changed = { of: scenes, count };
    }
    return this.#changed.count;
  }
}
