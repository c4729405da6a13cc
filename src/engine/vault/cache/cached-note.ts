import type { FileIdentity, Note, NoteHead, NoteProblem, NoteRest } from '../notes/note.ts';
import { shorten } from '../prose/first-line.ts';
import type { CacheLines } from './cache-lines.ts';
import { fromRestRow, type HeadRow, idInPath, parseRestRow, type RestRow, summaryInRow, toHeadRow, toRestRow } from './cache-rows.ts';

/** Fields beyond the heads of one batch of notes in the cache, parsed on first use. */
export class CachedRests {
  #rows: unknown;

  constructor(
    private readonly lines: CacheLines,
    private readonly from: number,
    private readonly to: number,
    /** Reads the fields of a note whose row in the cache is unusable. */
    private readonly readAnew: (head: NoteHead) => NoteRest,
  ) {}

  of(head: NoteHead, place: number): NoteRest {
    return parseRestRow(this.#rowAt(place)) ?? this.readAnew(head);
  }

  /** Returns the summary in `of(head, place)`, without parsing the other fields. */
  summaryOf(head: NoteHead, place: number): string {
    return summaryInRow(this.#rowAt(place)) ?? this.readAnew(head).summary;
  }

  #rowAt(place: number): unknown {
    this.#rows ??= this.lines.valueAt(this.from, this.to) ?? null;
    return Array.isArray(this.#rows) ? this.#rows[place] : null;
  }
}

const NONE: readonly never[] = [];

/** Note from the cache: the head's row, and lazily the other fields. A search needs those only for the notes that it shows. */
export class CachedNote implements NoteHead {
  readonly file: FileIdentity;
  #whole: Note | null = null;

  constructor(
    private readonly row: HeadRow,
    private readonly rests: Pick<CachedRests, 'of' | 'summaryOf'>,
    private readonly place: number,
  ) {
    this.file = { size: row[1], mtimeNs: row[2], ino: row[3] };
  }

  get path(): string {
    return this.row[0];
  }

  get id(): string {
    const id = this.row[12];
    return id === true ? idInPath(this.path) : id;
  }

  get name(): string {
    return this.row[4];
  }

  get type(): string {
    return this.row[5];
  }

  get project(): string {
    return this.row[6];
  }

  get status(): string {
    return this.row[7];
  }

  get description(): string {
    return this.row[8];
  }

  get created(): string | null {
    return this.row[9];
  }

  get updated(): string | null {
    return this.row[10];
  }

  get tags(): readonly string[] {
    return this.row[11];
  }

  get supersedes(): readonly string[] {
    return this.row[13]?.[0] ?? NONE;
  }

  get supersededBy(): readonly string[] {
    return this.row[13]?.[1] ?? NONE;
  }

  get contradicts(): readonly string[] {
    return this.row[13]?.[3] ?? NONE;
  }

  get aliases(): readonly string[] {
    return this.row[13]?.[4] ?? NONE;
  }

  get problems(): readonly NoteProblem[] {
    return this.row[13]?.[2].map(([code, message, line, column]) => ({ code, message, line, column })) ?? NONE;
  }

  get summary(): string {
    return this.description === '' ? this.rests.summaryOf(this, this.place) : shorten(this.description);
  }

  /** Returns the complete note, always the same object. */
  whole(): Note {
    this.#whole ??= this.#with(this.rests.of(this, this.place));
    return this.#whole;
  }

  /** Fields are written out in the order of a parsed note: objects of one shape are faster to use. */
  #with(rest: NoteRest): Note {
    return {
      path: this.path,
      file: this.file,
      id: this.id,
      name: this.name,
      type: this.type,
      project: this.project,
      status: this.status,
      tags: this.tags,
      created: this.created,
      updated: this.updated,
      aliases: this.aliases,
      description: this.description,
      summary: rest.summary,
      confidence: rest.confidence,
      pnlImpact: rest.pnlImpact,
      lines: rest.lines,
      links: rest.links,
      headingLinks: rest.headingLinks,
      related: rest.related,
      supersedes: this.supersedes,
      supersededBy: this.supersededBy,
      contradicts: this.contradicts,
      contradictions: rest.contradictions,
      citations: rest.citations,
      cited: rest.cited,
      problems: this.problems,
    };
  }
}

/** A complete note, or a note from the cache whose other fields are loaded on demand. */
export type KnownNote = Note | CachedNote;

export function toWholeNote(note: KnownNote): Note {
  return note instanceof CachedNote ? note.whole() : note;
}

/** A whole note as lists, which cross between threads in less time than objects. */
export type NoteRow = readonly [head: HeadRow, rest: RestRow];

export const toNoteRow = (note: Note): NoteRow => [toHeadRow(note), toRestRow(note)];

/** Returns the note from which `toNoteRow` made the row. */
export const fromNoteRow = ([head, rest]: NoteRow): Note =>
  new CachedNote(head, { of: () => fromRestRow(rest), summaryOf: () => rest[0] }, 0).whole();
