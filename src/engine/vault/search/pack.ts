import { CortexError, describeError } from '../../platform/errors.ts';
import { annotateDisputed, annotateStale } from '../annotated-results.ts';
import type { VaultIndex } from '../cache/vault-index.ts';
import type { Layer, Note } from '../notes/note.ts';
import type { AnswerContext } from '../notes/present.ts';
import type { Dispute } from '../trust/disputes.ts';
import type { StaleCitation } from '../trust/stale.ts';
import { type FoundForTask, type PageNote, pageHead, pageNote, pageText } from './pack-page.ts';
import type { ScoreParts } from './scoring.ts';
import type { VaultQuery } from './search.ts';
import { type CurrentAnswer, type NotCurrent, searchCurrent } from './search-current.ts';
import { taskQuery } from './task-words.ts';
import type { WordIndex } from './word-index.ts';

/** Cited code that has changed or disappeared. */
export interface StaleCode {
  readonly path: string;
  readonly line: number | null;
  readonly reason: StaleCitation['reason'];
  /** Day of the last change, if staleness was detected by it; `null` if the code is gone, or the cited text was compared. */
  readonly changed: string | null;
}

/** Source of the notes for a pack. */
export interface PackSource {
  readonly index: VaultIndex;
  /** Word index of the same notes. If `null`, every note is searched. */
  readonly words: WordIndex | null;
  /** Returns the text of a note without its header. @throws CortexError */
  body(path: string): string;
}

export interface PackRequest extends AnswerContext {
  /** Planned action, in natural language. */
  readonly task: string;
  /** Largest length of the page, in tokens of four bytes. */
  readonly tokens: number;
  readonly filters?: Partial<Omit<VaultQuery, 'query'>>;
}

export interface PackedNote {
  readonly path: string;
  readonly id: string;
  readonly name: string;
  readonly status: string;
  /** Empty if unknown. */
  readonly updated: string;
  readonly layer: Layer;
  readonly score: number;
  readonly parts: ScoreParts;
  readonly tokens: number;
  /** Whether the text was cut. */
  readonly cut: boolean;
  /** Paths of the found notes that it replaces. */
  readonly replaces?: readonly string[];
  /** Path of the replaced note that was found, to which `score` and `parts` belong. */
  readonly foundBy?: string;
  readonly contradicts?: readonly string[];
  /** Who found contradictions with other notes, and why. */
  readonly disputes?: readonly Dispute[];
  readonly stale?: readonly StaleCode[];
}

export interface ContextPack {
  readonly markdown: string;
  readonly json: {
    readonly task: string;
    /** Length of the page. */
    readonly tokens: number;
    /** Sorted by score, as on the page. */
    readonly notes: readonly PackedNote[];
    /** Notes without room on the page, then outdated notes. */
    readonly leftOut: readonly NotCurrent[];
  };
}

const TOKEN_BYTES = 4;
const MAX_NOTES = 20;

const EVERYTHING: VaultQuery = {
  query: '',
  projects: [],
  types: [],
  tags: [],
  statuses: [],
  hot: false,
  allStatuses: false,
  top: MAX_NOTES,
};

const tokensOf = (text: string) => Math.ceil(Buffer.byteLength(text) / TOKEN_BYTES);

const isHeading = (paragraph: string) => /^#{1,6}[ \t].*$/.test(paragraph.trim());

/** A page that is being filled. */
class Page {
  readonly notes: PackedNote[] = [];
  readonly leftOut: NotCurrent[] = [];
  #text = '';
  /** Remaining bytes. */
  #room: number;
  /** Whether a note had to be cut. Nothing follows it. */
  #isFull = false;

  constructor(room: number) {
    this.#room = Math.max(0, room);
  }

  get text(): string {
    return this.#text;
  }

  /** Adds a note or its beginning, or records why it was left out. */
  add(result: PageNote, body: (path: string) => string): void {
    const reason = this.#isFull ? 'the page is full' : this.#tryToAdd(result, body);
    const { note, score } = result;
    if (reason !== null) this.leftOut.push({ path: note.path, name: note.name, score, reason });
  }

  /** Tries to add a note. @returns the reason for a failure, or `null` */
  #tryToAdd(result: PageNote, body: (path: string) => string): string | null {
    let whole: string;
    try {
      whole = body(result.note.path);
    } catch (error) {
      if (error instanceof CortexError) return describeError(error);
      throw error;
    }
    // Text beyond this length cannot fit, so it is not processed.
    const text = pageText(whole.slice(0, 2 * this.#room)).trim();
    if (whole.length <= 2 * this.#room && this.#put(result, text, false)) return null;
    if (this.#putBeginning(result, text)) return null;
    return 'not even its first paragraph fits';
  }

  /** Adds as many paragraphs as fit, unless they are only headings. */
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
      path,
      id,
      name,
      status,
      updated: updated ?? '',
      layer,
      score,
      parts,
      tokens: tokensOf(text),
      cut,
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

const NOTHING: CurrentAnswer = { total: 0, results: [], leftOut: [] };

/** Result of the search for a task, and the room on the page. */
interface Found {
  readonly annotated: readonly PageNote[];
  readonly notHolding: readonly NotCurrent[];
  readonly answer: FoundForTask;
  /** In bytes. */
  readonly room: number;
}

function findFor({ index, words }: PackSource, { task, tokens, filters, ...present }: PackRequest): Found {
  const query = { ...EVERYTHING, ...filters, query: taskQuery(task) };
  const { total, results, leftOut } = query.query === '' ? NOTHING : searchCurrent(index, words, query, present);
  const { projects, types, tags, statuses, hot } = query;
  const isFiltered = hot || [projects, types, tags, statuses].some(({ length }) => length > 0);
  const answer = { found: total, isFiltered, areOutdated: leftOut.length > 0 };
  const annotated = results.length === 0 ? [] : annotateDisputed(index, results);
  // The head with the largest possible number is an upper bound of its length.
  const room = tokens * TOKEN_BYTES - Buffer.byteLength(pageHead(task, total, answer));
  return { annotated, notHolding: leftOut, answer, room };
}

/** Fills a page. @param left notes to leave out, and why */
function fill({ annotated, room }: Found, body: PackSource['body'], left: readonly NotCurrent[] = []): Page {
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

/** Returns the stale citations of some notes. */
export type FindStale = (notes: readonly Note[]) => Promise<readonly StaleCitation[]>;

/**
 * Returns one page with the best current notes for a task, sorted by score (decisions 0010, "Context pack", and 0031). The last note may
 * be cut. Note texts are inside fences that they cannot close. Each note lists cited code that has changed since. Because this takes room,
 * a note may be left out in the end. No other note replaces it, since its citations were not checked.
 * @param ask called at most once, with the notes on the page that cite code
 * @throws what `ask` throws. A note that cannot be read is left out, with the reason.
 */
export async function buildContextPack(source: PackSource, request: PackRequest, ask: FindStale): Promise<ContextPack> {
  const found = findFor(source, request);
  const page = fill(found, source.body);
  const there = new Set(page.notes.map(({ path }) => path));
  const citing = found.annotated.map(({ note }) => note).filter(({ path, citations }) => there.has(path) && citations.length > 0);
  const stale = citing.length === 0 ? [] : await ask(citing);
  if (stale.length === 0) return packOf(request.task, found, page);
  return packOf(request.task, found, fill({ ...found, annotated: annotateStale(found.annotated, stale) }, source.body, page.leftOut));
}
