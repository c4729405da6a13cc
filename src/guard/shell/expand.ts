import { escapeLockPath } from '../../engine/swarm/index.ts';
import type { Group, Part, Word } from './items.ts';

/** A word as the command gets it. */
export interface Expanded {
  /** Its text, without quotes. */
  readonly plain: string;
  /** The same as a pattern of locks: what was quoted stands for itself. */
  readonly pattern: string;
  readonly isPattern: boolean;
  /** Something follows that only the shell knows. */
  readonly isCut: boolean;
  /** It only says where its values come from: what a command names that lists files. */
  readonly isGuess?: boolean;
}

/** No path is longer: variables that double each other end here. */
const LONGEST_VALUE = 4_096;
/** A variable in a loop has several values; more of them are not followed. */
const MOST_VALUES = 64;

/** What commands write whose output is put into a word. */
export interface Output {
  /** What they name, where they list files. */
  readonly words: readonly Expanded[];
  /** All of it; `null` where that is not known. */
  readonly text: string | null;
}

export interface Variables {
  readonly values: ReadonlyMap<string, readonly Expanded[]>;
  readonly outputs: ReadonlyMap<Group, Output>;
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

const append = (word: Expanded, piece: Expanded): Expanded => ({
  plain: word.plain + piece.plain,
  pattern: word.pattern + piece.pattern,
  isPattern: word.isPattern || piece.isPattern,
  isCut: false,
  ...(piece.isGuess === true && { isGuess: true }),
});

/** Text outside of quotes. Patterns of locks have no classes with names. */
const bare = (text: string): Expanded => patternWord(text.replace(/\[\[:[a-z]+:\]\]/g, '?'));

/** What a part may stand for; `undefined` where only the shell knows. @param isWhole whether nothing else is in the word */
function piecesOf(part: Part, { values, loose, outputs }: Variables, isWhole: boolean): readonly Expanded[] | undefined {
  if (part.kind === 'text') return [part.quoted ? literal(part.text) : { ...bare(part.text), plain: part.text }];
  if (part.kind === 'output') {
    const { text = null, words = [] } = outputs.get(part.group) ?? {};
    if (text !== null) return [literal(text)];
    return isWhole && words.length > 0 ? words : undefined;
  }
  if (part.kind !== 'variable') return undefined;
  const known = isWhole || !loose.has(part.name) ? values.get(part.name) : undefined;
  return known ?? (part.otherwise === undefined ? undefined : [literal(part.otherwise)]);
}

function appendPart(words: readonly Expanded[], part: Part, pieces: readonly Expanded[] | undefined): Expanded[] {
  return words
    .flatMap((word) => {
      if (word.isCut) return [word];
      const isTooLong = part.kind !== 'text' && pieces?.some(({ plain }) => word.plain.length + plain.length > LONGEST_VALUE);
      return pieces === undefined || isTooLong ? [{ ...word, isCut: true }] : pieces.map((piece) => append(word, piece));
    })
    .slice(0, MOST_VALUES);
}

/** A value that is not in quotes: a word each. */
function divided(value: Expanded): Expanded[] {
  if (value.isPattern || value.isGuess === true) return [value];
  return value.plain
    .split(/\s+/)
    .filter((each) => each !== '')
    .map(patternWord);
}

/** What a word may stand for: one word, or of a variable without quotes and with several values as many. */
export function expand(word: Word, variables: Variables): Expanded[] {
  const [first] = word;
  if (word.length === 1 && first?.kind === 'variable' && !first.quoted) {
    const values = variables.values.get(first.name)?.flatMap(divided);
    if (values !== undefined) return values.slice(0, MOST_VALUES);
  }
  const empty: Expanded = { plain: '', pattern: '', isPattern: false, isCut: false };
  const isWhole = word.filter((part) => part.kind !== 'text' || part.text !== '').length === 1;
  return word.reduce<Expanded[]>((words, part) => appendPart(words, part, piecesOf(part, variables, isWhole)), [empty]);
}
