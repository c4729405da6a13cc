import type { FileStat, FileSystem } from '../../platform/file-system.ts';
import { conflictSide, MOST_NESTED, mergeConflicts } from '../../text/conflicts/merge-conflicts.ts';
import { spanBetween } from '../../text/text-span.ts';
import { type FileContent, readFileBounded } from '../atomic-file.ts';
import { type ChangeNote, contentOf, isInPlace, type NoteDetails, type NotedChange, type Takes } from './change-note.ts';
import { gitStateOf } from './git-state.ts';
import type { TextChange } from './merge-foreign-write.ts';
import { LARGEST_TEXT, type ReplacedFile, SETTLE_MS } from './replaced-file.ts';
import type { ReplacedFiles } from './replaced-files.ts';

/** What is to be put in the place of what a file holds. */
export interface Replacement {
  /** Real path. */
  readonly target: string;
  /** What was read there. */
  readonly before: Buffer;
  readonly after: Buffer;
  /** What makes the one of the other; `null` for what a late writer wrote. */
  readonly change: TextChange | null;
  /** Whose text is brought in, if it is a late writer's. */
  readonly takes?: Takes;
  /** What is reported when the change is gone a second later. Default: nothing. */
  readonly what?: string;
  /** What it inserts is nowhere else: when it is gone, it is put beside the file. */
  readonly isOnlyCopy?: boolean;
  /** How often it was made again. */
  readonly tries?: number;
}

/** A larger change is not written down: it can only be made again by the process that made it. */
const LARGEST_CHANGE = 256 * 1024;

/** What is written down of a change, so that others can make it again. */
export function detailsOf(fs: FileSystem, { target, before, after, takes, what, isOnlyCopy = false, tries = 0 }: Replacement): NoteDetails {
  const git = gitStateOf(fs, target);
  if (takes !== undefined) return { takes, git };
  const change = { ...spanBetween(before, after), before: contentOf(before), after: contentOf(after) };
  const isSmall = change.removed.length + change.inserted.length <= LARGEST_CHANGE;
  return { git, tries, isOnlyCopy, ...(isSmall && { change, what: what ?? null }) };
}

/**
 * Of a change whose process has ended: only what was written this soon after it can come from a program that had read the file before it.
 * What is done later was done knowing the change: whoever removes it then wants it gone. Milliseconds.
 */
const RACE_MS = 2 * SETTLE_MS;

export function isSoonAfter(kept: ReplacedFile, { mtimeNs }: FileStat): boolean {
  const written = kept.writtenAt();
  return written !== null && Number(mtimeNs) / 1e6 <= written + RACE_MS;
}

/** Programs may write other line ends and blanks at the ends of lines. */
const normalized = (text: string): string => text.replace(/[ \t\r]+$/gm, '').trim();

export const stillIn = (text: string, part: string): boolean => text.includes(part) || normalized(text).includes(normalized(part));

/** What a line is about: `**Status:** done` and `**Status:** ready` are about the same. */
const subjectOf = (line: string): string => line.slice(0, line.includes(':') ? line.indexOf(':') : line.length);

const filledLines = (text: string): string[] =>
  normalized(text)
    .split('\n')
    .filter((line) => line.trim() !== '');

/** How many lines somebody may have put between those of a change. */
const MOST_BETWEEN = 3;

/**
 * Whether only those lines of a change were written anew that had been there before it, as those of the status of a claim: all that it had
 * added stands where it was put.
 */
function isContinuedIn(text: string, { context, removed, inserted }: NotedChange): boolean {
  const [before, after] = [removed, inserted].map((lines) => new Map(filledLines(lines).map((line) => [subjectOf(line), line])));
  if (before === undefined || after === undefined) return false;
  const added = [...after].flatMap(([subject, line]) => (before.has(subject) ? [] : [line]));
  const [start, plain] = [normalized(context), normalized(text)];
  const isReplaced = before.size > 0 && [...before.keys()].every((subject) => after.has(subject));
  if (!isReplaced || added.length === 0 || start === '') return false;
  for (let at = plain.indexOf(start); at >= 0; at = plain.indexOf(start, at + 1)) {
    const following = plain.slice(at + start.length).split('\n', inserted.split('\n').length + MOST_BETWEEN);
    if (added.every((line) => following.includes(line))) return true;
  }
  return false;
}

