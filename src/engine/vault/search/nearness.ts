import path from 'node:path';
import { editDistance, MAX_COMPARED_LENGTH } from '../../text/similar-word.ts';
import type { VaultIndex } from '../cache/vault-index.ts';
import { takeFirst } from '../first-of.ts';
import { isLinkTargetOf } from '../links/auto-link.ts';
import { comparable } from '../notes/comparable.ts';
import type { Note } from '../notes/note.ts';

/** Largest share of a word that may differ in a misspelling. */
const MAX_SHARE = 0.25;
/** Shortest text for which containment counts, about as much as one wrong letter. Shorter ones are contained in too many names. */
const SHORTEST_PART = 4;

/** Normalizes a spelling: `Deploy-Freeze` and `deploy_freeze` are equal. */
function wordsOf(text: string): string {
  return comparable(text)
    .replace(/[\s_-]+/g, ' ')
    .trim()
    .slice(0, MAX_COMPARED_LENGTH);
}

/** Search term, normalized by `wordsOf`, with data that quickly rules out dissimilar spellings. */
class Wanted {
  /** Pairs of adjacent code units. */
  readonly #pairs = new Set<number>();

  constructor(readonly text: string) {
    for (let at = 1; at < text.length; at += 1) this.#pairs.add(pairAt(text, at));
  }

  /** Returns the distance of a spelling; infinite if it is not similar. @param spelling normalized by `wordsOf` */
  distanceTo(spelling: string): number {
    const { text } = this;
    if (text !== '' && text === spelling) return 0;
    const shorter = Math.min(text.length, spelling.length);
    const longer = Math.max(text.length, spelling.length);
    if (shorter >= SHORTEST_PART && (text.includes(spelling) || spelling.includes(text)))
      return 1 + (longer - shorter) / MAX_COMPARED_LENGTH;
    const most = Math.floor(longer * MAX_SHARE);
    const isLike = shorter > 0 && longer - shorter <= most && this.#pairsIn(spelling) >= longer - 1 - 2 * most;
    return isLike ? editDistance(text, spelling, most) : Number.POSITIVE_INFINITY;
  }

  /** Counts common pairs. Each differing letter removes at most two. */
  #pairsIn(spelling: string): number {
    let count = 0;
    for (let at = 1; at < spelling.length; at += 1) if (this.#pairs.has(pairAt(spelling, at))) count += 1;
    return count;
  }
}

function pairAt(text: string, at: number): number {
  return text.charCodeAt(at - 1) * 65_536 + text.charCodeAt(at);
}

/** A known value to suggest for another. */
export interface NearValue {
  readonly value: string;
  /** Whether the other value is probably a misspelling of this one. */
  readonly isNear: boolean;
}

/** Returns the known values, most similar spelling first. */
export function sortByNearness(value: string, known: readonly string[]): NearValue[] {
  const wanted = new Wanted(wordsOf(value));
  return known
    .map((each) => ({ value: each, isNear: wanted.distanceTo(wordsOf(each)) < Number.POSITIVE_INFINITY }))
    .map((near) => ({ near, distance: editDistance(wanted.text, wordsOf(near.value), MAX_COMPARED_LENGTH) }))
    .sort((one, other) => one.distance - other.distance)
    .map(({ near }) => near);
}

/** Note that may have been meant. */
export interface NearNote {
  readonly path: string;
  /** Link target of the note: its spelling that is most similar to the written one. */
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

/** Returns notes whose names are similar to a dead link, nearest first, then by path. Compares every note. */
export function findNearNotes(index: VaultIndex, target: string, most: number): NearNote[] {
  const wanted = new Wanted(wordsOf(target.replace(/\.md$/i, '')));
  const near = Array.from(index.notes()).flatMap((note) => nearest(index, wanted, note));
  return takeFirst(near, most, (one, other) => one.distance - other.distance);
}
