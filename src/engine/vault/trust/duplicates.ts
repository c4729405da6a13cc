import { compareCodePoints } from '../../text/code-point-order.ts';
import { takeFirst } from '../first-of.ts';
import { comparable } from '../notes/comparable.ts';
import type { Note } from '../notes/note.ts';
import { firstLineForHeader, firstProseLine } from '../prose/first-line.ts';
import { jaccardSimilarity, MAX_COMPARED, similarity, splitWords } from './similarity.ts';

/** Fields of a note that are compared. */
export interface NoteText {
  readonly name: string;
  readonly tags: readonly string[];
  /** Empty if there is none. */
  readonly description: string;
  readonly body: string;
}

/** Note with nearly the same text. */
export interface NearDuplicate {
  readonly path: string;
  readonly name: string;
  /** From 0.8 to 1. */
  readonly likeness: number;
  /** What was compared. The rest of the notes may differ. */
  readonly alike: 'text' | 'name and summary' | 'summary' | 'name';
}

/** Describes a similarity, to follow the path of the similar note. @param other path of the other note, if it should be named */
export function describeSimilarity({ likeness, alike }: Pick<NearDuplicate, 'likeness' | 'alike'>, other?: string): string {
  const isEqual = alike !== 'text' && alike !== 'name' && likeness === 1;
  const said = alike === 'text' ? 'has nearly the same text' : `has ${isEqual ? '' : 'nearly '}the same ${alike}`;
  const named = other === undefined ? '' : ` as ${JSON.stringify(other)}`;
  return `${said}${named}${likeness === 1 && alike !== 'text' ? '' : ` (${Math.round(likeness * 100)} %)`}`;
}

/** Likeness from which two notes count as nearly the same. */
export const ALIKE = 0.8;
/** Lower bound for the likeness of names, tags and first lines of notes that are alike. */
const ALIKE_AT_SIGHT = 0.25;
/** Limit of notes whose text is read. */
const MAX_READ = 100;

/** Removes the first heading of a text if it repeats the note's name. */
function withoutName(name: string, body: string): string {
  const text = body.trimStart();
  const end = text.indexOf('\n');
  const line = end < 0 ? text : text.slice(0, end);
  return /^#[ \t]/.test(line) && comparable(line.slice(1).trim()) === comparable(name) ? text.slice(line.length) : text;
}

/**
 * Returns the words by which a note is compared. Text that header and body both contain counts once. The heading that repeats the name is
 * ignored too, or the same text under another name would differ.
 */
export function noteWords({ name, tags, description, body }: NoteText): string[] {
  const text = body.slice(0, MAX_COMPARED);
  const isRepeated = description !== '' && (description === firstProseLine(text) || description === firstLineForHeader(text));
  const ownDescription = isRepeated ? '' : description;
  return splitWords([name, ...tags, ownDescription, withoutName(name, text)].join('\n'));
}

/** Limit of the text, in UTF-16 code units. No ordinary name exceeds it. */
const MAX_SEEN = 1_000;

/** Returns what is compared of a note's fields that are known without reading the file. */
export function indexText(name: string, tags: readonly string[], summary: string): string {
  return [name, ...tags, summary].join('\n').slice(0, MAX_SEEN);
}

const indexWords = (text: string): Set<string> => new Set(splitWords(text));

/** Fields of a present note that are compared before its text is read. */
type SightedNote = Pick<Note, 'path' | 'name' | 'tags' | 'description' | 'summary'>;

/** Reports whether a text contains at least `least` of the words, or more than as words: a fast test that excludes most notes. */
function mayContain(text: string, words: Iterable<string>, least: number): boolean {
  const compared = comparable(text);
  let found = 0;
  for (const word of words) if (compared.includes(word)) found += 1;
  return found >= least;
}

/** Returns the notes that may be nearly the same, judging by the index, most similar first. */
function likelyDuplicates(fresh: NoteText, notes: Iterable<SightedNote>): SightedNote[] {
  const sight = indexWords(indexText(fresh.name, fresh.tags, fresh.description === '' ? firstProseLine(fresh.body) : fresh.description));
  const found: { note: SightedNote; share: number }[] = [];
  for (const note of notes) {
    const text = indexText(note.name, note.tags, note.summary);
    if (!mayContain(text, sight, ALIKE_AT_SIGHT * sight.size)) continue;
    const share = jaccardSimilarity(sight, indexWords(text));
    if (share >= ALIKE_AT_SIGHT) found.push({ note, share });
  }
  const order = (one: (typeof found)[0], other: (typeof found)[0]) =>
    other.share - one.share || compareCodePoints(one.note.path, other.note.path);
  return takeFirst(found, MAX_READ, order).map(({ note }) => note);
}

/**
 * Returns the notes with nearly the same text as a new one, most similar first (decision 0010, "Near duplicates"). Reads only notes with
 * similar names, tags and first lines.
 * @param bodyOf returns the text of a note without its header; empty if it cannot be read
 */
export function findNearDuplicates(fresh: NoteText, notes: Iterable<SightedNote>, bodyOf: (path: string) => string): NearDuplicate[] {
  const words = noteWords(fresh);
  const alike = likelyDuplicates(fresh, notes).map((note) => {
    const { path, name, tags, description } = note;
    const likeness = similarity(words, noteWords({ name, tags, description, body: bodyOf(path) }));
    return { path, name, likeness, alike: 'text' as const };
  });
  const found = alike.filter(({ likeness }) => likeness >= ALIKE);
  return found.sort((one, other) => other.likeness - one.likeness || compareCodePoints(one.path, other.path));
}
