/** What the host and the Timeline dashboard say to each other. Times are milliseconds since 1970 UTC. */

import type { ShownProject } from '../project-protocol.ts';
import type { Names, Page, ProblemRow, Range } from '../protocol.ts';

/** An entry in the list. Texts are cut to 300 characters. */
export interface EntryRow {
  readonly id: string;
  readonly at: number;
  readonly agent: string;
  readonly type: string;
  /** A codicon of its type, without its prefix. */
  readonly icon: string;
  readonly action: string;
  readonly outcome: string;
  readonly task: string | null;
  readonly files: Names;
}

/** Something that had been tried before on the same files, or in the same words. */
export interface PrecedentRow extends EntryRow {
  readonly why: string;
}

/** All of the entry that is chosen. Texts are cut to 20,000 characters. */
export interface EntryDetail {
  readonly row: EntryRow;
  /** Cut to 5,000 characters, as all names. */
  readonly agent: string;
  readonly type: string;
  readonly task: string | null;
  /** Its place among the rows; `null` where it is not among them. */
  readonly index: number | null;
  readonly action: string;
  readonly reasoning: string;
  readonly outcomeDetail: string | null;
  /** From 0 to 1. */
  readonly confidence: number;
  readonly branch: string | null;
  readonly trigger: string | null;
  readonly files: Names;
  readonly refs: Names;
  readonly dependencies: Names;
  /** What else was known, as JSON; `null`: nothing. */
  readonly state: string | null;
  /** What it follows from, the first of all first. */
  readonly parents: readonly EntryRow[];
  /** Whether there are more above them. */
  readonly hasMoreParents: boolean;
  /** What the uppermost of them, or else it itself, follows from, and is not there; `null`: nothing. */
  readonly missingParent: string | null;
  readonly children: { readonly first: readonly EntryRow[]; readonly total: number };
  /** The nearest first; `null` while they are looked for. */
  readonly precedents: readonly PrecedentRow[] | null;
}

/** How long ago an entry may be. */
export type EntryAge = 'all' | 'hour' | 'day' | 'week' | 'month';

/** Which entries one wants to see; an empty text lets all through. */
export interface TimelineFilter {
  /** Words, all of which its action, reasoning and outcome's detail have somewhere, whatever their order and case. */
  readonly text: string;
  /** A file; with a `/` at its end, everything below that folder. */
  readonly file: string;
  readonly task: string;
  readonly ref: string;
  /** `null`: of all. */
  readonly agent: string | null;
  readonly type: string | null;
  readonly outcome: string | null;
  readonly age: EntryAge;
}

/** An entry that a person asked for elsewhere in the editor: the page shows it once. */
export interface EntryWish {
  /** Another one for every time that something is asked for. */
  readonly id: string;
  readonly entry: string;
}

export interface TimelineSnapshot {
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
  readonly wish: EntryWish | null;
  readonly problems: readonly ProblemRow[];
  /** The host's clock when this was made: how long ago something was is counted from it. */
  readonly now: number;
  /** Why nothing can be changed; `null` where it can. */
  readonly readOnly: string | null;
}

/** `no-project`: no folder that is open has a `.cortex`. `no-folder`: no folder is open. */
export type TimelineState =
  | { readonly kind: 'no-folder' }
  | { readonly kind: 'no-project'; readonly readOnly: string | null; readonly problems: readonly ProblemRow[] }
  | { readonly kind: 'timeline'; readonly snapshot: TimelineSnapshot };

/** What the dashboard has in view: the host sends these rows and no others. */
export interface TimelineView {
  readonly filter: TimelineFilter;
  readonly entries: Range;
  /** The entry of which all is shown. */
  readonly chosen: string | null;
  /** The rows stay where they are: what is new is only counted. */
  readonly held: boolean;
}

/** A step that a person takes in the dashboard; the host asks for what is missing. */
export type TimelineStep =
  | { readonly kind: 'init' | 'add' | 'choose-project' }
  | { readonly kind: 'resolve'; readonly entry: string }
  /** A file of the entry that is chosen. */
  | { readonly kind: 'open-file'; readonly file: string }
  | { readonly kind: 'open-problem'; readonly file: string; readonly line: number; readonly column: number };
