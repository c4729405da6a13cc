/** Message types that all dashboards share. */
import * as z from 'zod';

export const text = z.string();
/** A range of rows. */
export const range = z.object({ from: z.int().min(0), count: z.int().min(0) });
export type Range = z.infer<typeof range>;

const place = z.int().min(1);
/** Request of every page: open the location of a problem that it shows. */
export const openProblem = z.object({ kind: z.literal('open-problem'), file: text, line: place, column: place });
export type OpenProblem = z.infer<typeof openProblem>;

/** Names of the pages: the dashboards, and the readable view of a `.crtx` file. */
export type PageName = 'overview' | 'swarm' | 'messages' | 'work-queues' | 'graph' | 'locks' | 'timeline' | 'memory' | 'crtx';

/** Part of a long list: the rows from index `from`, and the `total` count. */
export interface Page<Row> {
  readonly total: number;
  readonly from: number;
  readonly rows: readonly Row[];
}

/** First names of a list that may be long, and the `total` count. */
export interface Names {
  readonly first: readonly string[];
  readonly total: number;
}

/** A file that cannot be read, or an action that failed, as text for the user. */
export interface ProblemRow {
  /** `error`: something cannot be read or done. */
  readonly severity: 'error' | 'warning';
  readonly message: string;
  /** Location of the problem: absolute path, 1-based line and column. */
  readonly place: { readonly file: string; readonly line: number; readonly column: number } | null;
}

/** Fields that every dashboard shows besides its own rows. */
export interface SnapshotBase {
  readonly problems: readonly ProblemRow[];
  /** Host time of this snapshot, or the past time that is shown, in milliseconds since 1970 UTC. The page computes ages relative to it. */
  readonly now: number;
  /** Why nothing can be changed: an untrusted workspace, or a folder without permission. `null` if changes are possible. */
  readonly readOnly: string | null;
}

/** State of a dashboard that has no content. */
export type EmptyState = Pick<SnapshotBase, 'problems' | 'readOnly'>;

/** Functions that a page may call. */
export interface HostFunctions<View, Step> {
  /** Reports what the page has in view. The first call means that the page is ready; later calls change the view. */
  look(view: View): void;
  take(step: Step): void;
}

/** Functions that the host may call. */
export interface PageFunctions<State> {
  show(state: State): void;
}

/** The project that a dashboard shows, of those that are open in the window. */
export interface ShownProject {
  /** Name of its folder, or the full path if another project has the same name. */
  readonly name: string;
  /** Number of other open folders that have their own project. */
  readonly others: number;
}
