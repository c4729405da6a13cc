import path from 'node:path';
import { readFileBounded } from '../../files/atomic-file.ts';
import { parseTime } from '../../platform/clock.ts';
import { CortexError } from '../../platform/errors.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { isContentOf, withUnixLines } from '../../platform/git/git-entries.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { compareCodePoints } from '../../text/code-point-order.ts';
import type { VaultIndex } from '../cache/vault-index.ts';
import { calendarDay } from '../calendar.ts';
import type { Citation, Note } from '../notes/note.ts';
import { formatCitation } from '../prose/citations.ts';
import { type CitedFound, type CitingPlace, checkCited, locateCitation } from './cited-place.ts';
import { CitedFile, entriesByPlace } from './cited-text.ts';
import { type CodeHistory, readCodeHistory } from './code-history.ts';

/** A citation of code that has changed since the note was written, or does not exist. */
export interface StaleCitation {
  /** Path of the note. */
  readonly path: string;
  readonly citation: Citation;
  /**
   * `missing`: the file has no such line. `unreadable`: the recorded content cannot be compared, because the file cannot be read.
   */
  readonly reason: 'changed' | 'gone' | 'missing' | 'unreadable';
  /** Day of the last change, if staleness was detected by it; else `null`. */
  readonly changed: string | null;
}

/** Describes what happened to a cited place, to follow its name. */
export function describeStaleness({ reason, changed }: Pick<StaleCitation, 'reason' | 'changed'>): string {
  if (reason === 'gone') return 'which does not exist';
  if (reason === 'missing') return 'which does not exist: the file has fewer lines';
  if (reason === 'unreadable') return 'which cannot be read, so changes are unknown';
  if (changed === null) return 'which has changed since the note was written or confirmed';
  return `which changed on ${changed}, after the note (cannot tell exactly)`;
}

export interface StaleReport {
  /** Sorted by path of the note, then in the order of its text. */
  readonly stale: readonly StaleCitation[];
  /** Why git could not be used, so that the files' mtimes were used; else `null`. */
  readonly problem: string | null;
}

/** Safety margin in milliseconds: the length of a day plus any time zone's offset from UTC is less. */
const TWO_DAYS = 2 * 86_400_000;

interface Cited {
  /** Normalized path of the file, as git spells it. */
  readonly file: string;
  readonly path: string;
  readonly citation: Citation;
  /** Day on which the note was known to be correct. */
  readonly day: string | null;
  /** Recorded content of the place in the header. If present, the day is not used. */
  readonly entry: string | undefined;
}

/** Returns a function that checks cited files, and looks only once at a folder that does not exist. */
function checking(fs: FileSystem, root: string): (file: string) => CitedFound {
  const folders = new Map<string, CitedFound>();
  return (file) => {
    const end = file.indexOf('/');
    const folder = file.slice(0, Math.max(0, end));
    // Only a folder right below the root: nothing leads to it but the root itself.
    if (folder === '' || folder === '..') return checkCited(fs, root, file);
    const found = folders.get(folder) ?? checkCited(fs, root, `${folder}/`);
    folders.set(folder, found);
    return found === 'gone' ? found : checkCited(fs, root, file);
  };
}

/** Notes to check, and resolution of the targets in them. */
export interface CitingNotes extends Pick<VaultIndex, 'resolve'> {
  notes(): Iterable<Note>;
}

/** Yields the citations of current notes, which are not archived or superseded. */
function* citedBy(index: CitingNotes, fs: FileSystem, place: CitingPlace): Iterable<Cited> {
  for (const { path: note, status, citations, cited, updated, created } of index.notes()) {
    if (status === 'archived' || status === 'superseded') continue;
    const entries = entriesByPlace(cited);
    for (const written of citations) {
      const citation = locateCitation(fs, place, { note, entries }, written);
      // A citation of a note with a line number is a link, not a citation of code.
      if (citation.path.endsWith('.md') && index.resolve(citation.path, note).kind !== 'dead') continue;
      yield {
        file: path.posix.normalize(citation.path),
        path: note,
        citation,
        day: updated ?? created,
        entry: entries.get(formatCitation(citation)),
      };
    }
  }
}

/** Size above which a cited file is not read, in bytes. */
const MAX_BYTES = 16 * 1_048_576;

/** Returns the lines of a cited file; `null` if it cannot be read. */
export function readCitedFile(fs: FileSystem, root: string, file: string): CitedFile | null {
  try {
    const content = readFileBounded(fs, path.join(root, file), { maxBytes: MAX_BYTES, root });
    return content === null ? null : new CitedFile(content.bytes);
  } catch (error) {
    if (error instanceof CortexError) return null;
    throw error;
  }
}

