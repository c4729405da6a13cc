import type { Range } from '../../text/markdown/markdown.ts';
import type { VaultIndex } from '../cache/vault-index.ts';
import { FOREIGN } from '../notes/comparable.ts';
import type { Note } from '../notes/note.ts';
import { RangeWalk } from './range-walk.ts';
import { joinedHash, WordHashes } from './word-hashes.ts';

/** A place in the prose that says what a note is called. */
export interface Mention extends Range {
  /** The path of that note; `null` when several are called so. */
  readonly path: string | null;
}

/** Shorter names are words like others; as in the original program. In code points. */
const SHORTEST_NAME = 6;
/** Longer ones are sentences, and each length costs a look. UTF-16 code units. */
const LONGEST_NAME = 200;

/** A name that begins with a letter or digit and can stand in a link as its label. */
const USABLE = /^[\p{L}\p{N}][^[\]|<>`\\\p{Cc}]*$/u;
const WORD_END = /[\p{L}\p{N}\p{M}_]$/u;
const WORD_START = /^[\p{L}\p{N}\p{M}_]/u;
/** Between two words these make one of them: `deploy-freeze`, `api.example`, `#deploy`. */
const JOINERS = new Set('-./\\@#:=&+~$%');

function isShort(name: string): boolean {
  // Most are so long that they need not be counted.
  return name.length < 2 * SHORTEST_NAME && [...name].length < SHORTEST_NAME;
}

/** Lower case, unit by unit: places in it are places in the text. */
function folded(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return text.replace(/\P{ASCII}/gu, (char) => (char.toLowerCase().length === char.length ? char.toLowerCase() : char));
}

/** Of a row of words: names begin with it and go on with another word; names end with it. */
const GOES_ON = 1;
const ENDS = 2;
/** How many places each name has in the table of rows: of a hundred rows that are none, a few look like one. */
const PLACES_OF_NAME = 64;

/** Tells of most rows of words that no name begins with them; of a few it says so that are none. */
class Rows {
  /** Two bits for each place. */
  readonly #flags: Uint8Array;
  readonly #shift: number;

  constructor(names: number) {
    const bits = Math.max(2, Math.ceil(Math.log2(PLACES_OF_NAME * (names + 1))));
    this.#flags = new Uint8Array(2 ** (bits - 2));
    this.#shift = 32 - bits;
  }

  of(hash: number): number {
    const place = hash >>> this.#shift;
    return ((this.#flags[place >>> 2] ?? 0) >>> (2 * (place & 3))) & (GOES_ON | ENDS);
  }

  add(hash: number, flag: number): void {
    const place = hash >>> this.#shift;
    this.#flags[place >>> 2] = (this.#flags[place >>> 2] ?? 0) | (flag << (2 * (place & 3)));
  }
}

/** What the notes of a vault are called, made to be found in a text at the cost of the text. */
export class MentionTable {
  /** By folded name or id; `null` where several notes have it. */
  readonly #paths = new Map<string, string | null>();
  /** Of names that do not end with a word, by what they begin with up to the end of the last one: how much follows, ascending. */
  readonly #rests = new Map<string, readonly number[]>();
  readonly #rows: Rows;
  /** Of the text that is looked at. */
  readonly #words = new WordHashes();

  constructor(notes: Iterable<Note>) {
    for (const { name, id, path } of notes) {
      this.#add(name.trim(), path);
      if (id !== name) this.#add(id.trim(), path);
    }
    this.#rows = new Rows(this.#paths.size);
    for (const key of this.#paths.keys()) this.#addRows(key);
  }

  #add(name: string, path: string): void {
    if (name.length > LONGEST_NAME || isShort(name) || !USABLE.test(name)) return;
    // Texts are written composed or in parts.
    const spellings = FOREIGN.test(name) ? new Set([name, name.normalize('NFC'), name.normalize('NFD')]) : [name];
    for (const spelling of spellings) {
      const key = folded(spelling);
      const known = this.#paths.get(key);
      this.#paths.set(key, known === undefined || known === path ? path : null);
    }
  }

  #addRows(key: string): void {
    this.#words.read(key);
    const { hashes, to, count } = this.#words;
    let row = 0;
    for (let at = 0; at < count; at += 1) {
      row = joinedHash(row, hashes[at] ?? 0);
      this.#rows.add(row, at + 1 < count ? GOES_ON : ENDS);
    }
    const end = to[count - 1] ?? 0;
    if (end === key.length) return;
    const beginning = key.slice(0, end);
    const rests = new Set(this.#rests.get(beginning)).add(key.length - end);
    this.#rests.set(
      beginning,
      [...rests].sort((one, other) => one - other),
    );
  }

  /**
   * Everything that a note is called in a text, whole words only, one inside another, too; by where it begins, then by where it ends.
   * @param begin of what is looked at
   */
  all(text: string, begin: number): Mention[] {
    const low = folded(text);
    this.#words.read(low, begin);
    const found: Mention[] = [];
    for (let at = 0; at < this.#words.count; at += 1) this.#addAt(low, at, found);
    return found;
  }

  /** The names that begin with a word; looked for no further than a name goes on like the text. */
  #addAt(low: string, first: number, found: Mention[]): void {
    const { from, to, hashes, count } = this.#words;
    let row = 0;
    let flags = GOES_ON;
    for (let at = first; at < count && (flags & GOES_ON) !== 0; at += 1) {
      row = joinedHash(row, hashes[at] ?? 0);
      flags = this.#rows.of(row);
      if ((flags & ENDS) !== 0) this.#addWith(low, from[first] ?? 0, to[at] ?? 0, found);
    }
  }

  /** The names that begin here and have their last word there. */
  #addWith(low: string, from: number, wordEnd: number, found: Mention[]): void {
    const beginning = low.slice(from, wordEnd);
    this.#addNamed(beginning, low, from, found);
    for (const rest of this.#rests.get(beginning) ?? []) this.#addNamed(low.slice(from, wordEnd + rest), low, from, found);
  }

  #addNamed(name: string, low: string, from: number, found: Mention[]): void {
    const path = this.#paths.get(name);
    const to = from + name.length;
    if (path !== undefined && endsWord(low, to) && !isJoined(low, from)) found.push({ from, to, path });
  }
}

/** Of these mentions those in parts of the text, from left to right, the longest at each place, and none inside another. @param all as `MentionTable` gives them */
export function longestIn(all: readonly Mention[], ranges: readonly Range[]): Mention[] {
  const found: Mention[] = [];
  const walk = new RangeWalk(ranges);
  for (const mention of all) {
    const range = walk.at(mention.from);
    if (range === null) break;
    if (mention.from < range.from || mention.to > range.to) continue;
    const last = found.at(-1);
    if (last === undefined || last.to <= mention.from) found.push(mention);
    else if (last.from === mention.from) found[found.length - 1] = mention;
  }
  return found;
}

/** Whether what stands before belongs to the word. A range may begin within one. */
function isJoined(text: string, at: number): boolean {
  const before = text.charAt(at - 1);
  return JOINERS.has(before) || WORD_END.test(text.slice(Math.max(0, at - 2), at));
}

function endsWord(text: string, at: number): boolean {
  if (JOINERS.has(text.charAt(at))) return !WORD_START.test(text.slice(at + 1, at + 3));
  // What ends with a sign ends there.
  return !WORD_START.test(text.slice(at, at + 2)) || !WORD_END.test(text.slice(Math.max(0, at - 2), at));
}

/** The table of an index as it was at one revision: it costs every note, and is used for every note. */
const tables = new WeakMap<VaultIndex, { readonly revision: number; readonly table: MentionTable }>();

/** The names of all notes of a vault. */
export function mentionsOf(index: VaultIndex): MentionTable {
  const { revision } = index;
  const known = tables.get(index);
  if (known?.revision === revision) return known.table;
  const table = new MentionTable(index.notes());
  tables.set(index, { revision, table });
  return table;
}
