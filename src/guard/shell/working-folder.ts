import path from 'node:path';
import type { ShellEnvironment } from './effect-types.ts';
import type { Expanded } from './expand.ts';

/** The working directory of commands, as far as the line shows it. */
export class WorkingFolder {
  #before: string;
  #pushed: readonly string[] = [];
  /** The pattern of the folder below `current` in which commands run, in a loop over folders; `null` if they run in `current`. */
  #within: Expanded | null = null;

  constructor(
    private readonly around: ShellEnvironment,
    public current: string,
  ) {
    this.#before = current;
  }

  /** Returns a copy for a subshell. */
  copy(): WorkingFolder {
    const same = new WorkingFolder(this.around, this.current);
    same.#before = this.#before;
    same.#pushed = this.#pushed;
    same.#within = this.#within;
    return same;
  }

  /** Replaces `~` by the home directory. */
  homely(text: string): string {
    const { HOME } = this.around.environment;
    return HOME !== undefined && /^~(?:\/|$)/.test(text) ? HOME + text.slice(1) : text;
  }

  /** Applies `cd` or `pushd`. @param mayBeMade whether an earlier command may have created a folder that does not exist yet */
  enter(word: Expanded | undefined, isPushed: boolean, mayBeMade: boolean): void {
    if (word === undefined || word.isCut || word.plain === '') return;
    const isAway = this.#within !== null;
    this.#within = word.isPattern ? word : null;
    if (word.isPattern || (isAway && word.plain === '..')) return;
    const to = word.plain === '-' ? this.#before : path.resolve(this.current, this.homely(word.plain));
    if (!mayBeMade && this.around.look(to) !== 'folder') return;
    if (isPushed) this.#pushed = [...this.#pushed, this.current].slice(-MAX_PUSHED);
    this.#move(to);
  }

  /** Returns a word as seen from `current`. */
  inside(word: Expanded): Expanded {
    if (this.#within === null || /^[/~]/.test(word.plain)) return word;
    const [plain, pattern] = [`${this.#within.plain}/${word.plain}`, `${this.#within.pattern}/${word.pattern}`];
    return { ...word, plain, pattern, isPattern: true };
  }

  /** Applies `popd`. */
  leave(): void {
    this.#within = null;
    const to = this.#pushed.at(-1);
    this.#pushed = this.#pushed.slice(0, -1);
    if (to !== undefined) this.#move(to);
  }

  #move(to: string): void {
    this.#before = this.current;
    this.current = to;
  }
}

const MAX_PUSHED = 100;