/** A text with all boxes empty, because an added task may have been checked since. */
const withoutChecks = (text: string): string => text.replace(/^([ \t]*[-*+] \[)[^\]\n](?=\])/gm, '$1 ');

/** Whether a text still contains the added lines, whatever the state of their boxes. */
const isAdded = (text: string, added: string): boolean => stillIn(text, added) || stillIn(withoutChecks(text), withoutChecks(added));

/**
 * Whether a text shows that a change was made, whatever else happened to it. The same lines may stand in other places, too, as those of
 * two claims of one agent: they count where the lines before them are there no more.
 */
export function isChangeIn(text: string, change: NotedChange): boolean {
  const { context, removed, inserted } = change;
  if (inserted === '') return !stillIn(text, removed);
  if (removed === '' && isAdded(text, context + inserted)) return true;
  return stillIn(text, context + inserted) || (stillIn(text, inserted) && !stillIn(text, context)) || isContinuedIn(text, change);
}

/** Whether the text around a change is again as it was before it. That is reported however late it is: an agent may rely on the change. */
export function isTakenBack(text: string, { context, removed, inserted }: NotedChange): boolean {
  if (removed === '') return context !== '' && stillIn(text, context) && !isAdded(text, inserted);
  return stillIn(text, context + removed) && !stillIn(text, context + inserted);
}

/** In the middle of a merge nothing is gone: git divides what it has of both sides by the lines that they share. */
export const isUnmerged = (bytes: Buffer): boolean =>
  (bytes.includes('<<<<<<<') || bytes.includes('>>>>>>>')) && mergeConflicts(bytes.toString()).length > 0;

/**
 * Whether a change is gone from a file because of a program that had not seen it: what a later change of ours has to write down, behind
 * which nobody could tell any more.
 */
function isMissedIn({ bytes, stat }: FileContent, kept: ReplacedFile, { change, addition, what, isMissed }: ChangeNote): boolean {
  if (isMissed || (what === null && addition === null)) return false;
  if (addition !== null) {
    // The whole text is only searched for what is not where it was written: there may be hundreds of notes.
    if (!isSoonAfter(kept, stat) || isInPlace(addition, (from, to) => bytes.subarray(from, to))) return false;
    return addition.parts.some((part) => !stillIn(bytes.toString(), part.text));
  }
  const text = bytes.toString();
  return change !== null && !isChangeIn(text, change) && (isSoonAfter(kept, stat) || isTakenBack(text, change));
}

/** Writes down which changes of others a file has lost. For whoever is about to change it: by then it could not be seen any more. */
export function markMissed(fs: FileSystem, texts: ReplacedFiles, relative: string, target: string): void {
  const notes = texts.notesOf(relative);
  const present = notes.length === 0 ? null : readFileBounded(fs, target, { maxBytes: LARGEST_TEXT });
  if (present === null || isUnmerged(present.bytes)) return;
  for (const { kept, note } of notes) if (isMissedIn(present, kept, note)) kept.rewrite({ ...note, isMissed: true });
}

/** A text, and, if it has merge conflicts, each side of them, also of nested ones: a change may be whole in a side only. */
function versionsOf(text: string, levels = MOST_NESTED): string[] {
  const conflicts = mergeConflicts(text);
  if (conflicts.length === 0 || levels === 0) return [text];
  return [text, ...(['ours', 'theirs'] as const).flatMap((side) => versionsOf(conflictSide(text, conflicts, side, 0).text, levels - 1))];
}

/**
 * Crosses out, in the notes of a file, what a change of ours takes away: that is not to be missed later. What settles a conflict takes away
 * what it joins or gives another name.
 */
export function crossOut(
  texts: ReplacedFiles,
  relative: string,
  { before, after }: { readonly before: string; readonly after: string },
): void {
  const notes = texts.notesOf(relative);
  const versions = notes.length === 0 ? [] : versionsOf(before);
  for (const { kept, note } of notes) {
    const { change, addition, what } = note;
    if (addition !== null) {
      const parts = addition.parts.filter(({ text }) => !versions.some((version) => stillIn(version, text)) || stillIn(after, text));
      if (parts.length < addition.parts.length) kept.rewrite({ ...note, addition: { ...addition, parts } });
    } else if (change !== null && what !== null && !isChangeIn(after, change) && versions.some((version) => isChangeIn(version, change))) {
      kept.rewrite({ ...note, what: null });
    }
  }
}
