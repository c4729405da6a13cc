import type { Range } from '../../text/markdown/markdown.ts';
import type { VaultIndex } from '../cache/vault-index.ts';
import { FOREIGN } from '../notes/comparable.ts';
import type { NamedNote } from '../notes/named-note.ts';
import { RangeWalk } from './range-walk.ts';
import { isWordAt, isWordBefore, joinedHash, WordHashes } from './word-hashes.ts';

/** Range of prose that contains a note's name or id. */
export interface Mention extends Range {
  /** Path of the note; `null` if several notes share the name. */
  readonly path: string | null;
}

/** Shorter names would match ordinary words, as in the original program. In code points. */
const SHORTEST_NAME = 6;
/** Longer names are sentences. In UTF-16 code units. */
const MAX_NAME_LENGTH = 200;

/** Name that starts with a letter or digit and can be the label of a link. */
const USABLE = /^[\p{L}\p{N}][^[\]|<>`\\\p{Cc}]*$/u;
/** Characters that join two words into one, by code unit: `deploy-freeze`, `api.example`, `#deploy`. */
const JOINERS = new Uint8Array(128);
for (const char of '-./\\@#:=&+~$%') JOINERS[char.charCodeAt(0)] = 1;

function isShort(name: string): boolean {
  // Most names are long enough that their code points need not be counted.
  return name.length < 2 * SHORTEST_NAME && [...name].length < SHORTEST_NAME;
}

/** Returns the text in lower case with all offsets unchanged. */
function folded(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return text.replace(/\P{ASCII}/gu, (char) => (char.toLowerCase().length === char.length ? char.toLowerCase() : char));
}

/** Flags of a word sequence: some name continues after it (`GOES_ON`), or its last word ends a name (`ENDS`). */
const GOES_ON = 1;
const ENDS = 2;
/** Table slots per name. With this many, only a few of a hundred unknown sequences match by chance. */
const PLACES_OF_NAME = 64;

/** Bloom-like filter for word sequences that begin names. May report sequences that do not, but never misses one. */
class Rows {
  /** Two bits per slot. */
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

/** Names of a vault's notes, indexed to find mentions in time proportional to the text. */
export class MentionTable {
  /** Paths by folded name or id; `null` if several notes share it. */
  readonly #paths = new Map<string, string | null>();
  /** For names that end with a non-word character: lengths of the part after the last word, ascending, by the part up to its end. */
  readonly #rests = new Map<string, readonly number[]>();
  readonly #rows: Rows;
  /** Words of the text that is being searched. */
  readonly #words = new WordHashes();

  constructor(notes: Iterable<NamedNote>) {
    for (const { name, id, path } of notes) {
      this.#add(name.trim(), path);
      if (id !== name) this.#add(id.trim(), path);
    }
    this.#rows = new Rows(this.#paths.size);
    for (const key of this.#paths.keys()) this.#addRows(key);
  }

  #add(name: string, path: string): void {
    if (name.length > MAX_NAME_LENGTH || isShort(name) || !USABLE.test(name)) return;
    // Texts may use composed or decomposed characters.
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
   * Returns all mentions of notes in a text as whole words, including nested ones, sorted by start and then end.
   * @param begin offset at which to start
   */
  all(text: string, begin: number): Mention[] {
    const low = folded(text);
    this.#words.read(low, begin);
    const found: Mention[] = [];
    for (let at = 0; at < this.#words.count; at += 1) this.#addAt(low, at, found);
    return found;
  }

  /** Adds the names that start at a word. Reads words only as long as some name continues like the text. */
  #addAt(low: string, first: number, found: Mention[]): void {
    const { from, to, hashes, count } = this.#words;
    if (isJoined(low, from[first] ?? 0)) return;
    let row = 0;
    let flags = GOES_ON;
    for (let at = first; at < count && (flags & GOES_ON) !== 0; at += 1) {
      row = joinedHash(row, hashes[at] ?? 0);
      flags = this.#rows.of(row);
      if ((flags & ENDS) !== 0) this.#addWith(low, from[first] ?? 0, to[at] ?? 0, found);
    }
  }

  /** Adds the names that start at `from` and whose last word ends at `wordEnd`. */
  #addWith(low: string, from: number, wordEnd: number, found: Mention[]): void {
    const beginning = low.slice(from, wordEnd);
    this.#addNamed(beginning, low, from, found);
    for (const rest of this.#rests.get(beginning) ?? []) this.#addNamed(low.slice(from, wordEnd + rest), low, from, found);
  }

  #addNamed(name: string, low: string, from: number, found: Mention[]): void {
    const path = this.#paths.get(name);
    const to = from + name.length;
    if (path !== undefined && endsWord(low, to)) found.push({ from, to, path });
  }
}

/**
 * Returns the mentions inside the ranges, from left to right: the longest at each place, without nested ones.
 * @param all as returned by `MentionTable`
 */
export function longestMentions(all: readonly Mention[], ranges: readonly Range[]): Mention[] {
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

/** Reports whether the preceding character belongs to the same word. A range may start within a word. */
function isJoined(text: string, at: number): boolean {
  return at > 0 && (JOINERS[text.charCodeAt(at - 1)] === 1 || isWordBefore(text, at));
}

function endsWord(text: string, at: number): boolean {
  if (JOINERS[text.charCodeAt(at)] === 1) return !isWordAt(text, at + 1);
  // A name that ends with a non-word character needs no word boundary.
  return !isWordAt(text, at) || !isWordBefore(text, at);
}

/** Tables by index, valid for one revision. Building a table reads every note, and every note uses it. */
const tables = new WeakMap<VaultIndex, { readonly revision: number; readonly table: MentionTable }>();

/** Returns the names of all notes of a vault, cached per revision. */
export function getMentions(index: VaultIndex): MentionTable {
  const { revision } = index;
  const known = tables.get(index);
  if (known?.revision === revision) return known.table;
  const table = new MentionTable(index.known());
  tables.set(index, { revision, table });
  return table;
}
