import { isPerson } from '../crtx/index.ts';
import { CortexError } from '../platform/errors.ts';
import { appendToHeader } from '../text/frontmatter/frontmatter-append.ts';
import { findKeySpelling } from './headers/header-keys.ts';
import { HeaderValues } from './headers/header-values.ts';
import { editNoteHeader, requireOneHeader } from './headers/note-header-edit.ts';
import { splitNote } from './notes/note-parts.ts';

function headerOf(text: string): HeaderValues {
  const { header, further } = splitNote(text);
  return new HeaderValues(text, header, further);
}

/** Returns the status. @throws CortexError `broken-file` if the header contains conflict markers, which make it ambiguous */
function statusOf(text: string): string {
  requireOneHeader(text, []);
  return headerOf(text).text('status').toLowerCase() || 'active';
}

function withStatus(text: string, status: string): string {
  return statusOf(text) === status ? text : editNoteHeader(text, { status });
}

/** Who decided on a note, and when. */
export interface Acceptance {
  /** Id of an agent or person; of a person where only people may decide. */
  readonly by: string;
  /** `YYYY-MM-DD` in the vault's time zone. */
  readonly day: string;
}

/**
 * Returns the text of a note after a person accepted it, with the acceptance in its header (decision 0010, "Review queue"). Keeps the
 * note's dates.
 * @throws CortexError `denied` if it is not in review, `broken-file` if the header cannot be changed
 */
export function acceptNoteText(text: string, { by, day }: Acceptance): string {
  const status = statusOf(text);
  if (status === 'active') return text;
  if (status !== 'review') {
    const next = 'To make the note current again, set its status in the file.';
    throw new CortexError('denied', 'the note is not waiting for review', { value: status, allowed: 'review', next });
  }
  return editNoteHeader(text, { status: 'active', accepted_by: by, accepted: day });
}

/**
 * Returns the text of an archived note, which scores less in searches.
 * @throws CortexError `broken-file` if the header cannot be changed
 */
export function archiveNoteText(text: string): string {
  return withStatus(withoutProposal(text), 'archived');
}

/** Returns what to do in the header of an archived note to undo that. @param text the note before it was archived */
export function undoOfArchiving(text: string): string {
  const renamed = withoutProposal(text) === text ? '' : ', and rename "declined_supersedes" to "supersedes"';
  return `set "status: ${statusOf(text)}" in its header${renamed}`;
}

/**
 * Removes the proposed replacements of a note in review, so that declining the note does not supersede others. The key is only renamed, so
 * that the proposal is not lost.
 */
function withoutProposal(text: string): string {
  const proposed = statusOf(text) === 'review' ? headerOf(text).targets('supersedes') : [];
  return proposed.length === 0 ? text : editNoteHeader(text, { supersedes: null, declined_supersedes: proposed });
}

/** Records in the header who archived or superseded a note, and when. */
export function recordDecision(text: string, { by, day }: Acceptance): string {
  return editNoteHeader(text, { decided_by: by, decided: day });
}

/**
 * Returns the person who accepted or wrote a note. Where reviews are required, only people may archive or supersede such a note. `null` if
 * there is none.
 */
export function findResponsiblePerson(text: string): string | null {
  const header = headerOf(text);
  if (statusOf(text) === 'review') return null;
  return [header.text('accepted_by'), ...header.names('author')].find((name) => isPerson(name.trim().toLowerCase())) ?? null;
}

/** A note, as another note refers to it. */
export interface NamedNote {
  /** Link target, without brackets. */
  readonly target: string;
  /** Reports whether a target in that note refers to this one, however it is spelled. */
  means(target: string): boolean;
}

/** Adds a target to a list in the header, unless the list contains it in any spelling. */
function withTarget(text: string, key: string, { target, means }: NamedNote): string {
  const targets = headerOf(text).targets(key);
  return targets.some(means) ? text : withItem(text, key, targets, target);
}

/** Adds an item to a list in the header. */
function withItem(text: string, key: string, present: readonly string[], item: string): string {
  return appendToHeader(text, findKeySpelling(text, key), item) ?? editNoteHeader(text, { [key]: [...present, item] });
}

/** Returns the text of the superseded note. @throws CortexError `broken-file` if the header cannot be changed */
export function supersedeNoteText(text: string, replacement: NamedNote): string {
  return withTarget(withStatus(withoutProposal(text), 'superseded'), 'superseded_by', replacement);
}

/** A contradiction that was found between two notes. */
export interface Contradicting extends Acceptance {
  readonly other: NamedNote;
  /** Reason in one line; may be empty. */
  readonly why: string;
}

/**
 * Records a contradiction with another note, and in one line who found it, when and why (decision 0031). Idempotent.
 * @throws CortexError `broken-file` if the header cannot be changed
 */
export function recordContradiction(text: string, { other, by, day, why }: Contradicting): string {
  const recorded = headerOf(text).names('contradictions');
  const isKnown = headerOf(text).targets('contradicts').some(other.means);
  const begins = `${other.target} (${by}, `;
  if (isKnown && (why === '' || recorded.some((each) => each.startsWith(begins) && each.endsWith(`): ${why}`)))) return text;
  const line = `${begins}${day})${why === '' ? '' : `: ${why}`}`;
  return withItem(withTarget(text, 'contradicts', other), 'contradictions', recorded, line);
}

/** Returns the text of the replacement. @throws CortexError `broken-file` if the header cannot be changed */
export function recordReplacement(text: string, old: NamedNote): string {
  return withTarget(text, 'supersedes', old);
}
