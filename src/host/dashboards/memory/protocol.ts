/** Message types of the Memory dashboard. A note is identified by its path in the vault. Dates are `YYYY-MM-DD`. */
import * as z from 'zod';
import type { SearchOutput } from '../../../engine/vault/schemas/search.ts';
import { type Names, openProblem, type Page, type ProblemRow, range, type SnapshotBase, text } from '../protocol.ts';

/** Maximum length of a search text, in UTF-16 code units. */
const MAX_SEARCH_LENGTH = 1_000;
/** Maximum length of a name, as long as the clipped names that the page receives. */
const MAX_NAME = 2_000;

const name = text.max(MAX_NAME).nullable();
const layer = z.enum(['hot', 'warm', 'cold']);
export type NoteLayer = z.infer<typeof layer>;

/** Filter of the list of notes. */
const filter = z.object({
  /** Words, and `project: type: tag: status: layer:` with a value, or `hot`. */
  search: text.max(MAX_SEARCH_LENGTH),
  /** `null`: any. The fields below override the same terms in `search`. */
  type: name,
  project: name,
  status: name,
  layer: layer.nullable(),
});
export type NotesFilter = z.infer<typeof filter>;

/** What the page has in view. The host sends only these rows. The page is untrusted: it renders text that agents wrote. */
export const memoryViewSchema = z.object({
  filter,
  notes: range,
  /** Path of the note whose details are shown. */
  chosen: text.nullable(),
});
export type MemoryView = z.infer<typeof memoryViewSchema>;

/** Requests of the user. The host asks for missing values. */
export const memoryStepSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['create', 'choose', 'new', 'report', 'pack']) }),
  z.object({ kind: z.enum(['open', 'archive', 'supersede']), note: text }),
  /** Accepts the version that was read. Refused if the note was written since. */
  z.object({ kind: z.literal('accept'), note: text, version: text }),
  /** Opens a line of the selected note. */
  z.object({ kind: z.literal('open-line'), note: text, line: z.int().min(1) }),
  openProblem,
]);
export type MemoryStep = z.infer<typeof memoryStepSchema>;

type SearchResult = SearchOutput['results'][number];

/** A note in the list. Texts are cut to 2,000 characters. */
export interface NoteRow extends Pick<SearchResult, 'path' | 'name' | 'type' | 'project' | 'status' | 'layer'> {
  /** Codicon of its type, without prefix. */
  readonly icon: string;
  /** `null`: the note has no date. */
  readonly updated: string | null;
  /** `null` if the query has no words to score. */
  readonly score: number | null;
  /** Name of the note that replaces it, which precedes it in the list. */
  readonly replacedBy: string | null;
  /** For `when` clauses of menus. */
  readonly context: string;
}

/** Parts of a score: `(points × 1.5 if all words are found + bonus) × factor` (seed 2, "Smart Loader"). */
export type NoteScore = SearchResult['parts'] & Pick<SearchResult, 'score'>;

/** A link to a note, or the name of a missing one. */
export interface NoteLink {
  readonly name: string;
  /** `null` if no note, or more than one, matches the name. */
  readonly path: string | null;
  readonly icon: string;
  /** What is wrong with the link; empty if nothing is. */
  readonly problem: string;
}

/** First links of a list that may be long, and the `total` count. */
export interface NoteLinks {
  readonly first: readonly NoteLink[];
  readonly total: number;
}

/** Details of the selected note. */
export interface NoteDetail {
  readonly row: NoteRow;
  /** Changes whenever the file is written, so that a user accepts only the text that they read. */
  readonly version: string;
  /** Index among the results that were searched; `null` if it is not among them. */
  readonly index: number | null;
  /** Empty if the note has no id. */
  readonly id: string;
  readonly tags: Names;
  readonly created: string | null;
  /** From 0 to 1. */
  readonly confidence: number | null;
  /** `null` if the query has no words, or the note contains none of them. */
  readonly score: NoteScore | null;
  /** Text below the header, limited to 20,000 characters. */
  readonly text: string;
  /** Number of characters that were cut off. */
  readonly more: number;
  /** Why the text could not be read; `null` if it was read. */
  readonly unread: string | null;
  readonly linksTo: NoteLinks;
  readonly linkedFrom: NoteLinks;
  readonly replaces: NoteLinks;
  readonly replacedBy: NoteLinks;
  readonly contradicts: NoteLinks;
  /** Locations in code, as written in the note. */
  readonly citations: Names;
  readonly problems: readonly { readonly message: string; readonly line: number }[];
}

/** A search that a command requested elsewhere in the editor. The page shows it once. */
export interface NotesRequest {
  /** Unique for each request. */
  readonly id: string;
  readonly search: string;
}

export interface MemorySnapshot extends SnapshotBase {
  /** Vault folder, absolute. */
  readonly root: string;
  /** Number of all notes. */
  readonly all: number;
  /** Number of notes that wait for a review. */
  readonly toReview: number;
  readonly notes: Page<NoteRow>;
  /** `null`: no note is selected, or it no longer exists. */
  readonly detail: NoteDetail | null;
  /** Values that the notes have, most frequent first. */
  readonly types: readonly string[];
  readonly projects: readonly string[];
  readonly statuses: readonly string[];
  readonly request: NotesRequest | null;
}

/** `none`: there is no vault. `broken`: it cannot be opened. `no-folder`: no folder is open and no vault is configured. */
export type MemoryState =
  | { readonly kind: 'no-folder' }
  | { readonly kind: 'none'; readonly readOnly: string | null }
  | { readonly kind: 'broken'; readonly problems: readonly ProblemRow[] }
  | { readonly kind: 'memory'; readonly snapshot: MemorySnapshot };
