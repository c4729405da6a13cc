import path from 'node:path';
import type { VaultIndex } from '../cache/vault-index.ts';
import { firstOf } from '../first-of.ts';
import { isLinkTargetOf } from '../links/auto-link.ts';
import { comparable } from '../notes/comparable.ts';
import type { Note } from '../notes/note.ts';

/** Nobody misspells more of a word than this. */
const MOST_SHARE = 0.25;
/** Longer texts are compared as far as this. */
const LONGEST = 80;
/** What is the whole of one name and a part of another is about as near as one wrong letter; a shorter one is a part of everything. */
const SHORTEST_PART = 4;

/** A row of the table of distances, made once: most of the time would go into making them. */
let before = new Uint8Array(LONGEST + 1);
let now = new Uint8Array(LONGEST + 1);

/** The distances of the beginnings of `other` to one letter more of `one`; gives the least of them. */
function nextRow(letter: number, row: number, other: string): number {
  let least = row;
  now[0] = row;
  for (let at = 1; at <= other.length; at += 1) {
    const replaced = (before[at - 1] ?? 0) + (letter === other.charCodeAt(at - 1) ? 0 : 1);
    const distance = Math.min(replaced, (before[at] ?? 0) + 1, (now[at - 1] ?? 0) + 1);
    now[at] = distance;
    if (distance < least) least = distance;
  }
  return least;
}

/** How many letters must be put in, left out or replaced to make one text of the other (Levenshtein); infinite for more than `most`. */
function editDistance(one: string, other: string, most: number): number {
  for (let at = 0; at <= other.length; at += 1) before[at] = at;
  for (let row = 1; row <= one.length; row += 1) {
    if (nextRow(one.charCodeAt(row - 1), row, other) > most) return Number.POSITIVE_INFINITY;
    [before, now] = [now, before];
  }
  const distance = before[other.length] ?? 0;
  return distance > most ? Number.POSITIVE_INFINITY : distance;
}

/** As spellings are compared: `Deploy-Freeze` and `deploy_freeze` are the same words. */
function wordsOf(text: string): string {
  return comparable(text)
    .replace(/[\s_-]+/g, ' ')
    .trim()
    .slice(0, LONGEST);
}

/** What is looked for, as `wordsOf` gives it, with what tells quickly that something else is not like it. */
class Wanted {
  /** Two letters each that stand side by side. */
  readonly #pairs = new Set<number>();

  constructor(readonly text: string) {
    for (let at = 1; at < text.length; at += 1) this.#pairs.add(pairAt(text, at));
  }

  /** How far a spelling is from it; infinite for what nobody would take for it. @param spelling as `wordsOf` gives it */
  distanceTo(spelling: string): number {
    const { text } = this;
    if (text !== '' && text === spelling) return 0;
    const shorter = Math.min(text.length, spelling.length);
    const longer = Math.max(text.length, spelling.length);
    if (shorter >= SHORTEST_PART && (text.includes(spelling) || spelling.includes(text))) return 1 + (longer - shorter) / LONGEST;
    const most = Math.floor(longer * MOST_SHARE);
    const isLike = shorter > 0 && longer - shorter <= most && this.#pairsIn(spelling) >= longer - 1 - 2 * most;
    return isLike ? editDistance(text, spelling, most) : Number.POSITIVE_INFINITY;
  }

  /** Each letter that differs takes two pairs away, and no more. */
  #pairsIn(spelling: string): number {
    let count = 0;
    for (let at = 1; at < spelling.length; at += 1) if (this.#pairs.has(pairAt(spelling, at))) count += 1;
    return count;
  }
}

function pairAt(text: string, at: number): number {
  return text.charCodeAt(at - 1) * 65_536 + text.charCodeAt(at);
}

/** A value that could stand in the place of another. */
export interface NearValue {
  readonly value: string;
  /** Whether the other one is likely to be this one, misspelled. */
  readonly isNear: boolean;
}

/** The values that are known, those that are spelled most like this one first. */
export function byNearness(value: string, known: readonly string[]): NearValue[] {
  const wanted = new Wanted(wordsOf(value));
  return known
    .map((each) => ({ value: each, isNear: wanted.distanceTo(wordsOf(each)) < Number.POSITIVE_INFINITY }))
    .map((near) => ({ near, distance: editDistance(wanted.text, wordsOf(near.value), LONGEST) }))
    .sort((one, other) => one.distance - other.distance)
    .map(({ near }) => near);
}

/** A note that somebody may have meant. */
export interface NearNote {
  readonly path: string;
  /** How a link names it: the spelling that is most like what was written. */
  readonly target: string;
}

interface Near extends NearNote {
  readonly distance: number;
}

function nearest(index: VaultIndex, wanted: Wanted, { id, path: file, name }: Note): Near[] {
  const bare = file.replace(/\.md$/, '');
  return [...new Set([id, name, path.posix.basename(bare), bare])]
    .map((target) => ({ path: file, target, distance: wanted.distanceTo(wordsOf(target)) }))
    .filter(({ distance, target }) => distance < Number.POSITIVE_INFINITY && isLinkTargetOf(index, file, target))
    .sort((one, other) => one.distance - other.distance)
    .slice(0, 1);
}

/** The notes that are called nearly what a dead link says, the nearest first, then by path. Costs a look at each note. */
export function nearNotes(index: VaultIndex, target: string, most: number): NearNote[] {
  const wanted = new Wanted(wordsOf(target.replace(/\.md$/i, '')));
  const near = Array.from(index.notes()).flatMap((note) => nearest(index, wanted, note));
  return firstOf(near, most, (one, other) => one.distance - other.distance);
}
