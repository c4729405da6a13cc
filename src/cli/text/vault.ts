import type { Checked } from '../../engine/kernel/on-demand.ts';
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
  'vault supersede': text(noteStatusOutput, superseded),
};
