import { CortexError, describeError } from '../../platform/errors.ts';
import { annotateDisputed, annotateStale } from '../annotated-results.ts';
import type { VaultIndex } from '../cache/vault-index.ts';
import type { Layer, Note } from '../notes/note.ts';
import type { Present } from '../notes/present.ts';
import type { Dispute } from '../trust/disputes.ts';
import type { StaleCitation } from '../trust/stale.ts';
import { type FoundForTask, type PageNote, pageHead, pageNote, pageText } from './pack-page.ts';
import type { ScoreParts } from './scoring.ts';
import type { VaultQuery } from './search.ts';
import { type HoldingAnswer, type NotHolding, searchHolding } from './search-holding.ts';
import { taskQuery } from './task-words.ts';
import type { WordIndex } from './word-index.ts';

/** Code that a note cites and that is not any more what it was. */
export interface StaleCode {
  readonly path: string;
  readonly line: number | null;
  readonly reason: StaleCitation['reason'];
  /** The day of the last change, where it is told by that; `null` for what is gone, and where the cited text was compared. */
  readonly changed: string | null;
}

/** What a pack is made of. */
export interface PackSource {
  readonly index: VaultIndex;
  /** Of the same notes; `null` looks at every note. */
  readonly words: WordIndex | null;
  /** The text of a note without its header. @throws CortexError */
  body(path: string): string;
}

export interface PackRequest extends Present {
  /** What is to be done, in a person's words. */
  readonly task: string;
  /** How long the page may be, in tokens of four bytes. */
  readonly tokens: number;
  readonly filters?: Partial<Omit<VaultQuery, 'query'>>;
}

export interface PackedNote {
  readonly path: string;
  readonly id: string;
  readonly name: string;
  readonly status: string;
  /** Empty where it has none. */
  readonly updated: string;
  readonly layer: Layer;
  readonly score: number;
  readonly parts: ScoreParts;
  readonly tokens: number;
  /** Only the beginning of it is there. */
  readonly cut: boolean;
  /** The paths of the notes that it replaces, as far as they were found. */
  readonly replaces?: readonly string[];
  /** The replaced note that was found in its stead: `score` and `parts` are of that one. */
  readonly foundBy?: string;
  readonly contradicts?: readonly string[];
  /** Who found that it contradicts others, and why. */
  readonly disputes?: readonly Dispute[];
  readonly stale?: readonly StaleCode[];
}

export interface ContextPack {
  readonly markdown: string;
  readonly json: {
    readonly task: string;
    /** How long the page is. */
    readonly tokens: number;
    /** In the order of the page, which is that of the scores. */
    readonly notes: readonly PackedNote[];
    /** Those that have no room, then those that do not hold. */
    readonly leftOut: readonly NotHolding[];
  };
}

const TOKEN_BYTES = 4;
const MOST_NOTES = 20;

const EVERYTHING: VaultQuery = {
  ...{ query: '', projects: [], types: [], tags: [], statuses: [] },
  ...{ hot: false, allStatuses: false, top: MOST_NOTES },
};

const tokensOf = (text: string) => Math.ceil(Buffer.byteLength(text) / TOKEN_BYTES);

const isHeading = (paragraph: string) => /^#{1,6}[ \t].*$/.test(paragraph.trim());

/** A page that is being filled. */
class Page {
  readonly notes: PackedNote[] = [];
  readonly leftOut: NotHolding[] = [];
  #text = '';
  /** In bytes. */
  #room: number;
  /** A note had to be cut: nothing follows it. */
  #isFull = false;

  constructor(room: number) {
    this.#room = Math.max(0, room);
  }

  get text(): string {
    return this.#text;
  }

  /** Adds the note, or its beginning, or the reason why it is not there. */
  add(result: PageNote, body: (path: string) => string): void {
    const reason = this.#isFull ? 'the page is full' : this.#tryToAdd(result, body);
    const { note, score } = result;
    if (reason !== null) this.leftOut.push({ path: note.path, name: note.name, score, reason });
  }

