/** What the host and the page of any dashboard say to each other, whatever it shows. */
import * as z from 'zod';

export const text = z.string();
/** A range of rows. */
export const range = z.object({ from: z.int().min(0), count: z.int().min(0) });
export type Range = z.infer<typeof range>;

const place = z.int().min(1);
/** A step of every page: opens the place of a problem that it shows. */
export const openProblem = z.object({ kind: z.literal('open-problem'), file: text, line: place, column: place });
export type OpenProblem = z.infer<typeof openProblem>;

/** The dashboards, and the readable view of a file. */
export type PageName = 'overview' | 'swarm' | 'messages' | 'work-queues' | 'graph' | 'locks' | 'timeline' | 'memory' | 'crtx';

/** A part of a long list: the rows from `from` on, of `total`. */
export interface Page<Row> {
  readonly total: number;
  readonly from: number;
  readonly rows: readonly Row[];
}

/** The first names of a list that may be long. */
export interface Names {
  readonly first: readonly string[];
  readonly total: number;
}

/** A file that cannot be read, or something that could not be done, as one text for a person. */
export interface ProblemRow {
  /** `error`: something cannot be read, or be done. */
  readonly severity: 'error' | 'warning';
  readonly message: string;
  /** Where it is; absolute path, 1-based line and column. */
  readonly place: { readonly file: string; readonly line: number; readonly column: number } | null;
}

/** What every dashboard shows with its own rows. */
export interface SnapshotBase {
  readonly problems: readonly ProblemRow[];
  /** The host's clock when this was made, or the moment that is shown; milliseconds since 1970 UTC. Times on the page are counted from it. */
  readonly now: number;
  /** Why nothing can be changed: an untrusted workspace, a folder without permission. `null` where it can. */
  readonly readOnly: string | null;
}

/** What is shown where there is nothing of a dashboard's own. */
export type EmptyState = Pick<SnapshotBase, 'problems' | 'readOnly'>;

/** What a page may call. */
export interface HostFunctions<View, Step> {
  /** The first call: the page is there and shows this much. Later calls change what it shows. */
  look(view: View): void;
  take(step: Step): void;
}

/** What the host may call. */
export interface PageFunctions<State> {
  show(state: State): void;
}

/** Which project a dashboard shows, of those that are open in the window. */
export interface ShownProject {
  /** The name of its folder; all of its path where another one is called the same. */
  readonly name: string;
  /** How many other folders that are open have a project of their own. */
  readonly others: number;
}
