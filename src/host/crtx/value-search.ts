import type { JsonPath } from '../../engine/text/json/json-position.ts';
import { type MembersReader, memberPosition, membersReader, stepToMember, type ValuePath } from './value-path.ts';
import { plainText } from './value-text.ts';
import { MAX_DEPTH } from './value-tree.ts';

/** Maximum number of results. */
export const MAX_FOUND = 10_000;
const SPACES = /\s+/g;
/** Number of values to search between two checks of the clock. */
const BETWEEN_LOOKS = 200;

/** Position of a value in its parent, with the position of the parent. */
export interface FoundPlace {
  readonly above: FoundPlace | null;
  readonly holder: MembersReader;
  readonly position: number;
  readonly depth: number;
}

/** An object or array that is being searched. */
interface Level {
  readonly holder: MembersReader;
  readonly place: FoundPlace | null;
  next: number;
}

/** Searches the keys and values below a value, ignoring case. Works in time slices. */
export class ValueSearch {
  /** Results in file order. A result below the maximum depth of the tree is reported as its ancestor at that depth. */
  readonly found: FoundPlace[] = [];
  readonly #wanted: string;
  readonly #hasSpace: boolean;
  readonly #levels: Level[] = [];

  constructor(root: unknown, wanted: string) {
    // The search box has one line, and pasting replaces line breaks by spaces. So all white space is treated as equal.
    this.#hasSpace = /\s/.test(wanted);
    this.#wanted = wanted.toLowerCase().replace(SPACES, ' ');
    this.#enter(root, null);
  }

  get isFull(): boolean {
    return this.found.length >= MAX_FOUND;
  }

  get isOver(): boolean {
    return this.isFull || this.#levels.length === 0;
  }

  /** Searches until the time is up or the search is complete. */
  goOn(isTimeUp: () => boolean): void {
    for (let looked = 1; !this.isOver; looked += 1) {
      this.#step();
      if (looked % BETWEEN_LOOKS === 0 && isTimeUp()) return;
    }
  }

  #step(): void {
    const level = this.#levels.at(-1);
    if (level === undefined) return;
    const { holder, next: position } = level;
    if (position >= holder.size) {
      this.#levels.pop();
      return;
    }
    level.next += 1;
    const value = holder.valueAt(position);
    const place = placeIn(level, position);
    if (this.#has(holder.keys?.[position]) || this.#has(plainText(value))) this.#find(place);
    this.#enter(value, place);
  }

  #has(text: string | null | undefined): boolean {
    if (text === null || text === undefined) return false;
    return (this.#hasSpace ? text.replace(SPACES, ' ') : text).toLowerCase().includes(this.#wanted);
  }

  #find(place: FoundPlace): void {
    if (this.found.at(-1) !== place) this.found.push(place);
  }

  #enter(value: unknown, place: FoundPlace | null): void {
    const holder = membersReader(value);
    if (holder !== null && holder.size > 0) this.#levels.push({ holder, place, next: 0 });
  }
}

function placeIn({ holder, place: above }: Level, position: number): FoundPlace {
  if (above?.depth === MAX_DEPTH) return above;
  return { above, holder, position, depth: (above?.depth ?? 0) + 1 };
}

/** Returns the value of a result, its path, and its keys. */
export function readFound(place: FoundPlace): { readonly value: unknown; readonly path: ValuePath; readonly keys: JsonPath } {
  const path: ValuePath[number][] = [];
  const keys: (string | number)[] = [];
  for (let at: FoundPlace | null = place; at !== null; at = at.above) {
    path.push(stepToMember(at.holder, at.position));
    keys.push(at.holder.keys?.[at.position] ?? at.position);
  }
  return { value: place.holder.valueAt(place.position), path: path.reverse(), keys: keys.reverse() };
}

/** Reports whether a path leads to a result. */
export function leadsTo(path: ValuePath, place: FoundPlace): boolean {
  if (path.length !== place.depth) return false;
  let at: FoundPlace | null = place;
  return path.toReversed().every((step) => {
    const isRight = at !== null && memberPosition(at.holder, step) === at.position;
    at = at?.above ?? null;
    return isRight;
  });
}
