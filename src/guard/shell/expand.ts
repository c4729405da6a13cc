import { escapeLockPath } from '../../engine/swarm/index.ts';
import type { Group, Part, Word } from './items.ts';

/** A word after expansion, as the command gets it. */
export interface Expanded {
  /** Its text, without quotes. */
  readonly plain: string;
  /** Its text as a pattern for lock paths; quoted characters are escaped. */
  readonly pattern: string;
  readonly isPattern: boolean;
  /** What follows is not fully known, because only the shell can compute it. */
  readonly isCut: boolean;
  /** What follows its last unknown part, as a pattern. */
  readonly after?: string;
  /** It is not the value itself, but what the value comes from: an argument of a command that lists files. */
  readonly isGuess?: boolean;
}

/** Maximum length of a value, the longest path. Stops variables that double each other. */
const MAX_VALUE_LENGTH = 4_096;
/** Maximum number of values of a variable in a loop. */
const MAX_VALUES = 64;

/** The output of commands that is substituted into a word. */
export interface Output {
  /** The names in it, if the commands list files. */
  readonly words: readonly Expanded[];
  /** The full text; `null` if it is unknown. */
  readonly text: string | null;
}

export interface Variables {
  readonly values: ReadonlyMap<string, readonly Expanded[]>;
  readonly outputs: ReadonlyMap<Group, Output>;
  /** Variables for which only the source of their values is known. Inside a longer word their value is unknown. */
  readonly loose: ReadonlySet<string>;
}

/** Returns a word with known text. */
export const literal = (text: string): Expanded => ({ plain: text, pattern: escapeLockPath(text), isPattern: false, isCut: false });

/** Returns an unquoted word, which may be a shell pattern. */
export const patternWord = (text: string): Expanded => ({ plain: text, pattern: text, isPattern: /[*?[{]/.test(text), isCut: false });

/** Removes the start of a word, which must not contain pattern characters: `--output=x` → `x`. */
export const withoutStart = (word: Expanded, length: number): Expanded => ({
  ...word,
  plain: word.plain.slice(length),
  pattern: word.pattern.slice(length),
});

/** Returns the path of a file name in a folder. */
export function joinPath(folder: Expanded, name: Expanded): Expanded {
  // The unknown part may contain a slash, so the file name is not known.
  if (folder.isCut) return folder.after === undefined ? folder : { ...folder, after: '' };
  if (name.isCut) return { plain: `${folder.plain}/`, pattern: `${folder.pattern}/`, isPattern: folder.isPattern, isCut: true };
  const base = (text: string) => text.replace(/\/+$/, '').replace(/^.*[/\\]/s, '');
  const [plain, pattern] = [`${folder.plain}/${base(name.plain)}`, `${folder.pattern}/${base(name.pattern)}`];
  return { plain, pattern, isPattern: folder.isPattern || name.isPattern, isCut: false };
}

const append = (word: Expanded, piece: Expanded): Expanded => ({
  plain: word.plain + piece.plain,
  pattern: word.pattern + piece.pattern,
  isPattern: word.isPattern || piece.isPattern,
  isCut: false,
  ...(piece.isGuess === true && { isGuess: true }),
});

/** Returns unquoted text. Lock patterns have no named character classes, so these become `?`. */
const bare = (text: string): Expanded => patternWord(text.replace(/\[\[:[a-z]+:\]\]/g, '?'));

/** Returns the possible values of a part; `undefined` if only the shell knows. @param isWhole whether it is the only part of the word */
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

/** Adds a part to a word with an unknown part. */
function afterCut(word: Expanded, pieces: readonly Expanded[] | undefined): Expanded[] {
  const { after = '' } = word;
  if (pieces === undefined || pieces.some(({ pattern }) => after.length + pattern.length > MAX_VALUE_LENGTH))
    return [{ ...word, after: '' }];
  return pieces.map(({ pattern }) => ({ ...word, after: after + pattern }));
}

function appendPart(words: readonly Expanded[], part: Part, pieces: readonly Expanded[] | undefined): Expanded[] {
  return words
    .flatMap((word) => {
      if (word.isCut) return afterCut(word, pieces);
      const isTooLong = part.kind !== 'text' && pieces?.some(({ plain }) => word.plain.length + plain.length > MAX_VALUE_LENGTH);
      return pieces === undefined || isTooLong ? [{ ...word, isCut: true }] : pieces.map((piece) => append(word, piece));
    })
    .slice(0, MAX_VALUES);
}

/** Splits an unquoted value into words. */
function divided(value: Expanded): Expanded[] {
  if (value.isPattern || value.isGuess === true) return [value];
  return value.plain
    .split(/\s+/)
    .filter((each) => each !== '')
    .map(patternWord);
}

/** Returns the words that a word expands to: one, or several for an unquoted variable with several values. */
export function expand(word: Word, variables: Variables): Expanded[] {
  const [first] = word;
  if (word.length === 1 && first?.kind === 'variable' && !first.quoted) {
    const values = variables.values.get(first.name)?.flatMap(divided);
    if (values !== undefined) return values.slice(0, MAX_VALUES);
  }
  const empty: Expanded = { plain: '', pattern: '', isPattern: false, isCut: false };
  const isWhole = word.filter((part) => part.kind !== 'text' || part.text !== '').length === 1;
  return word.reduce<Expanded[]>((words, part) => appendPart(words, part, piecesOf(part, variables, isWhole)), [empty]);
}

/**
 * Returns a word with an unknown part as a pattern: its beginning, anything, its end. An unknown part behind the beginning of a name is
 * taken as a part of that name or of what is below it. @returns `null` if not even its folder is known
 */
export function patternOfCut({ plain, pattern, after = '' }: Expanded): Expanded | null {
  if (plain.lastIndexOf('/') <= 0) return null;
  const start = pattern.slice(0, pattern.lastIndexOf('/') + 1);
  const name = pattern.slice(start.length);
  const end = after.replace(/\/+$/, '');
  // Brackets or braces may only be complete together with the unknown part.
  const isOdd = /[{}[\]]/.test(name + end) || /(?:^|\/)\.{1,2}(?:\/|$)/.test(end);
  if (isOdd || name + end === '') return patternWord(`${start}**`);
  if (name !== '') return patternWord(end === '' ? `${start}${name}*/**` : `${start}${name}*${end}`);
  return patternWord(end.startsWith('/') ? `${start}**${end}` : `${start}**/*${end}`);
}
