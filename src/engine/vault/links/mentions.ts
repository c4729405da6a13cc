import type { Range } from '../../text/markdown/markdown.ts';
import type { VaultIndex } from '../cache/vault-index.ts';
import type { Note } from '../notes/note.ts';

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
const WORDS = /[\p{L}\p{N}\p{M}_]+/gu;
const WORD_END = /[\p{L}\p{N}\p{M}_]$/u;
const WORD_START = /^[\p{L}\p{N}\p{M}_]/u;
/** Between two words these make one of them: `deploy-freeze`, `api.example`, `#deploy`. */
const JOINERS = new Set('-./\\@#:=&+~$%');

/** Lower case, unit by unit: places in it are places in the text. */
function folded(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return text.replace(/\P{ASCII}/gu, (char) => (char.toLowerCase().length === char.length ? char.toLowerCase() : char));
}

/** Of a beginning that is no name by itself; most of them are such. */
const NO_ENDS: Set<number> = new Set();

/** What the notes of a vault are called, made to be found in a text at the cost of the text. */
export class MentionTable {
  /** By folded name or id; `null` where several notes have it. */
  readonly #paths = new Map<string, string | null>();
  /** The beginnings of names, up to the end of each of their words; with how much follows the last word of a name, mostly nothing. */
  readonly #beginnings = new Map<string, Set<number>>();

  constructor(notes: Iterable<Note>) {
    for (const note of notes) {
      for (const name of new Set([note.name, note.id])) this.#add(name.trim(), note.path);
    }
  }

  #add(name: string, path: string): void {
    if (name.length > LONGEST_NAME || [...name].length < SHORTEST_NAME || !USABLE.test(name)) return;
    // Texts are written composed or in parts.
    for (const spelling of new Set([name, name.normalize('NFC'), name.normalize('NFD')])) {
      const key = folded(spelling);
      const known = this.#paths.get(key);
      this.#paths.set(key, known === undefined || known === path ? path : null);
      if (known === undefined) this.#addBeginnings(key);
    }
  }

  #addBeginnings(key: string): void {
    let end = 0;
    for (const { 0: word, index } of key.matchAll(WORDS)) {
      end = index + word.length;
      const beginning = key.slice(0, end);
      if (!this.#beginnings.has(beginning)) this.#beginnings.set(beginning, NO_ENDS);
    }
    const beginning = key.slice(0, end);
    const present = this.#beginnings.get(beginning) ?? NO_ENDS;
    if (present === NO_ENDS) this.#beginnings.set(beginning, new Set([key.length - end]));
    else present.add(key.length - end);
  }

  /** The mentions in these parts of a text, from left to right, the longest at each place; whole words only, and none inside another. */
  find(text: string, ranges: readonly Range[]): Mention[] {
    const low = folded(text);
    return ranges.flatMap((range) => this.#findIn(low, range));
  }

  #findIn(low: string, { from, to }: Range): Mention[] {
    const words = Array.from(low.slice(from, to).matchAll(WORDS), ({ 0: word, index }) => ({
      from: from + index,
      to: from + index + word.length,
    }));
    const found: Mention[] = [];
    let end = from;
    for (const [at, word] of words.entries()) {
      const mention = word.from < end ? null : this.#longestAt(low, words, at, to);
      if (mention === null || isJoined(low, word.from)) continue;
      found.push(mention);
      end = mention.to;
    }
    return found;
  }

  /** The longest name that begins with a word; looked for no further than a name goes on like the text. */
  #longestAt(low: string, words: readonly Range[], first: number, end: number): Mention | null {
    const from = words[first]?.from ?? 0;
    let longest: Mention | null = null;
    for (let at = first; at < words.length; at += 1) {
      const { to: wordEnd } = words[at] ?? { to: from };
      const ends = this.#beginnings.get(low.slice(from, wordEnd));
      if (ends === undefined) break;
      for (const rest of ends) {
        const to = wordEnd + rest;
        const path = this.#paths.get(low.slice(from, to));
        if (to > end || path === undefined || !endsWord(low, to) || to <= (longest?.to ?? 0)) continue;
        longest = { from, to, path };
      }
    }
    return longest;
  }
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
