// Own code, because the formula is part of the specification: docs/decisions/0049-custom-code.md
import { comparable } from '../notes/comparable.ts';
import type { Layer, NoteHead } from '../notes/note.ts';

/** Field that contains a word of a query. */
export type ScoredField = 'name' | 'alias' | 'tag' | 'project' | 'description' | 'path';

/** One match of one word. */
export interface ScoredWord {
  readonly word: string;
  readonly field: ScoredField;
  readonly points: number;
}

/** Parts of a score: `(points × 1.5 if all words match + bonus) × factor`. */
export interface ScoreParts {
  /** In the order of the query, then of the fields. */
  readonly words: readonly ScoredWord[];
  /** Whether there are at least two words and all were found. Multiplies the points by 1.5. */
  readonly allWords: boolean;
  /** Bonus for recently updated notes. */
  readonly bonus: number;
  /** Factor below 1 for archived and superseded notes. */
  readonly factor: number;
}

export interface Score {
  readonly score: number;
  readonly parts: ScoreParts;
}

/** Normalized fields of a note, to compare with words. */
export interface ScoredText {
  /** Name, description and path without `.md`, separated by line ends, so that no word matches across fields. */
  readonly text: string;
  readonly nameEnd: number;
  readonly descriptionEnd: number;
  /** Aliases, separated by line ends; empty for most notes. */
  readonly aliases: string;
  readonly tags: readonly string[];
  /** Tags, and the parts of nested ones: `backend` of `area/backend`. */
  readonly tagParts: readonly string[];
  readonly project: string;
}

const NAME = 1;
const TAG = 2;
const PROJECT = 4;
const DESCRIPTION = 8;
const PATH = 16;
const ALIAS = 32;

/**
 * Fields and points as in seed 2, "Match Type", in its order. In addition, an alias counts as a name, as Obsidian's users expect (rulings,
 * vault 10).
 */
const FIELDS: readonly { readonly bit: number; readonly field: ScoredField; readonly points: number }[] = [
  { bit: NAME, field: 'name', points: 10 },
  { bit: ALIAS, field: 'alias', points: 10 },
  { bit: TAG, field: 'tag', points: 8 },
  { bit: PROJECT, field: 'project', points: 5 },
  { bit: DESCRIPTION, field: 'description', points: 4 },
  { bit: PATH, field: 'path', points: 3 },
];

const fieldsIn = (found: number) => FIELDS.filter(({ bit }) => (found & bit) !== 0);

/** Points of a word by the bit set of fields that contain it. */
const POINTS = Array.from({ length: 64 }, (_, found) => fieldsIn(found).reduce((sum, { points }) => sum + points, 0));

const EXTENSION = '.md';
const ALL_WORDS_FACTOR = 1.5;
const LAYER_BONUS: Readonly<Record<Layer, number>> = { hot: 2, warm: 1, cold: 0 };

/** Factor of a note that is neither archived nor superseded. */
const FULL_FACTOR = 1;

function statusFactor(status: string): number {
  if (status === 'archived') return 0.3;
  return status === 'superseded' ? 0.5 : FULL_FACTOR;
}

/** Returns the distinct normalized words of a query, without those of a single code point (rulings, vault 1). */
export function queryWords(query: string): string[] {
  const words = comparable(query).split(/\s+/);
  return [...new Set(words)].filter((word) => word.length > ((word.codePointAt(0) ?? 0) > 0xffff ? 2 : 1));
}

/**
 * Returns the path to compare. The extension is removed before lower-casing: the small form of a capital sigma depends on what follows it.
 */
function comparedPath({ path }: NoteHead): string {
  return path.endsWith(EXTENSION) ? path.slice(0, -EXTENSION.length) : path;
}

/** Reports whether any of the words occurs in a note's fields. Most notes contain none, and this check is faster than scoring. */
export function mayMatch(note: NoteHead, words: readonly string[]): boolean {
  // Words contain no line ends.
  const text = comparable(
    `${note.name}\n${note.description}\n${comparedPath(note)}\n${note.project}\n${note.tags.join('\n')}\n${note.aliases.join('\n')}`,
  );
  for (const word of words) if (text.includes(word)) return true;
  return false;
}

/** Returns tags and the parts of nested ones. Most notes have no nested tags. */
function partsOf(tags: readonly string[]): readonly string[] {
  return tags.some((tag) => tag.includes('/')) ? tags.flatMap((tag) => [tag, ...tag.split('/')]) : tags;
}

/** Returns the normalized fields of a note. */
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

/** Returns the fields that contain a word: as a substring of texts, and as a whole tag or project. */
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

/** Returns the points of the words in a note, without recency and status. 0 if no word was found. */
export function countPoints(text: ScoredText, words: readonly string[]): number {
  let sum = 0;
  let areAll = words.length > 1;
  for (const word of words) {
    const points = POINTS[fieldsWith(text, word)] ?? 0;
    sum += points;
    if (points === 0) areAll = false;
  }
  return areAll ? sum * ALL_WORDS_FACTOR : sum;
}

/** Returns the score of a note with these points. */
export function computeScore(points: number, layer: Layer, status: string): number {
  return (points + LAYER_BONUS[layer]) * statusFactor(status);
}

/**
 * Scores a note (seed 2, "When you search for keywords"; rulings, vault 1).
 * @param words from `queryWords`
 * @returns `null` if no word was found: recency alone is no match
 */
export function scoreNote(note: NoteHead, words: readonly string[], layer: Layer): Score | null {
  const text = scoredText(note);
  const points = countPoints(text, words);
  if (points === 0) return null;
  return { score: computeScore(points, layer, note.status), parts: scoreParts(text, words, layer, note.status) };
}

/** Returns the parts of a note's score. */
export function scoreParts(text: ScoredText, words: readonly string[], layer: Layer, status: string): ScoreParts {
  const found = words.flatMap((word) => fieldsIn(fieldsWith(text, word)).map(({ field, points }) => ({ word, field, points })));
  const allWords = words.length > 1 && words.every((word) => found.some((each) => each.word === word));
  return { words: found, allWords, bonus: LAYER_BONUS[layer], factor: statusFactor(status) };
}
