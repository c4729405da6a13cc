/** What the host and the Memory dashboard say to each other. A note is known by its path in the vault. Days are `YYYY-MM-DD`. */
import * as z from 'zod';
import { type Names, openProblem, type Page, type ProblemRow, range, type SnapshotBase, text } from '../protocol.ts';

/** Nobody looks for more. */
const MOST_WORDS = 1_000;
/** As long as the names that the page is told. */
const MOST_NAME = 2_000;

const name = text.max(MOST_NAME).nullable();
const layer = z.enum(['hot', 'warm', 'cold']);
export type NoteLayer = z.infer<typeof layer>;

/** Which notes one wants to see. */
const filter = z.object({
  /** Words, and `project: type: tag: status: layer:` with a value, or `hot`. */
  search: text.max(MOST_WORDS),
  /** `null`: of all. These count instead of what is said in the search. */
  type: name,
  project: name,
  status: name,
  layer: layer.nullable(),
});
export type NotesFilter = z.infer<typeof filter>;

/** What the page has in view: the host sends these rows and no others. The page is not trusted: it draws what agents wrote. */
export const memoryViewSchema = z.object({
  filter,
  notes: range,
  /** The path of the note of which all is shown. */
  chosen: text.nullable(),
});
export type MemoryView = z.infer<typeof memoryViewSchema>;

/** What a person wants done; the host asks for what is missing. */
export const memoryStepSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['create', 'choose', 'new', 'report', 'pack']) }),
  z.object({ kind: z.enum(['open', 'archive', 'supersede']), note: text }),
  /** As it was read; it is refused where the note was written since. */
  z.object({ kind: z.literal('accept'), note: text, version: text }),
  /** A place in the note that is chosen. */
  z.object({ kind: z.literal('open-line'), note: text, line: z.int().min(1) }),
  openProblem,
]);
export type MemoryStep = z.infer<typeof memoryStepSchema>;

/** A note in the list. Texts are cut to 2,000 characters. */
export interface NoteRow {
  readonly path: string;
  readonly name: string;
  readonly type: string;
  /** A codicon of its type, without its prefix. */
  readonly icon: string;
  readonly project: string;
  readonly status: string;
  /** `null`: the note says none. */
  readonly updated: string | null;
  readonly layer: NoteLayer;
  /** `null` in a list, where nothing is scored. */
  readonly score: number | null;
  /** The name of the note that takes its place, which stands before it. */
  readonly replacedBy: string | null;
  /** For `when` clauses of menus. */
  readonly context: string;
}

/** How a score came about: `(points × 1.5 where all words are found + bonus) × factor` (seed 2, "Smart Loader"). */
export interface NoteScore {
  readonly score: number;
  readonly words: readonly { readonly word: string; readonly field: string; readonly points: number }[];
  readonly allWords: boolean;
  /** For how recently it was updated. */
  readonly bonus: number;
  /** Of notes that do not count any more; otherwise 1. */
  readonly factor: number;
}

/** Another note, or the name of one that is not there. */
export interface NoteLink {
  readonly name: string;
  /** `null` where no note, or more than one, is meant. */
  readonly path: string | null;
  readonly icon: string;
  /** What is wrong with the link; empty where nothing is. */
  readonly problem: string;
}

/** The first of many. */
export interface NoteLinks {
  readonly first: readonly NoteLink[];
  readonly total: number;
}

/** All of the note that is chosen. */
export interface NoteDetail {
  readonly row: NoteRow;
  /** Another one whenever its file is written: what a person accepts is what was read. */
  readonly version: string;
  /** Its place among the rows that were looked at; `null` where it is not among them. */
  readonly index: number | null;
  /** Empty where it has none. */
  readonly id: string;
  readonly tags: Names;
  readonly created: string | null;
  /** From 0 to 1. */
  readonly confidence: number | null;
  /** `null` where nothing is searched for, or nothing of it is in the note. */
  readonly score: NoteScore | null;
  /** What it says below its header, cut to 20,000 characters. */
  readonly text: string;
  /** How many characters there are of that besides. */
  readonly more: number;
  /** Why its text is not here; `null` where it is. */
  readonly unread: string | null;
  readonly linksTo: NoteLinks;
  readonly linkedFrom: NoteLinks;
  readonly replaces: NoteLinks;
  readonly replacedBy: NoteLinks;
  readonly contradicts: NoteLinks;
  /** Places in code, as they are written. */
  readonly citations: Names;
  readonly problems: readonly { readonly message: string; readonly line: number }[];
}

/** A search that a person asked for elsewhere in the editor: the page shows it once. */
export interface NotesRequest {
  /** Another one for every time that something is asked for. */
  readonly id: string;
  readonly search: string;
}

export interface MemorySnapshot extends SnapshotBase {
  /** The vault's folder, absolute. */
  readonly root: string;
  /** How many notes there are in all. */
  readonly all: number;
  /** How many wait for a person to accept them. */
  readonly toReview: number;
  readonly notes: Page<NoteRow>;
  /** `null`: none is chosen, or it is there no more. */
  readonly detail: NoteDetail | null;
  /** Those that notes have, the most frequent first. */
  readonly types: readonly string[];
  readonly projects: readonly string[];
  readonly statuses: readonly string[];
  readonly request: NotesRequest | null;
}

/** `none`: there is no vault. `broken`: it cannot be opened. `no-folder`: no folder is open, and no vault is named. */
export type MemoryState =
  | { readonly kind: 'no-folder' }
  | { readonly kind: 'none'; readonly readOnly: string | null }
  | { readonly kind: 'broken'; readonly problems: readonly ProblemRow[] }
  | { readonly kind: 'memory'; readonly snapshot: MemorySnapshot };
