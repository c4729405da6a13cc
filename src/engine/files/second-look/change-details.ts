import type { FileStat, FileSystem } from '../../platform/file-system.ts';
import { conflictSide, MAX_NESTED, mergeConflicts } from '../../text/conflicts/merge-conflicts.ts';
import { spanBetween } from '../../text/text-span.ts';
import { type FileContent, readFileBounded } from '../atomic-file.ts';
import { type ChangeNote, isInPlace, type NoteDetails, type NotedChange, type TakenContent, toContent } from './change-note.ts';
import { readGitState } from './git-state.ts';
import type { TextChange } from './merge-foreign-write.ts';
import { MAX_TEXT_SIZE, type ReplacedFile, SETTLE_MS } from './replaced-file.ts';
import type { ReplacedFiles } from './replaced-files.ts';

/** A replacement of a file's content. */
export interface Replacement {
  /** Real path. */
  readonly target: string;
  /** Content that was read there. */
  readonly before: Buffer;
  readonly after: Buffer;
  /** Makes `after` from `before`; `null` for the text of a late writer. */
  readonly change: TextChange | null;
  /** The source of the text, if it is a late writer's. */
  readonly takes?: TakenContent;
  /** What to report if the change is gone a second later. Default: nothing. */
  readonly what?: string;
  /** Whether the inserted text exists nowhere else: if it is gone, it is put beside the file. */
  readonly isOnlyCopy?: boolean;
  /** How often the change was made again. */
  readonly tries?: number;
}

/** Largest change that is written into a note, in UTF-16 code units. A larger one can only be made again by the process that made it. */
const MAX_CHANGE_SIZE = 256 * 1024;

/** Returns the details of a change for its note, so that other processes can make it again. */
export function describeChange(
  fs: FileSystem,
  { target, before, after, takes, what, isOnlyCopy = false, tries = 0 }: Replacement,
): NoteDetails {
  const git = readGitState(fs, target);
  if (takes !== undefined) return { takes, git };
  const change = { ...spanBetween(before, after), before: toContent(before), after: toContent(after) };
  const isSmall = change.removed.length + change.inserted.length <= MAX_CHANGE_SIZE;
  return { git, tries, isOnlyCopy, ...(isSmall && { change, what: what ?? null }) };
}

/**
 * Only a write this soon after a change can come from a program that had read the file before it, in milliseconds. For changes whose
 * process has ended. A later writer has seen the change, so if it removed the change, that was intended.
 */
const RACE_MS = 2 * SETTLE_MS;

export function isShortlyAfter(replacedFile: ReplacedFile, { mtimeNs }: FileStat): boolean {
  const written = replacedFile.writtenAt();
  return written !== null && Number(mtimeNs) / 1e6 <= written + RACE_MS;
}

/** Ignores differences in line ends and trailing blanks, which other programs may write. */
const normalized = (text: string): string => text.replace(/[ \t\r]+$/gm, '').trim();

export const isStillIn = (text: string, part: string): boolean => text.includes(part) || normalized(text).includes(normalized(part));

/** Returns the subject of a line: `**Status:** done` and `**Status:** ready` have the same. */
const subjectOf = (line: string): string => line.slice(0, line.includes(':') ? line.indexOf(':') : line.length);

const filledLines = (text: string): string[] =>
  normalized(text)
    .split('\n')
    .filter((line) => line.trim() !== '');

/** Most lines that others may have put between those of a change. */
const MAX_BETWEEN = 3;

/**
 * Returns whether only those lines of a change were rewritten that existed before it, such as the status of a claim: everything that it
 * added is still in its place.
 */
function isContinuedIn(text: string, { context, removed, inserted }: NotedChange): boolean {
  const [before, after] = [removed, inserted].map((lines) => new Map(filledLines(lines).map((line) => [subjectOf(line), line])));
  if (before === undefined || after === undefined) return false;
  const added = [...after].flatMap(([subject, line]) => (before.has(subject) ? [] : [line]));
  const [start, plain] = [normalized(context), normalized(text)];
  const isReplaced = before.size > 0 && [...before.keys()].every((subject) => after.has(subject));
  if (!isReplaced || added.length === 0 || start === '') return false;
  for (let at = plain.indexOf(start); at >= 0; at = plain.indexOf(start, at + 1)) {
    const following = plain.slice(at + start.length).split('\n', inserted.split('\n').length + MAX_BETWEEN);
    const own = untilRepeated(following, before);
    if (added.every((line) => own.includes(line))) return true;
  }
  return false;
}

/** Returns the lines up to the second one with a subject that the change replaces: that one belongs to the next task. */
function untilRepeated(lines: readonly string[], replaced: ReadonlyMap<string, string>): readonly string[] {
  const subjects = lines.map(subjectOf);
  const end = subjects.findIndex((subject, n) => replaced.has(subject) && subjects.indexOf(subject) < n);
  return end < 0 ? lines : lines.slice(0, end);
}

