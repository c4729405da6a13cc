import { type Expanded, literal, type Output } from './expand.ts';
import { filesFoundBy } from './find.ts';
import { parseArguments } from './options.ts';
import { ansiText } from './scan.ts';
import { commandName, unwrapCommand } from './wrappers.ts';
import { EVERYTHING } from './writers.ts';

/** A command before a `|`: its words and its input. */
interface Producer {
  readonly words: readonly Expanded[];
  readonly input: string | null;
}

/** Maximum number of words that are analyzed. */
export const MAX_PLACES = 2_000;
const MAX_LOOKS = 200;
/** Maximum number of commands before a `|` that are considered. */
const MAX_PRODUCERS = 20;

/** What separates words in a list. A null character does, too: `xargs -0`. */
export const BETWEEN = /[\s\0]+/;

const isPrinter = ([command]: readonly Expanded[]): boolean => /^(?:echo|printf)$/.test(commandName(command));

export const EVERYTHING_HERE: Expanded = { ...EVERYTHING, plain: '.' };

/** The commands before a `|`, and their output as far as it is known from the line. */
export class Pipeline {
  constructor(private readonly producers: readonly Producer[] = []) {}

  /** Returns the pipeline with one more command. */
  with(words: readonly Expanded[], input: string | null): Pipeline {
    return new Pipeline([...this.producers.slice(1 - MAX_PRODUCERS), { words, input }]);
  }

  /** The text that is piped on: here-documents, and the output of `echo` and `printf`. */
  get text(): string | null {
    const texts = this.producers.flatMap(({ words, input }) => [
      ...(input === null ? [] : [input]),
      ...(isPrinter(words) ? [printedBy(words)] : []),
    ]);
    return texts.length > 0 ? texts.join('\n') : null;
  }

  /**
   * Returns the names in the commands or an input. If none of them exists, adds everything in the folder: the real names are unknown then.
   * @param isThere whether a word names something that exists
   */
  names(input: string | null, isThere: (word: Expanded) => boolean): Expanded[] {
    const found = this.#found();
    if (found !== null && input === null) return found;
    const words = this.producers.flatMap((each) => [
      ...unwrapCommand(each.words).slice(1),
      ...(each.input ?? '').split(/\s+/).map(literal),
    ]);
    const piped = (input ?? this.text ?? '').split(BETWEEN).map(literal);
    const named = [...words, ...piped].filter((word) => word.plain !== '' && !word.plain.startsWith('-')).slice(0, MAX_PLACES + 1);
    const isText =
      this.producers.length > 0 && this.producers.every((each) => isPrinter(each.words) && !each.words.some(({ isCut }) => isCut));
    const isKnown = isText || named.slice(0, MAX_LOOKS).some((word) => word.isPattern || isThere(word));
    return isKnown || (this.producers.length === 0 && input === null) ? named : [...named, EVERYTHING_HERE];
  }

  /** Returns what `find` prints, if later commands only leave some of it out; otherwise `null`. */
  #found(): Expanded[] | null {
    const [first, ...filters] = this.producers.map(({ words }) => unwrapCommand(words));
    if (first === undefined || commandName(first[0]) !== 'find' || first.some(({ isCut }) => isCut)) return null;
    const isOther = first.some(({ plain }) => /^-(?:printf|exec|ok|files0-from)/.test(plain));
    return isOther || !filters.every(leavesOut) ? null : filesFoundBy(first.slice(1), true);
  }

  /** Returns the output for a substitution. @param folder where the commands run */
  output(folder: string, isThere: (word: Expanded) => boolean): Output {
    const [only, second] = this.producers;
    const name = second === undefined ? commandName(only?.words[0]) : '';
    if (name === 'pwd') return { words: [], text: folder };
    const isList = this.producers.some(({ words }) => listsFiles(unwrapCommand(words)));
    const words = isList ? this.names(null, isThere).map((word) => ({ ...word, isGuess: true })) : [];
    const isText = name === 'echo' || name === 'printf' || (name === 'cat' && only?.words.length === 1);
    return { words, text: isText ? this.text : null };
  }
}

/** Returns whether a command only leaves lines of its input out. */
function leavesOut([command, ...words]: readonly Expanded[]): boolean {
  const { operands, has } = parseArguments(words, '-n -c -m -e -k -t -S');
  const isSearch = /^[ef]?grep$/.test(commandName(command));
  if (isSearch) return operands.length <= 1 && !has('rRfo', '--recursive', '--file', '--only-matching');
  return /^(?:head|tail|sort|uniq|shuf)$/.test(commandName(command)) && operands.length === 0 && !has('o', '--output', '--files0-from');
}

/** Returns the output of `echo` or `printf`. A format is reused until there are no more words. */
function printedBy([command, ...words]: readonly Expanded[]): string {
  const [format, ...values] = words;
  if (commandName(command) === 'echo') return echoedBy(words);
  if (format === undefined) return '';
  if (!format.plain.includes('%')) return ansiText(format.plain);
  const rest = [...values];
  const texts: string[] = [];
  do {
    const before = rest.length;
    texts.push(
      ansiText(format.plain).replace(/%%|%[-+ #]*\d*(?:\.\d+)?[a-zA-Z]/g, (each) => (each === '%%' ? '%' : (rest.shift()?.plain ?? ''))),
    );
    if (rest.length === before) break;
  } while (rest.length > 0);
  return texts.join('');
}

/** Returns the output of `echo`. Only with `-e` does it decode escapes; it writes octal codes as `\0141`. */
function echoedBy(words: readonly Expanded[]): string {
  const at = words.findIndex(({ plain }) => !/^-[neE]+$/.test(plain));
  const text = textOf(at < 0 ? [] : words.slice(at));
  const isDecoded = words.slice(0, Math.max(0, at)).some(({ plain }) => plain.includes('e'));
  return isDecoded ? ansiText(text.replace(/\\0([0-7]{1,3})/g, '\\$1')) : text;
}

const textOf = (words: readonly Expanded[]): string => words.map(({ plain }) => plain).join(' ');

const LISTS = new Set('ls find fd fdfind grep egrep fgrep rg ag ack'.split(' '));
const GIT_LISTS = new Set('ls-files grep ls-tree'.split(' '));

/** Returns whether a command prints file names, which a later command may change. @param words without wrappers */
function listsFiles([command, ...words]: readonly Expanded[]): boolean {
  const name = commandName(command);
  if (name !== 'git') return LISTS.has(name);
  return words.some(({ plain }) => GIT_LISTS.has(plain) || plain === '--name-only' || plain === '--name-status');
}
