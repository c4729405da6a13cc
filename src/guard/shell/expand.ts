import { escapeLockPath } from '../../engine/swarm/index.ts';
import type { Part, Word } from './items.ts';

/** A word as the command gets it. */
export interface Expanded {
  /** Its text, without quotes. */
  readonly plain: string;
  /** The same as a pattern of locks: what was quoted stands for itself. */
  readonly pattern: string;
  readonly isPattern: boolean;
  /** Something follows that only the shell knows. */
  readonly isCut: boolean;
}

/** No path is longer: variables that double each other end here. */
const LONGEST_VALUE = 4_096;
/** A variable in a loop has several values; more of them are not followed. */
const MOST_VALUES = 64;

export interface Variables {
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** Those of which is only known where their values come from: within a word they are unknown. */
  readonly loose: ReadonlySet<string>;
}

/** A word of which all is known. */
export const literal = (text: string): Expanded => ({ plain: text, pattern: escapeLockPath(text), isPattern: false, isCut: false });

/** A pattern of the shell. */
export const patternWord = (text: string): Expanded => ({ plain: text, pattern: text, isPattern: /[*?[{]/.test(text), isCut: false });

/** A word without its beginning, which has nothing of a pattern: `--output=x` → `x`. */
export const withoutStart = (word: Expanded, length: number): Expanded => ({
  ...word,
  plain: word.plain.slice(length),
  pattern: word.pattern.slice(length),
});

/** A name in a folder. */
export function joined(folder: Expanded, name: Expanded): Expanded {
  const base = (text: string) => text.replace(/\/+$/, '').replace(/^.*[/\\]/s, '');
  const [plain, pattern] = [`${folder.plain}/${base(name.plain)}`, `${folder.pattern}/${base(name.pattern)}`];
  return { plain, pattern, isPattern: folder.isPattern || name.isPattern, isCut: folder.isCut || name.isCut };
}

function append(word: Expanded, { text, quoted }: { readonly text: string; readonly quoted: boolean }): Expanded {
  const isPattern = !quoted && /[*?[{]/.test(text);
  return {
    plain: word.plain + text,
    pattern: word.pattern + (quoted ? escapeLockPath(text) : text),
    isPattern: word.isPattern || isPattern,
    isCut: false,
  };
}

function textsOf(part: Part, { values, loose }: Variables, isWhole: boolean): readonly string[] | undefined {
  if (part.kind === 'text') return [part.text];
  return part.kind === 'variable' && (isWhole || !loose.has(part.name)) ? values.get(part.name) : undefined;
}

function appendPart(words: readonly Expanded[], part: Part, texts: readonly string[] | undefined): Expanded[] {
  const quoted = part.kind === 'text' ? part.quoted : true;
  return words
    .flatMap((word) => {
      if (word.isCut) return [word];
      const isTooLong = part.kind === 'variable' && texts?.some((text) => word.plain.length + text.length > LONGEST_VALUE);
      return texts === undefined || isTooLong ? [{ ...word, isCut: true }] : texts.map((text) => append(word, { text, quoted }));
    })
    .slice(0, MOST_VALUES);
}

/** What a word may stand for: one word, or of a variable without quotes and with several values as many. */
export function expand(word: Word, variables: Variables): Expanded[] {
  const [first] = word;
  if (word.length === 1 && first?.kind === 'variable' && !first.quoted) {
    const values = variables.values.get(first.name)?.flatMap((value) => value.split(/\s+/).filter((each) => each !== ''));
    if (values !== undefined) return values.slice(0, MOST_VALUES).map(patternWord);
  }
  const empty: Expanded = { plain: '', pattern: '', isPattern: false, isCut: false };
  const isWhole = word.filter((part) => part.kind !== 'text' || part.text !== '').length === 1;
  return word.reduce<Expanded[]>((words, part) => appendPart(words, part, textsOf(part, variables, isWhole)), [empty]);
}
