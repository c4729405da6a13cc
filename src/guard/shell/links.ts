import path from 'node:path';
import { type Expanded, literal } from './expand.ts';
import { parseArguments } from './options.ts';

/** Longest chain of links that is followed. */
const MAX_LINKS = 16;

/** The links that a line makes: a later command may write through them. */
export class MadeLinks {
  readonly #targets = new Map<string, string>();

  /** Notes what `ln` links. @param words after its name @param isFolder whether a word names a folder */
  note(words: readonly Expanded[], folder: string, isFolder: (word: Expanded) => boolean): void {
    const args = parseArguments(words, '-t --target-directory -S --suffix');
    const [into] = args.values('-t', '--target-directory');
    const operands = into === undefined && args.operands.length === 1 ? [...args.operands, literal('.')] : args.operands;
    const target = into ?? operands.at(-1);
    const sources = into === undefined ? operands.slice(0, -1) : operands;
    if (target === undefined) return;
    const isInto = into !== undefined || sources.length > 1 || target.plain.endsWith('/') || isFolder(target);
    for (const { plain, isCut } of sources) {
      if (isCut || target.isCut) continue;
      const link = path.resolve(folder, target.plain, isInto ? path.basename(plain) : '');
      this.#targets.set(link, path.resolve(args.has('s', '--symbolic') ? path.dirname(link) : folder, plain));
    }
  }

  /** Returns where a path leads through links that were made; `null` if it is not through one. @param file absolute */
  targetOf(file: string): string | null {
    if (this.#targets.size === 0) return null;
    let found = file;
    for (let count = 0; count < MAX_LINKS; count += 1) {
      const next = this.#step(found);
      if (next === null) break;
      found = next;
    }
    return found === file ? null : found;
  }

  #step(file: string): string | null {
    for (let above = file; ; above = path.dirname(above)) {
      const target = this.#targets.get(above);
      if (target !== undefined) return path.join(target, path.relative(above, file));
      if (above === path.dirname(above)) return null;
    }
  }
}
