import type { Layer, Note } from '../../../engine/vault/index.ts';
import { counted, oneLine } from '../../model/text.ts';
import { noteLabel } from '../model/note-text.ts';

/** What is shown of a note where a link to it stands. */
export interface ShownNote {
  readonly note: Note;
  readonly layer: Layer;
  /** How many other notes link to it. */
  readonly linkedFrom: number;
  /** The notes that count instead. */
  readonly replacements: readonly Note[];
}

/** Every sign that could begin markup, a link or a tag. */
const SIGNS = /[!-/:-@[-`{-~]/g;

/** A text as Markdown that reads just so. */
export function escapedMarkdown(text: string, most?: number): string {
  return oneLine(text, most).replace(SIGNS, '\\$&');
}

function noticesOf({ note: { status }, replacements }: ShownNote): string[] {
  const names = replacements.map((other) => `“${escapedMarkdown(noteLabel(other))}”`);
  if (names.length > 0) return [`Superseded by ${names.join(', ')}.`];
  if (status === 'superseded') return ['Superseded.'];
  return status === 'review' ? ['Waits for a person to accept it.'] : [];
}

/** A note at a glance, as Markdown in which nothing of the note is markup. */
export function hoverText(shown: ShownNote): string {
  const { note, layer, linkedFrom } = shown;
  const { type, project, status, updated, summary } = note;
  const facts = [type, project, status, updated === null ? 'no date' : `updated ${updated}`, layer];
  const paragraphs = [
    `**${escapedMarkdown(noteLabel(note))}**`,
    facts.map((fact) => escapedMarkdown(fact, 60)).join(' · '),
    escapedMarkdown(summary, 300),
    ...noticesOf(shown),
    linkedFrom === 0 ? 'No other note links to it.' : `Linked from ${counted(linkedFrom, 'other note')}.`,
  ];
  return paragraphs.filter((paragraph) => paragraph !== '').join('\n\n');
}
