import { suggestPersonId } from '../../../engine/crtx/index.ts';
import type { Checked } from '../../../engine/platform/on-demand.ts';
import { typedOption, typedWord } from '../../../engine/platform/suggested.ts';
import { addNoteOutput, noteStatusOutput } from '../../../engine/vault/schemas/notes.ts';
import { counted, escapeText, type Text, type TypedInput, textOutput } from '../layout.ts';
import { commandWithLocation } from '../suggested-commands.ts';

function added({ path, id, status }: Checked<typeof addNoteOutput>, _now: number, asked: TypedInput): string {
  const accept = commandWithLocation(`cortex vault accept ${typedWord(path, 'NOTE')} --by ${suggestPersonId(process.env)}`, asked);
  const waits = status === 'review' ? ` A person must accept it: ${accept}` : '';
  return escapeText(`Wrote ${path} (${id}, ${status}).${waits}`);
}

function decided({ notes }: Checked<typeof noteStatusOutput>): string {
  return notes.map(({ path, status, changed }) => escapeText(`${path} is ${changed ? 'now' : 'already'} ${status}.`)).join('\n');
}

/** Maximum number of linking notes to name. */
const LINKING = 3;

function archived(answer: Checked<typeof noteStatusOutput>): string {
  const [note] = answer.notes;
  if (note === undefined || !note.changed) return decided(answer);
  const { linkedFrom = [], undo = '' } = note;
  const more = linkedFrom.length > LINKING ? ', …' : '';
  const verb = linkedFrom.length === 1 ? 'links' : 'link';
  const named = linkedFrom.slice(0, LINKING).join(', ');
  const links = linkedFrom.length === 0 ? '' : ` ${counted(linkedFrom.length, 'note')} still ${verb} to it: ${named}${more}.`;
  return escapeText(`${decided(answer)}${links} To undo: ${undo}.`);
}

function confirmed({ notes: [note] }: Checked<typeof noteStatusOutput>): string {
  if (note === undefined) return '';
  const { path, unconfirmed = [] } = note;
  return escapeText(unconfirmed.length === 0 ? `Confirmed ${path}.` : `Confirmed ${path}, except ${unconfirmed.join(', ')}.`);
}

type Changed = Checked<typeof noteStatusOutput>['notes'][number];

function contradicting({ notes: [one, other] }: Checked<typeof noteStatusOutput>, _now: number, asked: TypedInput): string {
  if (one === undefined || other === undefined) return '';
  if (!one.changed && !other.changed) return escapeText(`${one.path} and ${other.path} are already marked as contradicting.`);
  const first = escapeText(`Marked ${one.path} and ${other.path} as contradicting.`);
  const keep = (kept: Changed, wrong: Changed) => {
    const by = wrong.decidedBy === undefined ? '' : ` ${typedOption('by', wrong.decidedBy)}`;
    const command = `cortex vault supersede ${typedWord(wrong.path, 'OLD')} ${typedWord(kept.path, 'NEW')}${by}`;
    return `  if ${escapeText(kept.path)} is right: ${commandWithLocation(command, asked)}`;
  };
  return [`${first} To resolve it:`, keep(one, other), keep(other, one)].join('\n');
}

function superseded({ notes: [old, fresh] }: Checked<typeof noteStatusOutput>): string {
  if (old === undefined || fresh === undefined) return '';
  const how = fresh.status === 'review' ? 'waits for review by a person' : `is ${fresh.status}`;
  const but = fresh.status === 'active' ? '' : ` The new note ${how}.`;
  return escapeText(`${old.path} is ${old.changed ? 'now' : 'already'} superseded by ${fresh.path}.${but}`);
}

export const vaultNoteTexts: Readonly<Record<string, Text>> = {
  'vault add': textOutput(addNoteOutput, added),
  'vault accept': textOutput(noteStatusOutput, decided),
  'vault archive': textOutput(noteStatusOutput, archived),
  'vault confirm': textOutput(noteStatusOutput, confirmed),
  'vault contradict': textOutput(noteStatusOutput, contradicting),
  'vault supersede': textOutput(noteStatusOutput, superseded),
};
