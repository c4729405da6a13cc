import path from 'node:path';
import { readFileBounded } from '../../files/atomic-file.ts';
import { resolveInside } from '../../files/safe-path.ts';
import { parseTime } from '../../platform/clock.ts';
import { CortexError, systemCode } from '../../platform/errors.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { isContentOf, withUnixLines } from '../../platform/git/git-entries.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { compareCodePoints } from '../../text/code-point-order.ts';
import type { VaultIndex } from '../cache/vault-index.ts';
import { calendarDay } from '../calendar.ts';
import type { Citation, Note } from '../notes/note.ts';
import { citedPlace } from '../prose/citations.ts';
import { CitedFile, entriesByPlace } from './cited-text.ts';
import { type CodeHistory, codeHistory } from './code-history.ts';

/** A note that speaks of code which is not any more what it was when the note was written, or is not there. */
export interface StaleCitation {
  /** Of the note. */
  readonly path: string;
  readonly citation: Citation;
  /** `missing`: the file has no such line, and nothing says that it had. `unreadable`: what it had is known, and what it has is not. */
  readonly reason: 'changed' | 'gone' | 'missing' | 'unreadable';
  /** The day of the last change, where it is told by that; else `null`. */
  readonly changed: string | null;
}

/** What has become of a cited place, as words behind it. */
export function whatBecame({ reason, changed }: Pick<StaleCitation, 'reason' | 'changed'>): string {
  if (reason === 'gone') return 'which is gone';
  if (reason === 'missing') return 'which is not there: the file has fewer lines';
  if (reason === 'unreadable') return 'which cannot be read: nobody can tell whether it is what it was';
  if (changed === null) return 'which is not what it was when the note was written or confirmed';
  return `which changed on ${changed}, after the note (cannot tell exactly)`;
}

export interface StaleReport {
  /** By path of the note, then in the order of its text. */
  readonly stale: readonly StaleCitation[];
  /** Why git could not be asked, so that the files' own times were taken; else `null`. */
  readonly problem: string | null;
}

/** A day's length and that of every time zone's distance from UTC are less, in milliseconds. */
const TWO_DAYS = 2 * 86_400_000;

interface Cited {
  /** The file under one name, as git spells it. */
  readonly file: string;
  readonly path: string;
  readonly citation: Citation;
  /** Until when the note was right. */
  readonly day: string | null;
  /** What the header says that the place held; then the day says nothing. */
  readonly entry: string | undefined;
}

/** What is there of a cited file: when it was written last in milliseconds since 1970 UTC, nothing, or something that is not ours to judge. */
export type CitedFound = number | 'gone' | 'unknown';

export function lookAtCited(fs: FileSystem, root: string, file: string): CitedFound {
  try {
    const stat = fs.statSync(resolveInside(fs, root, file), { bigint: true });
    return stat.isFile() ? Number(stat.mtimeNs / 1_000_000n) : 'unknown';
  } catch (error) {
    const code = systemCode(error);
    // A name without a folder is often said of a file that is somewhere else.
    return (code === 'ENOENT' || code === 'ENOTDIR') && file.includes('/') ? 'gone' : 'unknown';
  }
}

/** The notes that are asked about, and what the targets in them mean. */
export interface CitingNotes extends Pick<VaultIndex, 'resolve'> {
  notes(): Iterable<Note>;
}

/** Notes that nobody goes by any more are left alone. */
function* citedBy(index: CitingNotes): Iterable<Cited> {
  for (const { path: note, status, citations, cited, updated, created } of index.notes()) {
    if (status === 'archived' || status === 'superseded') continue;
    const entries = entriesByPlace(cited);
    for (const citation of citations) {
      // A note that is cited with a line is a note all the same.
      if (citation.path.endsWith('.md') && index.resolve(citation.path, note).kind !== 'dead') continue;
      yield {
        file: path.posix.normalize(citation.path),
        path: note,
        citation,
        day: updated ?? created,
        entry: entries.get(citedPlace(citation)),
      };
    }
  }
}

/** Larger files are not read; nothing is said of them. */
const MOST_BYTES = 16 * 1_048_576;

/** The lines of a cited file; `null` where it cannot be read. */
export function citedFile(fs: FileSystem, root: string, file: string): CitedFile | null {
  try {
    const content = readFileBounded(fs, path.join(root, file), { maxBytes: MOST_BYTES, root });
    return content === null ? null : new CitedFile(content.bytes);
  } catch (error) {
    if (error instanceof CortexError) return null;
    throw error;
  }
}

