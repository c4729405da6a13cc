/** What is known of one note: seed 2, "atom", and what the rulings add. Everything stems from its file; nothing is made up here. */

/** A reference to another note as somebody wrote it. */
export interface WrittenLink {
  /** What is between the brackets, or the path of a Markdown link with `%20` and the like decoded; without label and heading; trimmed, not resolved. */
  readonly target: string;
  /** 1-based, in the file. */
  readonly line: number;
  /** `property`: in brackets in the header, in a field that is not one of ours. `file`: a path in backticks. */
  readonly kind: 'wikilink' | 'embed' | 'property' | 'markdown' | 'file';
}

/** A reference to a part of a note, its own or another. */
export interface HeadingLink extends WrittenLink {
  /** What stands behind the first `#`: a heading, several of them one below the other, or `^` and the id of a block. */
  readonly heading: string;
}

/** A place in code that a note speaks of: `src/a.ts:12`. */
export interface Citation {
  /** As written, with `/`. */
  readonly path: string;
  /** In that file. */
  readonly line: number | null;
  /** Of several lines the last one; missing for one line, and for none. */
  readonly lastLine?: number;
  /** The line of the note that it stands in, 1-based; the first of several. */
  readonly at: number;
}

/** What is wrong with a note, for a person to mend. */
export interface NoteProblem {
  readonly code:
    | 'not-utf8'
    | 'nul'
    | 'too-large'
    | 'unreadable'
    /** Quotes would mend it. */
    | 'yaml'
    | 'bad-header'
    | 'repeated-key'
    | 'code-header'
    | 'second-header'
    | 'unclosed-header'
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

/** The stat identity of a file as it was before it was read. */
export interface FileIdentity {
  readonly size: number;
  /** Decimal: larger than a double holds exactly. */
  readonly mtimeNs: string;
  readonly ino: string;
}

export interface Note {
  /** From the vault's folder, `/`-separated, as the file system spells it. */
  readonly path: string;
  readonly file: FileIdentity;
  /** Empty where the header has none. */
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly project: string;
  /** Lower case. */
  readonly status: string;
  /** Lower case, first seen kept; behind a nested one (`area/backend`) those that it lies in (`area`). */
  readonly tags: readonly string[];
  /** `YYYY-MM-DD`; `null` where the header has none that can be read. */
  readonly created: string | null;
  readonly updated: string | null;
  /** Other names that links may call it by, and that searches look at. */
  readonly aliases: readonly string[];
  /** Of the header; empty where it has none. Only this is scored. */
  readonly description: string;
  /** What is shown: the description, or the first line of the body; at most 150 characters. */
  readonly summary: string;
  readonly confidence: number | null;
  readonly pnlImpact: number | null;
  /** Lines of the file. */
  readonly lines: number;
  /** Links of the header's other fields and of the prose, in the order of the text. */
  readonly links: readonly WrittenLink[];
  /** Those of the links that name a part, and those to parts of the note itself, whose target is empty; in the order of the text. */
  readonly headingLinks: readonly HeadingLink[];
  /** Targets of the header's fields, without brackets. */
  readonly related: readonly string[];
  readonly supersedes: readonly string[];
  readonly supersededBy: readonly string[];
  readonly contradicts: readonly string[];
  /** Who found which contradiction, and why, each in one line: decision 0031. */
  readonly contradictions: readonly string[];
  readonly citations: readonly Citation[];
  /** What cited places held when the note was written or confirmed, each in one line: decision 0031. */
  readonly cited: readonly string[];
  readonly problems: readonly NoteProblem[];
}

/** What of a note every search looks at. */
export type NoteHead = Pick<
  Note,
  | 'path'
  | 'file'
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

/** What is only asked of few notes at a time. */
export type NoteRest = Omit<Note, keyof NoteHead>;

/** How recently a note was updated (seed 2, "layers"). */
export type Layer = 'hot' | 'warm' | 'cold';
