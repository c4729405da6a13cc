/** What the host and the readable view of a `.crtx` file say to each other. Times are milliseconds since 1970 UTC. */
import * as z from 'zod';
import { openProblem, type Page, type ProblemRow, range, text } from '../dashboards/protocol.ts';

/** As much of a value as the page shows, which may be pasted. */
const MOST_WORDS = 20_000;
/** More than a person unfolds. */
const MOST_UNFOLDED = 2_000;

/** What the page has in view: the host sends these rows and no others. The page is not trusted: it draws what agents wrote. */
export const crtxViewSchema = z.object({
  values: range,
  /** The ids of the values that show what they hold. */
  unfolded: z.array(text).max(MOST_UNFOLDED).readonly(),
  /** What is looked for; empty: nothing. */
  search: text.max(MOST_WORDS),
  /** The value of which all is shown. */
  chosen: text.nullable(),
});
export type CrtxView = z.infer<typeof crtxViewSchema>;

/** The dashboards that show the same as the file. */
const dashboard = z.enum(['swarm', 'locks', 'timeline', 'graph']);
export type CrtxDashboard = z.infer<typeof dashboard>;

/** What a person wants done. */
export const crtxStepSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open-text') }),
  z.object({ kind: z.literal('open-dashboard'), dashboard }),
  z.object({ kind: z.enum(['show-in-text', 'copy-value', 'copy-path']), value: text }),
  openProblem,
]);
export type CrtxStep = z.infer<typeof crtxStepSchema>;

export type ValueKind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

/** One of those that a value holds, as they are named in its row. Texts are cut. */
export interface NamedValue {
  /** `null`: it has none, in an array. */
  readonly key: string | null;
  readonly text: string;
  /** As in `ValueRow`. */
  readonly moment: number | null;
  readonly lasts: number | null;
}

/** A value of the file, as a row of its tree, or of what was found. Texts are cut. */
export interface ValueRow {
  /** The way to it, as JSON. */
  readonly id: string;
  /** What leads to it: its key; where values were found, the whole path. */
  readonly key: string;
  readonly kind: ValueKind;
  /** What it says; empty for one that holds others. */
  readonly text: string;
  /** The first of what it holds that say something. */
  readonly named: readonly NamedValue[];
  /** How many others it holds; `null`: it is none that could. */
  readonly holds: number | null;
  /** The moment that it seems to be; `null`: it seems to be none. */
  readonly moment: number | null;
  /** The milliseconds that its key says it is; `null`: it does not say so. */
  readonly lasts: number | null;
  readonly depth: number;
  /** 1-based, among those that the same value holds. */
  readonly position: number;
  readonly siblings: number;
  /** Whether what it holds is shown below it; `null`: there is nothing to show. */
  readonly unfolded: boolean | null;
}

/** All of the value that is chosen. */
export interface ValueDetail {
  readonly id: string;
  /** Its place among the rows; `null` where it is not among them. */
  readonly index: number | null;
  /** Cut to 5,000 characters. */
  readonly path: string;
  readonly kind: ValueKind;
  /** A text as it is, anything else as JSON; cut to 20,000 characters. */
  readonly text: string;
  readonly isCut: boolean;
  readonly moment: number | null;
  readonly lasts: number | null;
}

/** What the header of a file says; `null` where it does not say it. */
export interface CrtxHead {
  readonly name: string;
  readonly type: string | null;
  readonly version: string | null;
  readonly project: string | null;
  readonly created: number | null;
  readonly updated: number | null;
  /** In bytes. */
  readonly size: number;
  /** `wrong`: the problems say so. `unchecked`: it does not fit its schema, or cannot be checked. */
  readonly checksum: 'verified' | 'wrong' | 'none' | 'unchecked';
}

export interface CrtxFound {
  readonly total: number;
  /** Whether more may be found. */
  readonly searching: boolean;
  /** Whether the search ended because so much was found. */
  readonly isFull: boolean;
}

export interface CrtxSnapshot {
  readonly head: CrtxHead;
  readonly problems: readonly ProblemRow[];
  readonly dashboards: readonly CrtxDashboard[];
  /** Why nothing of its content is shown; `null` where it is. */
  readonly hidden: string | null;
  /** What is unfolded; where something is looked for, what was found. */
  readonly values: Page<ValueRow>;
  /** `null`: nothing is looked for. */
  readonly found: CrtxFound | null;
  /** `null`: none is chosen, or it is not there. */
  readonly detail: ValueDetail | null;
  /** The host's clock when this was made. */
  readonly now: number;
}

export interface CrtxState {
  readonly kind: 'crtx';
  readonly snapshot: CrtxSnapshot;
}