/** Gives the lines of cited files. Each file is read once. */
function reading(fs: FileSystem, root: string): (file: string) => CitedFile | null {
  const files = new Map<string, CitedFile | null>();
  return (file) => {
    const known = files.has(file) ? (files.get(file) ?? null) : citedFile(fs, root, file);
    files.set(file, known);
    return known;
  };
}

/** What is wrong with a cited place by the lines of its file; `null` where nothing is, or nothing can be told by them. */
function standingOf(
  { file, citation, entry }: Cited,
  read: (file: string) => CitedFile | null,
): Exclude<StaleCitation['reason'], 'gone'> | null {
  // A file as a whole is only read where it is compared.
  const lines = entry === undefined && citation.line === null ? null : read(file);
  if (lines === null) return entry === undefined ? null : 'unreadable';
  if (entry !== undefined) return lines.isAsCited(citation, entry) ? null : 'changed';
  return lines.has(citation) ? null : 'missing';
}

/** Tells when a file that is there was changed last, as far as anybody knows. Each file is read once. */
function dating(fs: FileSystem, root: string, history: CodeHistory | null): (file: string, mtime: number) => number {
  const times = new Map<string, number>();
  return (file, mtime) => {
    const known = times.get(file);
    if (known !== undefined) return known;
    const object = history?.objects.get(file);
    // A checkout sets the times of files, and changes nothing.
    const isCommitted = object !== undefined && isContentIn(fs, root, file, object);
    const time = isCommitted ? (history?.newest.get(file) ?? 0) : mtime;
    times.set(file, time);
    return time;
  };
}

/** Whether a file has the content that git has under an id, with LF or CRLF; `false` when it cannot be read. */
function isContentIn(fs: FileSystem, root: string, file: string, object: string): boolean {
  try {
    const bytes = readFileBounded(fs, path.join(root, file), { maxBytes: MOST_BYTES, root })?.bytes;
    return bytes !== undefined && (isContentOf(object, bytes) || isContentOf(object, withUnixLines(bytes)));
  } catch (error) {
    if (error instanceof CortexError) return false;
    throw error;
  }
}

/** Asks git of the files that are there, as far back as there are notes of them. */
async function askGit(root: string, cited: readonly Cited[], found: ReadonlyMap<string, CitedFound>, signal?: AbortSignal) {
  const datable = cited.filter(({ file, day, entry }) => entry === undefined && day !== null && typeof found.get(file) === 'number');
  const [oldest] = datable.map(({ day }) => day ?? '').sort(compareCodePoints);
  if (oldest === undefined) return null;
  const files = [...new Set(datable.map(({ file }) => file))].sort(compareCodePoints);
  return codeHistory(root, files, parseTime(oldest) - TWO_DAYS, signal);
}

/**
 * The notes that cite code which is not what their headers say that it was, or is gone; where a header says nothing of a place, code that
 * has changed after the day of the note's last update, and lines that are not there (decision 0031). Looks at no other files than those that are cited.
 * @param repositoryRoot the folder that citations are relative to, a real path
 * @param timeZone of the vault, in which days are counted
 * @param signal ends git
 */
export async function staleCitations(
  index: CitingNotes,
  repositoryRoot: string,
  runtime: Pick<Runtime, 'fs'>,
  timeZone: string,
  signal?: AbortSignal,
): Promise<StaleReport> {
  const cited = [...citedBy(index)];
  const found = new Map<string, CitedFound>();
  for (const file of new Set(cited.map((each) => each.file))) found.set(file, lookAtCited(runtime.fs, repositoryRoot, file));
  const answer = await askGit(repositoryRoot, cited, found, signal);
  const history = answer === null || 'problem' in answer ? null : answer;
  const read = reading(runtime.fs, repositoryRoot);
  const changedAt = dating(runtime.fs, repositoryRoot, history);
  const stale = cited.flatMap((each): StaleCitation[] => {
    const { file, path: note, citation, day, entry } = each;
    const state = found.get(file);
    // What the header knows was a file here: a folder, a link out or a pipe in its place is none.
    if (state === 'gone' || (entry !== undefined && typeof state !== 'number'))
      return [{ path: note, citation, reason: 'gone', changed: null }];
    if (typeof state !== 'number') return [];
    const reason = standingOf(each, read);
    if (reason !== null) return [{ path: note, citation, reason, changed: null }];
    if (entry !== undefined) return [];
    const changed = calendarDay(changedAt(file, state), timeZone);
    return day !== null && compareCodePoints(changed, day) > 0 ? [{ path: note, citation, reason: 'changed', changed }] : [];
  });
  return { stale, problem: answer !== null && 'problem' in answer ? answer.problem : null };
}