/** Returns a text with all checkboxes empty, because an added task may have been checked since. */
const withoutChecks = (text: string): string => text.replace(/^([ \t]*[-*+] \[)[^\]\n](?=\])/gm, '$1 ');

/** Returns whether a text still contains the added lines, in any state of their checkboxes. */
const isAdded = (text: string, added: string): boolean => isStillIn(text, added) || isStillIn(withoutChecks(text), withoutChecks(added));

/**
 * Returns whether a text shows that a change was made, whatever else happened to it. The same lines may also be in other places, such as
 * those of two claims of one agent: there they count only if the lines before the change are gone.
 */
export function isChangeIn(text: string, change: NotedChange): boolean {
  const { context, removed, inserted } = change;
  if (inserted === '') return !isStillIn(text, removed);
  if (removed === '' && isAdded(text, context + inserted)) return true;
  return isStillIn(text, context + inserted) || (isStillIn(text, inserted) && !isStillIn(text, context)) || isContinuedIn(text, change);
}

/** Returns whether the text around a change is as before it. This is reported however late it is: an agent may rely on the change. */
export function isReverted(text: string, { context, removed, inserted }: NotedChange): boolean {
  if (removed === '') return context !== '' && isStillIn(text, context) && !isAdded(text, inserted);
  return isStillIn(text, context + removed) && !isStillIn(text, context + inserted);
}

/** Returns whether a merge is unfinished. Nothing counts as gone then: git splits both sides at the lines that they share. */
export const isUnmerged = (bytes: Buffer): boolean =>
  (bytes.includes('<<<<<<<') || bytes.includes('>>>>>>>')) && mergeConflicts(bytes.toString()).length > 0;

/**
 * Returns whether a change is gone from a file because of a program that had not seen it. A later change of ours must note that before it
 * changes the file, because afterwards it cannot be detected.
 */
export function isMissedIn(
  { bytes, stat }: FileContent,
  replacedFile: ReplacedFile,
  { change, addition, what, isMissed }: ChangeNote,
): boolean {
  if (isMissed || (what === null && addition === null)) return false;
  if (addition !== null) {
    // Only additions that are not where they were written need a search of the whole text: there may be hundreds of notes.
    if (!isShortlyAfter(replacedFile, stat) || isInPlace(addition, (from, to) => bytes.subarray(from, to))) return false;
    return addition.parts.some((part) => !isStillIn(bytes.toString(), part.text));
  }
  const text = bytes.toString();
  return change !== null && !isChangeIn(text, change) && (isShortlyAfter(replacedFile, stat) || isReverted(text, change));
}

/** Notes which changes of others a file has lost. Must be called before the file is changed: afterwards that cannot be detected. */
export function markMissed(fs: FileSystem, texts: ReplacedFiles, relative: string, target: string): void {
  const notes = texts.notesOf(relative);
  const present = notes.length === 0 ? null : readFileBounded(fs, target, { maxBytes: MAX_TEXT_SIZE });
  if (present === null || isUnmerged(present.bytes)) return;
  for (const { replacedFile, note } of notes)
    if (isMissedIn(present, replacedFile, note)) replacedFile.rewrite({ ...note, isMissed: true });
}

/** Returns a text, and each side of its merge conflicts, also of nested ones: a change may be complete in only one side. */
function versionsOf(text: string, levels = MAX_NESTED): string[] {
  const conflicts = mergeConflicts(text);
  if (conflicts.length === 0 || levels === 0) return [text];
  return [text, ...(['ours', 'theirs'] as const).flatMap((side) => versionsOf(conflictSide(text, conflicts, side, 0).text, levels - 1))];
}

/**
 * Removes from the notes of a file what a change of ours takes away, so that it is not missed later. Resolving a conflict takes away what
 * it joins or renames.
 */
export function removeFromNotes(
  texts: ReplacedFiles,
  relative: string,
  { before, after }: { readonly before: string; readonly after: string },
): void {
  const notes = texts.notesOf(relative);
  const versions = notes.length === 0 ? [] : versionsOf(before);
  for (const { replacedFile, note } of notes) {
    const { change, addition, what } = note;
    if (addition !== null) {
      const parts = addition.parts.filter(({ text }) => !versions.some((version) => isStillIn(version, text)) || isStillIn(after, text));
      if (parts.length < addition.parts.length) replacedFile.rewrite({ ...note, addition: { ...addition, parts } });
    } else if (change !== null && what !== null && !isChangeIn(after, change) && versions.some((version) => isChangeIn(version, change))) {
      replacedFile.rewrite({ ...note, what: null });
    }
  }
}
