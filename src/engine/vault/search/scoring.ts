// Our own, because the formula is part of the specification: docs/decisions/0049-own-code.md
import { comparable } from '../notes/comparable.ts';
import type { Layer, NoteHead } from '../notes/note.ts';

/** Where a word of a query was found. */
export type ScoredField = 'name' | 'alias' | 'tag' | 'project' | 'description' | 'path';

/** One match of one word. */
export interface ScoredWord {
  readonly word: string;
  readonly field: ScoredField;
  readonly points: number;
}

/** How a score came about: `(points × 1.5 where all words match + bonus) × factor`. */
export interface ScoreParts {
  /** In the order of the query, then of the fields. */
  readonly words: readonly ScoredWord[];
  /** Two words or more, and each was found: the points count half as much again. */
  readonly allWords: boolean;
  /** For how recently the note was updated. */
  readonly bonus: number;
  /** For archived and superseded notes. */
  readonly factor: number;
}

export interface Score {
  readonly score: number;
  readonly parts: ScoreParts;
}

/** What of a note is compared with words, made comparable once. */
export interface ScoredText {
  /** The name, the description and the path without `.md`, divided by line ends: no word reaches from one to the next. */
  readonly text: string;
  readonly nameEnd: number;
  readonly descriptionEnd: number;
  /** Other names, divided by line ends; empty for most notes. */
  readonly aliases: string;
  readonly tags: readonly string[];
  /** The tags, and each part of a nested one: `backend` of `area/backend`. */
  readonly tagParts: readonly string[];
  readonly project: string;
}

const NAME = 1;
const TAG = 2;
const PROJECT = 4;
const DESCRIPTION = 8;
const PATH = 16;
const ALIAS = 32;

/** Seed 2, "Match Type", in its order, and what Obsidian's users expect besides (rulings, vault 10): an alias is a name. */
const FIELDS: readonly { readonly bit: number; readonly field: ScoredField; readonly points: number }[] = [
  { bit: NAME, field: 'name', points: 10 },
  { bit: ALIAS, field: 'alias', points: 10 },
  { bit: TAG, field: 'tag', points: 8 },
  { bit: PROJECT, field: 'project', points: 5 },
  { bit: DESCRIPTION, field: 'description', points: 4 },
  { bit: PATH, field: 'path', points: 3 },
];

const fieldsIn = (found: number) => FIELDS.filter(({ bit }) => (found & bit) !== 0);

/** What a word counts for, by the fields that it was found in. */
const POINTS = Array.from({ length: 64 }, (_, found) => fieldsIn(found).reduce((sum, { points }) => sum + points, 0));

const EXTENSION = '.md';
const ALL_WORDS_FACTOR = 1.5;
const LAYER_BONUS: Readonly<Record<Layer, number>> = { hot: 2, warm: 1, cold: 0 };

/** Of a note that has not been replaced nor put away. */
const FULL_FACTOR = 1;

function statusFactor(status: string): number {
  if (status === 'archived') return 0.3;
  return status === 'superseded' ? 0.5 : FULL_FACTOR;
}

/** The words of a query: each once, comparable, without those of a single code point (rulings, vault 1). */
export function queryWords(query: string): string[] {
  const words = comparable(query).split(/\s+/);
  return [...new Set(words)].filter((word) => word.length > ((word.codePointAt(0) ?? 0) > 0xffff ? 2 : 1));
}

/** The path that is compared. The extension goes first: what stands behind a capital sigma decides which small one it is. */
function comparedPath({ path }: NoteHead): string {
  return path.endsWith(EXTENSION) ? path.slice(0, -EXTENSION.length) : path;
}

/** Whether one of the words is anywhere in what `scoredText` is made of. Most notes have none of them, and this is told sooner. */
export function mayHold(note: NoteHead, words: readonly string[]): boolean {
  // No word has a line end in it.
  const text = comparable(
    `${note.name}\n${note.description}\n${comparedPath(note)}\n${note.project}\n${note.tags.join('\n')}\n${note.aliases.join('\n')}`,
  );
  for (const word of words) if (text.includes(word)) return true;
  return false;
}

/** Tags, with each part of nested ones; most notes have none of those. */
function partsOf(tags: readonly string[]): readonly string[] {
  return tags.some((tag) => tag.includes('/')) ? tags.flatMap((tag) => [tag, ...tag.split('/')]) : tags;
}

/** What is compared with the words of a query, made of a note. */
export function scoredText(note: NoteHead): ScoredText {
  const name = comparable(note.name);
  const description = comparable(note.description);
  const tags = note.tags.map(comparable);
  return {
    text: `${name}\n${description}\n${comparable(comparedPath(note))}`,
    nameEnd: name.length,
    descriptionEnd: name.length + 1 + description.length,
    aliases: note.aliases.length === 0 ? '' : comparable(note.aliases.join('\n')),
    tags,
    tagParts: partsOf(tags),
    project: comparable(note.project),
  };
}

/** In which fields a word is: anywhere in what is read as text, and as the whole of a keyword. */
function fieldsWith({ text, nameEnd, descriptionEnd, aliases, tagParts, project }: ScoredText, word: string): number {
  let found = (tagParts.includes(word) ? TAG : 0) | (project === word ? PROJECT : 0);
  let at = text.indexOf(word);
  if (at !== -1 && at < nameEnd) {
    found |= NAME;
    at = text.indexOf(word, nameEnd);
  } else if (aliases.includes(word)) found |= ALIAS;
  if (at !== -1 && at < descriptionEnd) {
    found |= DESCRIPTION;
    at = text.indexOf(word, descriptionEnd);
  }
  return at === -1 ? found : found | PATH;
}

/** What the words count for in a note, before it is looked at how recent it is and how it stands. 0: none was found. */
export function pointsOf(text: ScoredText, words: readonly string[]): number {
  let sum = 0;
  let areAll = words.length > 1;
  for (const word of words) {
    const points = POINTS[fieldsWith(text, word)] ?? 0;
    sum += points;
    if (points === 0) areAll = false;
  }
  return areAll ? sum * ALL_WORDS_FACTOR : sum;
}

/** The score of a note with these points. */
export function scoreOf(points: number, layer: Layer, status: string): number {
  return (points + LAYER_BONUS[layer]) * statusFactor(status);
}

/**
 * Scores a note (seed 2, "When you search for keywords"; rulings, vault 1).
 * @param words of `queryWords`
 * @returns `null` when no word was found: a recent note is no answer by that alone
 */
export function scoreNote(note: NoteHead, words: readonly string[], layer: Layer): Score | null {
  const text = scoredText(note);
  const points = pointsOf(text, words);
  if (points === 0) return null;
  return { score: scoreOf(points, layer, note.status), parts: scoreParts(text, words, layer, note.status) };
}

/** How the score of a note comes about. */
export function scoreParts(text: ScoredText, words: readonly string[], layer: Layer, status: string): ScoreParts {
  const found = words.flatMap((word) => fieldsIn(fieldsWith(text, word)).map(({ field, points }) => ({ word, field, points })));
  const allWords = words.length > 1 && words.every((word) => found.some((each) => each.word === word));
  return { words: found, allWords, bonus: LAYER_BONUS[layer], factor: statusFactor(status) };
}
