import { isPerson } from '../crtx/index.ts';
import { CortexError } from '../platform/errors.ts';
import { appendToHeader } from '../text/frontmatter/frontmatter-append.ts';
import { spellingIn } from './headers/header-keys.ts';
import { HeaderValues } from './headers/header-values.ts';
import { editNoteHeader, requireOneHeader } from './headers/note-header-edit.ts';
import { splitNote } from './notes/note-parts.ts';

function headerOf(text: string): HeaderValues {
  const { header, further } = splitNote(text);
  return new HeaderValues(text, header, further);
}

/** @throws CortexError `broken-file` where git's conflict markers stand in the header: nobody knows what it says */
function statusOf(text: string): string {
  requireOneHeader(text, []);
  return headerOf(text).text('status').toLowerCase() || 'active';
}

function withStatus(text: string, status: string): string {
  return statusOf(text) === status ? text : editNoteHeader(text, { status });
}

/** Who decided on a note, and when. */
export interface Acceptance {
  /** An id; of a person where only a person may decide. */
  readonly by: string;
  /** `YYYY-MM-DD` in the vault's time zone. */
  readonly day: string;
}

/**
 * The note after a person accepted it (decision 0010, "Review queue"), which its header says. When it was written stays.
 * @throws CortexError `denied` when it does not wait for a review, `broken-file` for a header that cannot be changed
 */
export function acceptedText(text: string, { by, day }: Acceptance): string {
  const status = statusOf(text);
  if (status === 'active') return text;
  if (status !== 'review') {
    const next = 'Set the status in the file itself, if this note should count again.';
    throw new CortexError('denied', 'the note does not wait for a review', { value: status, allowed: 'review', next });
  }
  return editNoteHeader(text, { status: 'active', accepted_by: by, accepted: day });
}

/** The archived note; it is found, and counts for less. @throws CortexError `broken-file` for a header that cannot be changed */
export function archivedText(text: string): string {
  return withStatus(withoutProposal(text), 'archived');
}

/**
 * The note without what it was proposed to replace, where it waits for a review: whoever declines it must not put aside by that what it
 * was to replace. The key is only renamed, so that nothing of what was proposed is lost.
 */
function withoutProposal(text: string): string {
  const proposed = statusOf(text) === 'review' ? headerOf(text).targets('supersedes') : [];
  return proposed.length === 0 ? text : editNoteHeader(text, { supersedes: null, declined_supersedes: proposed });
}

/** A note that was archived or superseded, with who decided so, and when, in its header. */
export function decidedText(text: string, { by, day }: Acceptance): string {
  return editNoteHeader(text, { decided_by: by, decided: day });
}

/** The person without whom a note may not be put aside where reviews are required: who accepted it, or wrote it; else `null`. */
export function personBehind(text: string): string | null {
  const header = headerOf(text);
  if (statusOf(text) === 'review') return null;
  return [header.text('accepted_by'), ...header.names('author')].find((name) => isPerson(name.trim().toLowerCase())) ?? null;
}

/** Another note, as one note names it. */
export interface NamedNote {
  /** As links name it, without brackets. */
  readonly target: string;
  /** Whether a target in that note means it, however it is spelt. */
  means(target: string): boolean;
}

/** Adds a target to a list of the header, unless it is there, however it is spelt. */
function withTarget(text: string, key: string, { target, means }: NamedNote): string {
  const targets = headerOf(text).targets(key);
  return targets.some(means) ? text : withItem(text, key, targets, target);
}

/** Adds an item to a list of the header. */
function withItem(text: string, key: string, present: readonly string[], item: string): string {
  return appendToHeader(text, spellingIn(text, key), item) ?? editNoteHeader(text, { [key]: [...present, item] });
}

/** The note that does not count any more. @throws CortexError `broken-file` for a header that cannot be changed */
export function supersededText(text: string, replacement: NamedNote): string {
  return withTarget(withStatus(withoutProposal(text), 'superseded'), 'superseded_by', replacement);
}

/** What somebody found about two notes. */
export interface Contradicting extends Acceptance {
  readonly other: NamedNote;
  /** One line; empty where nothing is said. */
  readonly why: string;
}

/**
 * The note that contradicts another, with who found so, when and why, in one line for each finding (decision 0031). The same again changes
 * nothing. @throws CortexError `broken-file` for a header that cannot be changed
 */
export function contradictingText(text: string, { other, by, day, why }: Contradicting): string {
  const recorded = headerOf(text).names('contradictions');
  const isKnown = headerOf(text).targets('contradicts').some(other.means);
  const begins = `${other.target} (${by}, `;
  if (isKnown && (why === '' || recorded.some((each) => each.startsWith(begins) && each.endsWith(`): ${why}`)))) return text;
  const line = `${begins}${day})${why === '' ? '' : `: ${why}`}`;
  return withItem(withTarget(text, 'contradicts', other), 'contradictions', recorded, line);
}

/** The note that counts instead. @throws CortexError `broken-file` for a header that cannot be changed */
export function replacementText(text: string, old: NamedNote): string {
  return withTarget(text, 'supersedes', old);
}