  /** @returns why not, or `null` */
  #tryToAdd(result: PageNote, body: (path: string) => string): string | null {
    let whole: string;
    try {
      whole = body(result.note.path);
    } catch (error) {
      if (error instanceof CortexError) return describeError(error);
      throw error;
    }
    // What is longer than the room does not fit, so its end need not be looked at.
    const text = pageText(whole.slice(0, 2 * this.#room)).trim();
    if (whole.length <= 2 * this.#room && this.#put(result, text, false)) return null;
    if (this.#putBeginning(result, text)) return null;
    return 'not even its first paragraph fits';
  }

  /** As many paragraphs as fit; a beginning that says nothing is none. */
  #putBeginning(result: PageNote, text: string): boolean {
    const ends = [...text.matchAll(/\n[ \t]*\n\s*/g)].map(({ index }) => index);
    let fits = 0;
    let limit = ends.length;
    while (fits < limit) {
      const middle = (fits + limit + 1) >>> 1;
      const size = Buffer.byteLength(this.#render(result, text.slice(0, ends[middle - 1]), true));
      if (size <= this.#room) fits = middle;
      else limit = middle - 1;
    }
    const beginning = text.slice(0, fits === 0 ? 0 : ends[fits - 1]);
    if (beginning.split(/\n[ \t]*\n/).every((paragraph) => paragraph.trim() === '' || isHeading(paragraph))) return false;
    this.#isFull = true;
    return this.#put(result, beginning, true);
  }

  #render(result: PageNote, body: string, isCut: boolean): string {
    return pageNote(this.notes.length + 1, result, body, isCut);
  }

  #put(result: PageNote, body: string, cut: boolean): boolean {
    const text = this.#render(result, body, cut);
    const size = Buffer.byteLength(text);
    if (size > this.#room) return false;
    this.#text += text;
    this.#room -= size;
    const { note, layer, score, parts, replaces, foundBy, contradicts, stale } = result;
    const { path, id, name, status, updated } = note;
    this.notes.push({
      ...{ path, id, name, status, updated: updated ?? '', layer, score, parts, tokens: tokensOf(text), cut },
      ...(replaces.length > 0 && { replaces: replaces.map(({ path }) => path) }),
      ...(foundBy !== null && { foundBy }),
      ...(contradicts !== undefined && { contradicts: contradicts.map(({ path }) => path), disputes: contradicts }),
      ...(stale !== undefined && {
        stale: stale.map(({ citation: { path, line }, reason, changed }) => ({ path, line, reason, changed })),
      }),
    });
    return true;
  }
}

const NOTHING: HoldingAnswer = { total: 0, results: [], leftOut: [] };

/** What a search for a task found, and how much room there is for it. */
interface Found {
  readonly annotated: readonly PageNote[];
  readonly notHolding: readonly NotHolding[];
  readonly answer: FoundForTask;
  /** In bytes. */
  readonly room: number;
}

function findFor({ index, words }: PackSource, { task, tokens, filters, ...present }: PackRequest): Found {
  const query = { ...EVERYTHING, ...filters, query: taskQuery(task) };
  const { total, results, leftOut } = query.query === '' ? NOTHING : searchHolding(index, words, query, present);
  const { projects, types, tags, statuses, hot } = query;
  const isFiltered = hot || [projects, types, tags, statuses].some(({ length }) => length > 0);
  const answer = { found: total, isFiltered, areOutdated: leftOut.length > 0 };
  const annotated = results.length === 0 ? [] : annotateDisputed(index, results);
  // With the largest number that may stand in the head it is as long as it can be.
  const room = tokens * TOKEN_BYTES - Buffer.byteLength(pageHead(task, total, answer));
  return { annotated, notHolding: leftOut, answer, room };
}

/** @param left notes that are not to be there, and why */
function fill({ annotated, room }: Found, body: PackSource['body'], left: readonly NotHolding[] = []): Page {
  const page = new Page(room);
  const reasons = new Map(left.map((note) => [note.path, note]));
  for (const result of annotated) {
    const known = reasons.get(result.note.path);
    if (known === undefined) page.add(result, body);
    else page.leftOut.push(known);
  }
  return page;
}

function packOf(task: string, { answer, notHolding }: Found, page: Page): ContextPack {
  const markdown = pageHead(task, page.notes.length, answer) + page.text;
  const leftOut = [...page.leftOut, ...notHolding];
  return { markdown, json: { task, tokens: tokensOf(markdown), notes: page.notes, leftOut } };
}

/** Says which of some notes cite code that is not any more what it was. */
export type AskStale = (notes: readonly Note[]) => Promise<readonly StaleCitation[]>;

/**
 * The best notes for a task that hold on one page (decisions 0010, "Context pack", and 0031): in the order of their scores for the task's
 * words, until the page is full; the last one may be cut. What others wrote stands between fences that nothing in it can close. Each note says which code it cites
 * that has changed since; that takes room: a note for which there is none any more is left out, and none takes its place, of which nobody
 * has asked.
 * @param ask is asked once, of notes that are on the page and cite code; not where there are none
 * @throws what `ask` throws: a note that cannot be read is left out with the reason
 */
export async function contextPack(source: PackSource, request: PackRequest, ask: AskStale): Promise<ContextPack> {
  const found = findFor(source, request);
  const page = fill(found, source.body);
  const there = new Set(page.notes.map(({ path }) => path));
  const citing = found.annotated.map(({ note }) => note).filter(({ path, citations }) => there.has(path) && citations.length > 0);
  const stale = citing.length === 0 ? [] : await ask(citing);
  if (stale.length === 0) return packOf(request.task, found, page);
  return packOf(request.task, found, fill({ ...found, annotated: annotateStale(found.annotated, stale) }, source.body, page.leftOut));
}
