import type { TimelineEntry } from '../crtx/schema/timeline.ts';
import { hasWords, splitSearchWords } from '../crtx/words.ts';
import { CortexError } from '../platform/errors.ts';

/** Filters for entries. Missing ones match all entries (RULINGS, crtx 10). */
export interface TimelineQuery {
  readonly type?: string | undefined;
  readonly agent?: string | undefined;
  /** A file; with a trailing `/`, everything below that folder. */
  readonly file?: string | undefined;
  readonly task?: string | undefined;
  readonly outcome?: string | undefined;
  /** Milliseconds since 1970 UTC, inclusive. */
  readonly since?: number | undefined;
  /** Milliseconds since 1970 UTC, inclusive. */
  readonly until?: number | undefined;
  /** Words that must all be in the action, the reasoning or the outcome detail, in any order, ignoring case. */
  readonly text?: string | undefined;
  /** One of the refs. */
  readonly ref?: string | undefined;
}

/** Size and start of a page. */
export interface PageRequest {
  readonly limit: number;
  /** `next` of the previous page. */
  readonly cursor?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface TimelinePage {
  /** Newest first. Must not be modified. */
  readonly entries: readonly TimelineEntry[];
  /** Cursor of the next page; `null` on the last one. */
  readonly next: string | null;
}

/** The last entry before a page. */
export interface Cursor {
  readonly timestamp: number;
  readonly id: string;
}

export function encodeCursor({ timestamp, id }: Cursor): string {
  return Buffer.from(JSON.stringify([timestamp, id])).toString('base64url');
}

/** Parses a cursor. @throws CortexError `invalid-input` for an invalid one */
export function decodeCursor(text: string): Cursor {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (Array.isArray(value) && Number.isInteger(value[0]) && typeof value[1] === 'string') return { timestamp: value[0], id: value[1] };
  } catch {
    // Not a cursor of this program.
  }
  const next = 'Use the "next" value of the previous page.';
  throw new CortexError('invalid-input', 'invalid start of a page', { value: text, next });
}

function textOf({ action, reasoning, outcomeDetail = '' }: TimelineEntry): string {
  return `${action}\n${reasoning}\n${outcomeDetail}`;
}

function names(files: readonly string[], wanted: string): boolean {
  return wanted.endsWith('/') ? files.some((file) => file.startsWith(wanted)) : files.includes(wanted);
}

/** Returns a predicate for entries that match a query. */
export function matcher(query: TimelineQuery): (entry: TimelineEntry) => boolean {
  const { type, agent, file, task, outcome, since, until, ref } = query;
  const words = query.text === undefined ? null : splitSearchWords(query.text);
  return (entry) =>
    (since === undefined || entry.timestamp >= since) &&
    (until === undefined || entry.timestamp <= until) &&
    (type === undefined || entry.type === type) &&
    (agent === undefined || entry.agentId === agent) &&
    (outcome === undefined || entry.outcome === outcome) &&
    (task === undefined || entry.context.task === task) &&
    (ref === undefined || entry.refs.includes(ref)) &&
    (file === undefined || names(entry.context.files, file)) &&
    (words === null || hasWords(textOf(entry), words));
}