/** Returns a function that reads cited files, each only once. */
function reading(fs: FileSystem, root: string): (file: string) => CitedFile | null {
  const files = new Map<string, CitedFile | null>();
  return (file) => {
    const known = files.has(file) ? (files.get(file) ?? null) : readCitedFile(fs, root, file);
    files.set(file, known);
    return known;
  };
}

/** Compares a cited place with the lines of its file. Returns `null` if it is fresh, or the lines alone do not tell. */
function compareCitation(
  { file, citation, entry }: Cited,
  read: (file: string) => CitedFile | null,
): Exclude<StaleCitation['reason'], 'gone'> | null {
  // Read the file for a citation without a line only if its recorded content must be compared.
  const lines = entry === undefined && citation.line === null ? null : read(file);
  if (lines === null) return entry === undefined ? null : 'unreadable';
  if (entry !== undefined && lines.isAsCited(citation, entry)) return null;
  if (!lines.has(citation)) return 'missing';
  return entry === undefined ? null : 'changed';
}

/** Returns a function that determines when an existing file was changed last. Reads each file once. */
function dating(fs: FileSystem, root: string, history: CodeHistory | null): (file: string, mtime: number) => number {
  const times = new Map<string, number>();
  return (file, mtime) => {
    const known = times.get(file);
    if (known !== undefined) return known;
    const object = history?.objects.get(file);
    // A checkout updates mtimes without changing content, so git's time counts for committed content.
    const isCommitted = object !== undefined && isContentIn(fs, root, file, object);
    const time = isCommitted ? (history?.newest.get(file) ?? 0) : mtime;
    times.set(file, time);
    return time;
  };
}

/** Reports whether a file has the content of a git object, with LF or CRLF; `false` if it cannot be read. */
function isContentIn(fs: FileSystem, root: string, file: string, object: string): boolean {
  try {
    const bytes = readFileBounded(fs, path.join(root, file), { maxBytes: MAX_BYTES, root })?.bytes;
    return bytes !== undefined && (isContentOf(object, bytes) || isContentOf(object, withUnixLines(bytes)));
  } catch (error) {
    if (error instanceof CortexError) return false;
    throw error;
  }
}

/** Queries git for the existing files, back to the oldest note that cites one. */
async function askGit(root: string, cited: readonly Cited[], found: ReadonlyMap<string, CitedFound>, signal?: AbortSignal) {
  const datable = cited.filter(({ file, day, entry }) => entry === undefined && day !== null && typeof found.get(file) === 'number');
  const [oldest] = datable.map(({ day }) => day ?? '').sort(compareCodePoints);
  if (oldest === undefined) return null;
  const files = [...new Set(datable.map(({ file }) => file))].sort(compareCodePoints);
  return readCodeHistory(root, files, parseTime(oldest) - TWO_DAYS, signal);
}

/** Reports whether a place that is no file now is gone. */
function isGone({ citation, entry }: Cited, state: CitedFound | undefined): boolean {
  // A recorded citation was a file of the repository, so a folder, a link out of it or a pipe in its place means that it is gone.
  return entry !== undefined || (state === 'gone' && citation.form === undefined);
}

/**
 * Returns stale citations: cited code that differs from the content recorded in the note's header, or is gone. For places without recorded
 * content: code that changed after the note's last update, and lines that do not exist (decision 0031). Reads only cited files.
 * @param place the folders to which citations are relative
 * @param timeZone the vault's, for comparing days
 * @param signal terminates git
 */
export async function findStaleCitations(
  index: CitingNotes,
  place: CitingPlace,
  runtime: Pick<Runtime, 'fs'>,
  timeZone: string,
  signal?: AbortSignal,
): Promise<StaleReport> {
  const { repository: repositoryRoot } = place;
  const cited = [...citedBy(index, runtime.fs, place)];
  const found = new Map<string, CitedFound>();
  const check = checking(runtime.fs, repositoryRoot);
  for (const file of new Set(cited.map((each) => each.file))) found.set(file, check(file));
  const answer = await askGit(repositoryRoot, cited, found, signal);
  const history = answer === null || 'problem' in answer ? null : answer;
  const read = reading(runtime.fs, repositoryRoot);
  const changedAt = dating(runtime.fs, repositoryRoot, history);
  const stale = cited.flatMap((each): StaleCitation[] => {
    const { file, path: note, citation, day, entry } = each;
    const state = found.get(file);
    if (typeof state !== 'number') return isGone(each, state) ? [{ path: note, citation, reason: 'gone', changed: null }] : [];
    const reason = compareCitation(each, read);
    if (reason !== null) return [{ path: note, citation, reason, changed: null }];
    if (entry !== undefined) return [];
    const changed = calendarDay(changedAt(file, state), timeZone);
    return day !== null && compareCodePoints(changed, day) > 0 ? [{ path: note, citation, reason: 'changed', changed }] : [];
  });
  return { stale, problem: answer !== null && 'problem' in answer ? answer.problem : null };
}
