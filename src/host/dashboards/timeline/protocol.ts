/** What the host and the Timeline dashboard say to each other. Times are milliseconds since 1970 UTC. */
import * as z from 'zod';
import type * as engine from '../../../engine/timeline/schemas/timeline-window.ts';
import { type EmptyState, openProblem, type Page, range, type ShownProject, type SnapshotBase, text } from '../protocol.ts';

/** Nobody looks for more. */
const MOST_WORDS = 1_000;
/** As long as the names that the page is told. */
const MOST_NAME = 5_000;

const name = text.max(MOST_NAME);

/** Which entries one wants to see; an empty text lets all through. */
const filter = z.object({
  /** Words, all of which its action, reasoning and outcome's detail have somewhere, whatever their order and case. */
  text: text.max(MOST_WORDS),
  /** A file; with a `/` at its end, everything below that folder. */
  file: name,
  task: name,
  ref: name,
  /** `null`: of all. */
  agent: name.nullable(),
  type: name.nullable(),
  outcome: name.nullable(),
  /** How long ago an entry may be. */
  age: z.enum(['all', 'hour', 'day', 'week', 'month']),
});
export type TimelineFilter = z.infer<typeof filter>;

/** What the page has in view: the host sends these rows and no others. The page is not trusted: it draws what agents wrote. */
export const timelineViewSchema = z.object({
  filter,
  entries: range,
  /** The entry of which all is shown. */
  chosen: text.nullable(),
  /** The rows stay where they are: what is new is only counted. */
  held: z.boolean(),
});
export type TimelineView = z.infer<typeof timelineViewSchema>;

/** What a person wants done; the host asks for what is missing. */
export const timelineStepSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['init', 'add', 'choose-project']) }),
  z.object({ kind: z.literal('resolve'), entry: text }),
  /** A file of the entry that is chosen. */
  z.object({ kind: z.literal('open-file'), file: text }),
  openProblem,
]);
export type TimelineStep = z.infer<typeof timelineStepSchema>;

/** What the engine says of an entry, with a codicon of its type, without its prefix. */
type WithIcon<Row> = Row & { readonly icon: string };
export type EntryRow = WithIcon<engine.EntryRow>;
export type PrecedentRow = WithIcon<engine.PrecedentRow>;

/** All of the entry that is chosen. */
export interface EntryDetail extends Omit<engine.EntryDetail, 'row' | 'parents' | 'children' | 'precedents'> {
  readonly row: EntryRow;
  readonly parents: readonly EntryRow[];
  readonly children: engine.Few<EntryRow>;
  readonly precedents: readonly PrecedentRow[] | null;
}

/** An entry that a person asked for elsewhere in the editor: the page shows it once. */
export interface EntryRequest {
  /** Another one for every time that something is asked for. */
  readonly id: string;
  readonly entry: string;
}

export interface TimelineSnapshot extends SnapshotBase {
  readonly project: ShownProject;
  readonly entries: Page<EntryRow>;
  /** Whether more of them may be found. */
  readonly searching: boolean;
  /** How many are new above rows that are held. */
  readonly fresh: number;
  /** `null`: none is chosen, or there is none of this id. */
  readonly detail: EntryDetail | null;
  /** Some of those who may have recorded something, by name. */
  readonly agents: readonly string[];
  readonly request: EntryRequest | null;
}

/** `no-project`: no folder that is open has a `.cortex`. `no-folder`: no folder is open. */
export type TimelineState =
  | { readonly kind: 'no-folder' }
  | ({ readonly kind: 'no-project' } & EmptyState)
  | { readonly kind: 'timeline'; readonly snapshot: TimelineSnapshot };
