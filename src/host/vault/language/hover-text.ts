import type { Layer, Note } from '../../../engine/vault/index.ts';
import { counted, oneLine } from '../../model/text.ts';
import { noteLabel } from '../model/note-text.ts';

/** Content of the hover for a link to a note. */
export interface ShownNote {
  readonly note: Note;
  readonly layer: Layer;
  /** Number of other notes that link to it. */
  readonly linkedFrom: number;
  /** Notes that supersede it. */
  readonly replacements: readonly Note[];
}

/** Characters that could start markup, a link or a tag. */
const SIGNS = /[!-/:-@[-`{-~]/g;

/** Escapes a text for Markdown, so that it is rendered literally. */
export function escapedMarkdown(text: string, most?: number): string {
  return oneLine(text, most).replace(SIGNS, '\\$&');
}

function noticesOf({ note: { status }, replacements }: ShownNote): string[] {
  const names = replacements.map((other) => `“${escapedMarkdown(noteLabel(other))}”`);
  if (names.length > 0) return [`Superseded by ${names.join(', ')}.`];
  if (status === 'superseded') return ['Superseded.'];
  return status === 'review' ? ['Waits for a person to accept it.'] : [];
}

/** Returns a summary of a note as Markdown. Texts of the note are escaped. */
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
