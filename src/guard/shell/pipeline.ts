import type { Expanded, Output } from './expand.ts';
import { literal } from './expand.ts';
import { listsFiles } from './file-lists.ts';
import { ansiText } from './scan.ts';
import { commandName, unwrapped } from './wrappers.ts';
import { EVERYTHING } from './writers.ts';

/** A command in front of a `|`: its words, and its input. */
interface Producer {
  readonly words: readonly Expanded[];
  readonly input: string | null;
}

/** Words that are followed. */
export const MOST_PLACES = 2_000;
const MOST_LOOKS = 200;
/** Commands of one pipeline that are looked back at. */
const MOST_PRODUCERS = 20;

export const EVERYTHING_HERE: Expanded = { ...EVERYTHING, plain: '.' };

/** The commands in front of a `|`, and what they write as far as the line says it. */
export class Pipeline {
  constructor(private readonly producers: readonly Producer[] = []) {}

  /** With one more command. */
  with(words: readonly Expanded[], input: string | null): Pipeline {
    return new Pipeline([...this.producers.slice(1 - MOST_PRODUCERS), { words, input }]);
  }

  /** What is piped on: here-documents, and what `echo` and its like write. */
  get text(): string | null {
    const texts = this.producers.flatMap(({ words, input }) => [
      ...(input === null ? [] : [input]),
      ...(/^(?:echo|printf)$/.test(commandName(words[0])) ? [printedBy(words)] : []),
    ]);
    return texts.length > 0 ? texts.join('\n') : null;
  }

  /**
   * What the commands, or an input, may name; where they name nothing that is there, everything.
   * @param isThere whether a word names something that is there
   */
  names(input: string | null, isThere: (word: Expanded) => boolean): Expanded[] {
    const words = this.producers.flatMap((each) => [...unwrapped(each.words).slice(1), ...(each.input ?? '').split(/\s+/).map(literal)]);
    const piped = (input ?? this.text ?? '').split(/\s+/).map(literal);
    const named = [...words, ...piped].filter((word) => word.plain !== '' && !word.plain.startsWith('-')).slice(0, MOST_PLACES + 1);
    const isKnown = named.slice(0, MOST_LOOKS).some((word) => word.isPattern || isThere(word));
    return isKnown || (this.producers.length === 0 && input === null) ? named : [...named, EVERYTHING_HERE];
  }

  /** What is put into a word. @param folder where they run */
  output(folder: string, isThere: (word: Expanded) => boolean): Output {
    const [only, second] = this.producers;
    const name = second === undefined ? commandName(only?.words[0]) : '';
    if (name === 'pwd') return { words: [], text: folder };
    const isList = this.producers.some(({ words }) => listsFiles(unwrapped(words)));
    const words = isList ? this.names(null, isThere).map((word) => ({ ...word, isGuess: true })) : [];
    const isText = name === 'echo' || name === 'printf' || (name === 'cat' && only?.words.length === 1);
    return { words, text: isText ? this.text : null };
  }
}

/** What `echo` and `printf` write: a format is used until there are no more words. */
function printedBy([command, ...words]: readonly Expanded[]): string {
  const [format, ...values] = words;
  if (commandName(command) === 'echo' || format === undefined || !format.plain.includes('%')) return textOf(words);
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

const textOf = (words: readonly Expanded[]): string => words.map(({ plain }) => plain).join(' ');
