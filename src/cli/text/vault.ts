import type { Checked } from '../../engine/kernel/on-demand.ts';
import { shellWord } from '../../engine/kernel/shell-word.ts';
import { addNoteOutput, noteStatusOutput, packOutput } from '../../engine/vault/index.ts';
import { plain, type Text, text } from './layout.ts';
import { plainLines, vaultSearchTexts } from './vault-search.ts';
import { vaultUpkeepTexts } from './vault-upkeep.ts';

function added({ path, id, status }: Checked<typeof addNoteOutput>): string {
  const waits = status === 'review' ? ' It waits for a person: "cortex vault accept".' : '';
  return plain(`Wrote ${path} (${id}, ${status}).${waits}`);
}

function decided({ notes }: Checked<typeof noteStatusOutput>): string {
  return notes.map(({ path, status, changed }) => plain(`${path} is ${changed ? 'now' : 'already'} ${status}.`)).join('\n');
}

function confirmed({ notes: [note] }: Checked<typeof noteStatusOutput>): string {
  return note === undefined ? '' : plain(`Confirmed ${note.path}.`);
}

function contradicting({ notes: [one, other] }: Checked<typeof noteStatusOutput>): string {
  if (one === undefined || other === undefined) return '';
  if (!one.changed && !other.changed) return plain(`${one.path} and ${other.path} contradict each other already.`);
  const first = plain(`${one.path} and ${other.path} contradict each other.`);
  return `${first} To decide: cortex vault supersede ${shellWord(one.path)} ${shellWord(other.path)}, or the other way round.`;
}

function superseded({ notes: [old, fresh] }: Checked<typeof noteStatusOutput>): string {
  if (old === undefined || fresh === undefined) return '';
  const how = fresh.status === 'review' ? 'waits for a person' : `is ${fresh.status}`;
  const but = fresh.status === 'active' ? '' : ` That one ${how} itself.`;
  return plain(`${old.path} is ${old.changed ? 'now' : 'already'} superseded by ${fresh.path}.${but}`);
}

export const vaultTexts: Readonly<Record<string, Text>> = {
  ...vaultSearchTexts,
  ...vaultUpkeepTexts,
  'vault pack': text(packOutput, ({ markdown }) => plainLines(markdown.trimEnd())),
  'vault add': text(addNoteOutput, added),
  'vault accept': text(noteStatusOutput, decided),
  'vault archive': text(noteStatusOutput, decided),
  'vault confirm': text(noteStatusOutput, confirmed),
  'vault contradict': text(noteStatusOutput, contradicting),
  'vault supersede': text(noteStatusOutput, superseded),
};
