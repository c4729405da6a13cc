/** Type of a note: seed 2, "atom", and additions of the rulings. All fields are read from the note's file. */

/** Reference to another note as written. */
export interface WrittenLink {
  /** Text between the brackets, or the decoded path of a Markdown link, without label and heading. Trimmed, not resolved. */
  readonly target: string;
  /** 1-based line of the file. */
  readonly line: number;
  /** `property`: in brackets in a header field that is not one of ours. `file`: a path in backticks. */
  readonly kind: 'wikilink' | 'embed' | 'property' | 'markdown' | 'file';
}

/** Reference to a part of the same or another note. */
export interface HeadingLink extends WrittenLink {
  /** Text after the first `#`: a heading, several nested headings, or `^` and the id of a block. */
  readonly heading: string;
}

/** Place in code that a note cites: `src/a.ts:12`. */
export interface Citation {
  /** As written, with `/`. */
  readonly path: string;
  /** Line in the cited file. */
  readonly line: number | null;
  /** Last line of a range. Missing for a single line, and without a line. */
  readonly lastLine?: number;
  /** 1-based line of the note that contains the citation; the first of several. */
  readonly at: number;
  /**
   * Where it is written, if not in inline code: in prose, or as the address of a Markdown link, which is relative to the note's folder.
   * Such a text may mean something else, so it counts only if the file exists or was recorded.
   */
  readonly form?: CitationForm;
}

export type CitationForm = 'prose' | 'link';

/** Problem of a note that a person should fix. */
export interface NoteProblem {
  readonly code:
    | 'not-utf8'
    | 'nul'
    | 'too-large'
    | 'unreadable'
    /** Can be fixed by quoting the value. */
    | 'yaml'
    /** Can be fixed by closing the list. */
    | 'unclosed-list'
    | 'bad-header'
    | 'repeated-key'
    | 'code-header'
    | 'second-header'
    | 'unclosed-header'
    | 'unopened-header'
    | 'merge-conflict'
    | 'half-merge-conflict'
    | 'bad-value'
    | 'bad-date'
    | 'unknown-type'
    | 'unknown-status'
    | 'unclosed-marker';
  readonly message: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based. */
  readonly column: number;
}

/** Stat identity of a file before it was read. */
export interface FileIdentity {
  readonly size: number;
  /** Decimal, because it exceeds the exact range of a double. */
  readonly mtimeNs: string;
  readonly ino: string;
}

export interface Note {
  /** Relative to the vault's root, `/`-separated, as spelled by the file system. */
  readonly path: string;
  readonly file: FileIdentity;
  /** Empty if the header has none. */
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly project: string;
  /** Lower case. */
  readonly status: string;
  /** Lower case, in order of first occurrence. A nested tag (`area/backend`) is followed by its parents (`area`). */
  readonly tags: readonly string[];
  /** `YYYY-MM-DD`; `null` if the header has no valid date. */
  readonly created: string | null;
  readonly updated: string | null;
  /** Other names, for links and searches. */
  readonly aliases: readonly string[];
  /** From the header; empty if it has none. Search scores use only this, not the summary. */
  readonly description: string;
  /** Text to display: the description or the first line of the body, at most 150 characters. */
  readonly summary: string;
  readonly confidence: number | null;
  readonly pnlImpact: number | null;
  /** Number of lines in the file. */
  readonly lines: number;
  /** Links in the prose and in header fields that are not ours, in the order of the text. */
  readonly links: readonly WrittenLink[];
  /** Links to a part of a note, in the order of the text. The target is empty for parts of the note itself. */
  readonly headingLinks: readonly HeadingLink[];
  /** Targets in our header fields, without brackets. */
  readonly related: readonly string[];
  readonly supersedes: readonly string[];
  readonly supersededBy: readonly string[];
  readonly contradicts: readonly string[];
  /** Recorded contradictions, one line each: who found it, and why (decision 0031). */
  readonly contradictions: readonly string[];
  readonly citations: readonly Citation[];
  /** Content of cited places when the note was written or confirmed, one line each (decision 0031). */
  readonly cited: readonly string[];
  readonly problems: readonly NoteProblem[];
}

/** Fields of a note that every search reads. */
export type NoteHead = Pick<
  Note,
  | 'path'
  | 'file'
  | 'id'
  | 'name'
  | 'type'
  | 'project'
  | 'status'
  | 'tags'
  | 'created'
  | 'updated'
  | 'aliases'
  | 'description'
  | 'supersedes'
  | 'supersededBy'
  | 'contradicts'
  | 'problems'
>;

/** Fields that are needed only for few notes at a time. */
export type NoteRest = Omit<Note, keyof NoteHead>;

/** How recently a note was updated (seed 2, "layers"). */
export type Layer = 'hot' | 'warm' | 'cold';
