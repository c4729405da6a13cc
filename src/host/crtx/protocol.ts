/** Message types of the readable view of a `.crtx` file. Times are milliseconds since 1970 UTC. */
import * as z from 'zod';
import { openProblem, type Page, type ProblemRow, range, text } from '../dashboards/protocol.ts';

/** Maximum length of a search text. It is as long as the longest text of a value, which may be pasted. */
const MAX_SEARCH_LENGTH = 20_000;
/** Maximum number of expanded values. More than a user expands. */
const MAX_UNFOLDED = 2_000;

/** What the page has in view. The host sends only these rows. The page is untrusted: it renders text that agents wrote. */
export const crtxViewSchema = z.object({
  values: range,
  /** Ids of the expanded values. */
  unfolded: z.array(text).max(MAX_UNFOLDED).readonly(),
  /** Search text. Empty: no search. */
  search: text.max(MAX_SEARCH_LENGTH),
  /** Id of the value whose details are shown. */
  chosen: text.nullable(),
});
export type CrtxView = z.infer<typeof crtxViewSchema>;

/** The dashboards that show the content of the file. */
const dashboard = z.enum(['swarm', 'locks', 'timeline', 'graph']);
export type CrtxDashboard = z.infer<typeof dashboard>;

/** Requests of the user. */
export const crtxStepSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open-text') }),
  z.object({ kind: z.literal('open-dashboard'), dashboard }),
  z.object({ kind: z.enum(['show-in-text', 'copy-value', 'copy-path']), value: text }),
  openProblem,
]);
export type CrtxStep = z.infer<typeof crtxStepSchema>;

export type ValueKind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

/** A member of a value, as a preview in the value's row. Texts are cut. */
export interface NamedValue {
  /** `null` for an array element. */
  readonly key: string | null;
  readonly text: string;
  /** As in `ValueRow`. */
  readonly moment: number | null;
  readonly lasts: number | null;
}

/** A value of the file, as a row of the tree or of the search results. Texts are cut. */
export interface ValueRow {
  /** Path of the value, as JSON. */
  readonly id: string;
  /** Key of the value; in search results, the whole path. */
  readonly key: string;
  readonly kind: ValueKind;
  /** Text of the value; empty for an object or array. */
  readonly text: string;
  /** Preview of the first members that are plain values. */
  readonly named: readonly NamedValue[];
  /** Number of members; `null` if it is not an object or array. */
  readonly holds: number | null;
  /** The value as a time, if it looks like one; else `null`. */
  readonly moment: number | null;
  /** The value as a duration in milliseconds, if its key names one; else `null`. */
  readonly lasts: number | null;
  readonly depth: number;
  /** Position in its object or array, from 1. */
  readonly position: number;
  readonly siblings: number;
  /** Whether its members are shown; `null` if it has none to show. */
  readonly unfolded: boolean | null;
}

/** Details of the selected value. */
export interface ValueDetail {
  readonly id: string;
  /** Index among the rows; `null` if it is not visible there. */
  readonly index: number | null;
  /** Limited to 5,000 characters. */
  readonly path: string;
  readonly kind: ValueKind;
  /** A string as is, any other value as JSON. Limited to 20,000 characters. */
  readonly text: string;
  readonly isCut: boolean;
  readonly moment: number | null;
  readonly lasts: number | null;
}

/** Values of the file's header; `null` if missing. */
export interface CrtxHead {
  readonly name: string;
  readonly type: string | null;
  readonly version: string | null;
  readonly project: string | null;
  readonly created: number | null;
  readonly updated: number | null;
  /** In bytes. */
  readonly size: number;
  /** `wrong`: see `problems`. `unchecked`: the file does not match its schema, or cannot be checked. */
  readonly checksum: 'verified' | 'wrong' | 'none' | 'unchecked';
}

export interface CrtxFound {
  readonly total: number;
  /** Whether more values may be found. */
  readonly searching: boolean;
  /** Whether the search stopped at its limit. */
  readonly isFull: boolean;
}

export interface CrtxSnapshot {
  readonly head: CrtxHead;
  readonly problems: readonly ProblemRow[];
  readonly dashboards: readonly CrtxDashboard[];
  /** Why no content is shown; `null` if it is. */
  readonly hidden: string | null;
  /** Rows of the tree, or of the search results during a search. */
  readonly values: Page<ValueRow>;
  /** `null`: there is no search. */
  readonly found: CrtxFound | null;
  /** `null`: no value is selected, or it does not exist. */
  readonly detail: ValueDetail | null;
  /** Host time of this state. */
  readonly now: number;
}

export interface CrtxState {
  readonly kind: 'crtx';
  readonly snapshot: CrtxSnapshot;
}
