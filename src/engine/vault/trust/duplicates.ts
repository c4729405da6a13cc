import { compareCodePoints } from '../../text/code-point-order.ts';
import { firstOf } from '../first-of.ts';
import { comparable } from '../notes/comparable.ts';
import type { Note } from '../notes/note.ts';
import { firstLine, firstLineForHeader } from '../prose/first-line.ts';
import { likenessOf, MOST_COMPARED, shareOf, wordsOf } from './similarity.ts';

/** What of a note is compared with others. */
export interface NoteText {
  readonly name: string;
  readonly tags: readonly string[];
  /** Empty where it has none. */
  readonly description: string;
  readonly body: string;
}

/** A note that says nearly the same. */
export interface NearDuplicate {
  readonly path: string;
  readonly name: string;
  /** From 0.8 to 1. */
  readonly likeness: number;
  /** What was compared: the rest of the notes may differ. */
  readonly alike: 'text' | 'name and summary' | 'summary';
}

/** How a note is alike to another, as words behind the path of the one that is meant. @param other the path of the other, where it is to be named */
export function alikeInWords({ likeness, alike }: Pick<NearDuplicate, 'likeness' | 'alike'>, other?: string): string {
  const isEqual = alike !== 'text' && likeness === 1;
  const said = alike === 'text' ? 'says nearly the same' : `has ${isEqual ? '' : 'nearly '}the same ${alike}`;
  const named = other === undefined ? '' : ` as ${JSON.stringify(other)}`;
  return `${said}${named}${isEqual ? '' : ` (${Math.round(likeness * 100)} %)`}`;
}

/** So much of two notes agrees that say nearly the same. */
export const ALIKE = 0.8;
/** Notes that agree in so much are alike in their names and first lines, too, at least so far. */
const ALIKE_AT_SIGHT = 0.25;
/** Of how many notes the text is read. */
const MOST_READ = 100;

/** A text without the heading that it begins with, where that is the name of the note. */
function withoutName(name: string, body: string): string {
  const text = body.trimStart();
  const end = text.indexOf('\n');
  const line = end < 0 ? text : text.slice(0, end);
  return /^#[ \t]/.test(line) && comparable(line.slice(1).trim()) === comparable(name) ? text.slice(line.length) : text;
}

/**
 * The words in which a note is compared with others. What the header only repeats of the body, or the body of the header, counts once:
 * the same text under another name would be another one.
 */
export function noteWords({ name, tags, description, body }: NoteText): string[] {
  const text = body.slice(0, MOST_COMPARED);
  const isRepeated = description !== '' && (description === firstLine(text) || description === firstLineForHeader(text));
  const ownDescription = isRepeated ? '' : description;
  return wordsOf([name, ...tags, ownDescription, withoutName(name, text)].join('\n'));
}

/** Of names as people give them nothing is lost, in UTF-16 units. */
const MOST_SEEN = 1_000;

/** The words of what is known of a note without reading it. */
export function sightOf(name: string, tags: readonly string[], summary: string): string[] {
  return wordsOf([name, ...tags, summary].join('\n').slice(0, MOST_SEEN));
}

/** The notes that could be nearly the same by what is known of them, the likeliest first. */
function likely(fresh: NoteText, notes: Iterable<Note>): Note[] {
  const sight = new Set(sightOf(fresh.name, fresh.tags, fresh.description === '' ? firstLine(fresh.body) : fresh.description));
  const found: { note: Note; share: number }[] = [];
  for (const note of notes) {
    const share = shareOf(sight, new Set(sightOf(note.name, note.tags, note.summary)));
    if (share >= ALIKE_AT_SIGHT) found.push({ note, share });
  }
  const order = (one: (typeof found)[0], other: (typeof found)[0]) =>
    other.share - one.share || compareCodePoints(one.note.path, other.note.path);
  return firstOf(found, MOST_READ, order).map(({ note }) => note);
}

/**
 * The notes that say nearly what a new one would say, the most alike first (decision 0010, "Near duplicates"). Only those are read
 * whose names, tags and first lines are alike already.
 * @param bodyOf the text of a note without its header; empty for one that cannot be read
 */
export function nearDuplicates(fresh: NoteText, notes: Iterable<Note>, bodyOf: (path: string) => string): NearDuplicate[] {
  const words = noteWords(fresh);
  const alike = likely(fresh, notes).map((note) => {
    const { path, name, tags, description } = note;
    const likeness = likenessOf(words, noteWords({ name, tags, description, body: bodyOf(path) }));
    return { path, name, likeness, alike: 'text' as const };
  });
  const found = alike.filter(({ likeness }) => likeness >= ALIKE);
  return found.sort((one, other) => other.likeness - one.likeness || compareCodePoints(one.path, other.path));
}
