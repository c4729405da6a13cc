/** Message types of the Timeline dashboard. Times are milliseconds since 1970 UTC. */
import * as z from 'zod';
import type * as engine from '../../../engine/timeline/schemas/timeline-window.ts';
import { type EmptyState, openProblem, type Page, range, type ShownProject, type SnapshotBase, text } from '../protocol.ts';

/** Maximum length of a search text, in UTF-16 code units. */
const MAX_SEARCH_LENGTH = 1_000;
/** Maximum length of a name, as long as the clipped names that the page receives. */
const MAX_NAME = 5_000;

const name = text.max(MAX_NAME);

/** Filter of the list of entries. An empty text matches all. */
const filter = z.object({
  /** Words that must all occur in the action, reasoning and outcome detail, in any order and case. */
  text: text.max(MAX_SEARCH_LENGTH),
  /** A file, or all files below a folder if it ends with `/`. */
  file: name,
  task: name,
  ref: name,
  /** `null`: any. */
  agent: name.nullable(),
  type: name.nullable(),
  outcome: name.nullable(),
  /** Maximum age of an entry. */
  age: z.enum(['all', 'hour', 'day', 'week', 'month']),
});
export type TimelineFilter = z.infer<typeof filter>;

/** What the page has in view. The host sends only these rows. The page is untrusted: it renders text that agents wrote. */
export const timelineViewSchema = z.object({
  filter,
  entries: range,
  /** Id of the entry whose details are shown. */
  chosen: text.nullable(),
  /** Whether the rows stay in place. New entries are then only counted. */
  held: z.boolean(),
});
export type TimelineView = z.infer<typeof timelineViewSchema>;

/** Requests of the user. The host asks for missing values. */
export const timelineStepSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['init', 'add', 'choose-project']) }),
  z.object({ kind: z.literal('resolve'), entry: text }),
  /** Opens a file of the selected entry. */
  z.object({ kind: z.literal('open-file'), file: text }),
  openProblem,
]);
export type TimelineStep = z.infer<typeof timelineStepSchema>;

/** Color of an entry: `good` and `bad` for its outcome, `quiet` for an open or neutral one. */
export type EntryTone = 'good' | 'bad' | 'warning' | 'skipped' | 'quiet';

/** A row of the engine with the codicon of its type, without prefix, and its color. */
type WithIcon<Row> = Row & { readonly icon: string; readonly tone: EntryTone };
export type EntryRow = WithIcon<engine.EntryRow>;
export type PrecedentRow = WithIcon<engine.PrecedentRow>;

/** Details of the selected entry. */
export interface EntryDetail extends Omit<engine.EntryDetail, 'row' | 'parents' | 'children' | 'precedents'> {
  readonly row: EntryRow;
  readonly parents: readonly EntryRow[];
  readonly children: engine.Few<EntryRow>;
  readonly precedents: readonly PrecedentRow[] | null;
}

/** An entry to reveal, requested elsewhere in the editor. The page reveals it once. */
export interface EntryRequest {
  /** Unique for each request. */
  readonly id: string;
  readonly entry: string;
}

export interface TimelineSnapshot extends SnapshotBase {
  readonly project: ShownProject;
  readonly entries: Page<EntryRow>;
  /** Whether more entries may be found. */
  readonly searching: boolean;
  /** Number of new entries above the held rows. */
  readonly fresh: number;
  /** `null`: no entry is selected, or none has this id. */
  readonly detail: EntryDetail | null;
  /** Ids of agents to offer in the filter, sorted. */
  readonly agents: readonly string[];
  readonly request: EntryRequest | null;
}

/** `no-project`: no open folder has a `.cortex` folder. `no-folder`: no folder is open. */
export type TimelineState =
  | { readonly kind: 'no-folder' }
  | ({ readonly kind: 'no-project' } & EmptyState)
  | { readonly kind: 'timeline'; readonly snapshot: TimelineSnapshot };
