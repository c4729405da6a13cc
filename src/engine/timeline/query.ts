import type { TimelineEntry } from '../crtx/schema/timeline.ts';
import { hasWords, searchWords } from '../crtx/words.ts';
import { CortexError } from '../platform/errors.ts';

/** What is asked of a timeline; what is not named does not matter (RULINGS, crtx 10). */
export interface TimelineQuery {
  readonly type?: string | undefined;
  readonly agent?: string | undefined;
  /** A file; with a `/` at its end, everything below that folder. */
  readonly file?: string | undefined;
  readonly task?: string | undefined;
  readonly outcome?: string | undefined;
  /** Milliseconds since 1970 UTC, inclusive. */
  readonly since?: number | undefined;
  /** Milliseconds since 1970 UTC, inclusive. */
  readonly until?: number | undefined;
  /** Words each of which is in the action, the reasoning or the outcome's detail, whatever their order and case. */
  readonly text?: string | undefined;
  /** Among the refs. */
  readonly ref?: string | undefined;
}

/** How much of the answer is wanted, and from where on. */
export interface PageRequest {
  readonly limit: number;
  /** The `next` of the page before. */
  readonly cursor?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface TimelinePage {
  /** Newest first. Not to be changed. */
  readonly entries: readonly TimelineEntry[];
  /** Leads to what follows; `null` when nothing does. */
  readonly next: string | null;
}

/** The entry behind which a page begins. */
export interface Cursor {
  readonly timestamp: number;
  readonly id: string;
}

export function encodeCursor({ timestamp, id }: Cursor): string {
  return Buffer.from(JSON.stringify([timestamp, id])).toString('base64url');
}

/** @throws CortexError `invalid-input` for a text that is no cursor */
export function decodeCursor(text: string): Cursor {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (Array.isArray(value) && Number.isInteger(value[0]) && typeof value[1] === 'string') return { timestamp: value[0], id: value[1] };
  } catch {
    // It is not ours.
  }
  const next = 'Take the value of "next" of the page before.';
  throw new CortexError('invalid-input', 'this does not say where a page begins', { value: text, next });
}

function textOf({ action, reasoning, outcomeDetail = '' }: TimelineEntry): string {
  return `${action}\n${reasoning}\n${outcomeDetail}`;
}

function names(files: readonly string[], wanted: string): boolean {
  return wanted.endsWith('/') ? files.some((file) => file.startsWith(wanted)) : files.includes(wanted);
}

/** Says whether an entry is asked for. */
export function matcher(query: TimelineQuery): (entry: TimelineEntry) => boolean {
  const { type, agent, file, task, outcome, since, until, ref } = query;
  const words = query.text === undefined ? null : searchWords(query.text);
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
