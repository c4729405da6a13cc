import path from 'node:path';
import type { Effects, FileOperand } from './effect-types.ts';
import { type Expanded, literal } from './expand.ts';
import { MadeLinks } from './links.ts';
import type { WorkingFolder } from './working-folder.ts';

/** Places that a redirection writes no file to. */
const NO_FILE = /^\/dev\/(?:null|stdout|stderr|tty|fd\/\d)$/;

/** Collects the effects of a line while it is analyzed. */
export class EffectLog {
  readonly writes: FileOperand[] = [];
  readonly codes: Effects['codes'] = [];
  readonly trees: Effects['trees'] = [];
  readonly words: FileOperand[] = [];
  readonly links = new MadeLinks();
  /** Whether no command so far changes anything. */
  onlyReads = true;
  /** Whether it writes a file, or starts what cannot be read. */
  mayWrite = false;
  isUnclear = false;
  /** Words of commands that only read what they name. */
  readonly #readWords = new Set<FileOperand>();
  /** Whether the current command only reads what it names. */
  #isReading = true;

  /** Adds files that are written. @param scope in which the command runs */
  addWrites(words: readonly Expanded[], scope: WorkingFolder, kind: Pick<FileOperand, 'isDeep' | 'isRemoved'> = {}): void {
    for (const word of words) {
      this.mayWrite ||= word.isCut || !NO_FILE.test(word.plain);
      this.writes.push({ word: scope.inside(word), folder: scope.current, ...kind });
      const target = word.isCut ? null : this.links.targetOf(path.resolve(scope.current, scope.homely(word.plain)));
      if (target !== null) this.writes.push({ word: literal(target), folder: scope.current, ...kind });
    }
  }

  /** Adds the words of a command, and analyzes it. @param folder in which it runs */
  addCommand(typed: readonly Expanded[], folder: string, analyze: () => void): void {
    const own = typed.map((word) => ({ word, folder }));
    this.words.push(...own);
    const outer = this.#isReading;
    this.#isReading = true;
    analyze();
    if (this.#isReading) for (const each of own) this.#readWords.add(each);
    this.#isReading = outer;
  }

  /** Adds a git command that may change any files of a working tree. */
  addTree(command: string, folder: string): void {
    this.trees.push({ command, folder });
    this.mayChange();
  }

  /** Notes that the current command may change what it names. */
  mayChange(): void {
    this.onlyReads = false;
    this.#isReading = false;
  }

  get effects(): Effects {
    const { writes, codes, trees, isUnclear } = this;
    const words = isUnclear ? this.words : this.words.filter((each) => !this.#readWords.has(each));
    return { writes, codes, trees, words, isUnclear, mayWrite: this.mayWrite || !this.onlyReads || isUnclear };
  }
}
