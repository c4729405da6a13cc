import { personHere } from '../../../engine/crtx/index.ts';
import type { Checked } from '../../../engine/platform/on-demand.ts';
import { typedWord } from '../../../engine/platform/suggested.ts';
import { addNoteOutput, noteStatusOutput } from '../../../engine/vault/schemas/notes.ts';
import { type Asked, plain, type Text, text } from '../layout.ts';
import { suggestedHere } from '../suggested.ts';

function added({ path, id, status }: Checked<typeof addNoteOutput>, _now: number, asked: Asked): string {
  const accept = suggestedHere(`cortex vault accept ${typedWord(path, 'NOTE')} --by ${personHere(process.env)}`, asked);
  const waits = status === 'review' ? ` A person must accept it: ${accept}` : '';
  return plain(`Wrote ${path} (${id}, ${status}).${waits}`);
}

function decided({ notes }: Checked<typeof noteStatusOutput>): string {
  return notes.map(({ path, status, changed }) => plain(`${path} is ${changed ? 'now' : 'already'} ${status}.`)).join('\n');
}

function confirmed({ notes: [note] }: Checked<typeof noteStatusOutput>): string {
  if (note === undefined) return '';
  const { path, unconfirmed = [] } = note;
  return plain(unconfirmed.length === 0 ? `Confirmed ${path}.` : `Confirmed ${path}, except ${unconfirmed.join(', ')}.`);
}

function contradicting({ notes: [one, other] }: Checked<typeof noteStatusOutput>, _now: number, asked: Asked): string {
  if (one === undefined || other === undefined) return '';
  if (!one.changed && !other.changed) return plain(`${one.path} and ${other.path} are already marked as contradicting.`);
  const first = plain(`Marked ${one.path} and ${other.path} as contradicting.`);
  const supersede = suggestedHere(`cortex vault supersede ${typedWord(one.path, 'OLD')} ${typedWord(other.path, 'NEW')}`, asked);
  return `${first} To resolve it, supersede the wrong note (the first argument): ${supersede}`;
}

function superseded({ notes: [old, fresh] }: Checked<typeof noteStatusOutput>): string {
  if (old === undefined || fresh === undefined) return '';
  const how = fresh.status === 'review' ? 'waits for review by a person' : `is ${fresh.status}`;
  const but = fresh.status === 'active' ? '' : ` The new note ${how}.`;
  return plain(`${old.path} is ${old.changed ? 'now' : 'already'} superseded by ${fresh.path}.${but}`);
}

export const vaultNoteTexts: Readonly<Record<string, Text>> = {
  'vault add': text(addNoteOutput, added),
  'vault accept': text(noteStatusOutput, decided),
  'vault archive': text(noteStatusOutput, decided),
  'vault confirm': text(noteStatusOutput, confirmed),
  'vault contradict': text(noteStatusOutput, contradicting),
  'vault supersede': text(noteStatusOutput, superseded),
};
