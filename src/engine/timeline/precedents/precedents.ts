import type { TimelineEntry } from '../../crtx/schema/timeline.ts';
import type { TimelineSource } from '../timeline-source.ts';

/** A planned action of an agent. */
export interface PrecedentQuery {
  /** Relative to the project; a folder ends with `/`. */
  readonly files: readonly string[];
  readonly action: string;
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
}

/** An earlier attempt. */
export interface Precedent {
  readonly entry: TimelineEntry;
  /** See docs/protocols/crtx.md, "Precedents". */
  readonly score: number;
  /** Why it is shown, as a sentence. */
  readonly why: string;
}

/** Maximum of each part of the score (docs/protocols/crtx.md, "Precedents"). */
const WEIGHT = { files: 4, words: 2, recency: 1 } as const;
/** Weight of a file in the same folder, relative to the same file. */
const NEAR = 0.5;
const DAY = 86_400_000;
/** Steps of recency: up to `days` days old counts `value`. With steps there are ties, in which failures come first. */
const RECENCY = [
  { days: 1, value: 1 },
  { days: 7, value: 0.75 },
  { days: 30, value: 0.5 },
  { days: 365, value: 0.25 },
] as const;
const FIRST_ENDINGS = ['failure', 'abandoned'];
/** Words of up to three ASCII letters or digits are ignored, because they rarely describe an action. */
const SMALL_WORD = /^[a-z0-9]{1,3}$/;
const SHOWN = 3;

export function searchableWords(text: string): Set<string> {
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => !SMALL_WORD.test(word)));
}

/** Returns the folder of a file, with a trailing `/`; a folder is returned unchanged; empty at the top. */
export function folderWithSlash(file: string): string {
  return file.slice(0, file.lastIndexOf('/') + 1);
}

interface Shared {
  readonly same: readonly string[];
  readonly near: readonly string[];
  readonly words: readonly string[];
}

function isSame(wanted: string, file: string): boolean {
  return wanted === file || (wanted.endsWith('/') && file.startsWith(wanted));
}

function sharedBetween({ context: { files }, action }: TimelineEntry, wanted: readonly string[], words: ReadonlySet<string>): Shared {
  const same = wanted.filter((file) => files.some((each) => isSame(file, each)));
  const folders = new Set(files.map(folderWithSlash));
  const near = wanted.filter((file) => !same.includes(file) && folderWithSlash(file) !== '' && folders.has(folderWithSlash(file)));
  return { same, near, words: [...searchableWords(action)].filter((word) => words.has(word)) };
}

function recency(age: number): number {
  return RECENCY.find(({ days }) => age <= days * DAY)?.value ?? 0;
}

function scoreOf({ same, near, words }: Shared, files: number, asked: number, age: number): number {
  const byFiles = files === 0 ? 0 : (same.length + NEAR * near.length) / files;
  const byWords = asked === 0 ? 0 : words.length / asked;
  const sum = WEIGHT.files * byFiles + WEIGHT.words * byWords + WEIGHT.recency * recency(age);
  return Math.round(sum * 100) / 100;
}

function list(values: readonly string[]): string {
  const more = values.length > SHOWN ? ` and ${values.length - SHOWN} more` : '';
  return `${values.slice(0, SHOWN).join(', ')}${more}`;
}

const ENDINGS: Readonly<Record<string, string>> = {
  failure: 'it failed',
  abandoned: 'it was abandoned',
  success: 'it succeeded',
};

function reason({ outcome }: TimelineEntry, { same, near, words }: Shared, age: number): string {
  const days = Math.floor(Math.max(0, age) / DAY);
  const parts = [
    same.length > 0 ? `it is about ${list(same)}` : '',
    near.length > 0 ? `it is about the folder of ${list(near)}` : '',
    words.length > 0 ? `it also mentions ${list(words)}` : '',
  ].filter((part) => part !== '');
  const when = days === 0 ? 'less than a day ago' : days === 1 ? 'a day ago' : `${days} days ago`;
  const ending =
    outcome === 'pending'
      ? `it was recorded ${when}, and its outcome is pending`
      : `${ENDINGS[outcome] ?? `it ended as ${outcome}`}, ${when}`;
  const text = `${parts.join(', and ')}; ${ending}.`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Ranks earlier attempts on these files or with these words. The highest score is first; of equal scores, failed or abandoned ones, then
 * the newest. Entries that share nothing are left out.
 */
export function rankPrecedents(entries: Iterable<TimelineEntry>, { files, action, now }: PrecedentQuery): Precedent[] {
  const wanted = [...new Set(files)];
  const words = searchableWords(action);
  const found: Precedent[] = [];
  for (const entry of entries) {
    const shared = sharedBetween(entry, wanted, words);
    if (shared.same.length + shared.near.length + shared.words.length === 0) continue;
    const age = now - entry.timestamp;
    found.push({ entry, score: scoreOf(shared, wanted.length, words.size, age), why: reason(entry, shared, age) });
  }
  return found.sort(
    (a, b) =>
      b.score - a.score ||
      rankOfEnding(a.entry) - rankOfEnding(b.entry) ||
      b.entry.timestamp - a.entry.timestamp ||
      (a.entry.id < b.entry.id ? -1 : 1),
  );
}

function rankOfEnding({ outcome }: TimelineEntry): number {
  const rank = FIRST_ENDINGS.indexOf(outcome);
  return rank < 0 ? FIRST_ENDINGS.length : rank;
}

/** How many of the newest entries are candidates for each file, and for the words alone. */
const CANDIDATES = 1_000;

interface CandidatesOptions {
  /** Latest time of a candidate, milliseconds since 1970 UTC, inclusive. */
  readonly until?: number;
  readonly signal: AbortSignal;
}

/** Returns the newest entries about each file or its folder, and the newest of all, each once. @throws as `TimelineSource.query` */
export async function findCandidates(
  source: TimelineSource,
  files: readonly string[],
  { until, signal }: CandidatesOptions,
): Promise<Iterable<TimelineEntry>> {
  const places = new Set(files.flatMap((file) => [file, folderWithSlash(file)]).filter((each) => each !== ''));
  const found = new Map<string, TimelineEntry>();
  for (const query of [{ until }, ...Array.from(places, (file) => ({ file, until }))]) {
    const { entries } = await source.query(query, { limit: CANDIDATES, signal });
    for (const entry of entries) found.set(entry.id, entry);
  }
  return found.values();
}
