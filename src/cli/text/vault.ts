import type * as z from 'zod';
import { addNoteOutput, noteStatusOutput, packOutput } from '../../engine/vault/index.ts';
import { plain, type Text, text } from './layout.ts';
import { plainLines, vaultSearchTexts } from './vault-search.ts';
import { vaultUpkeepTexts } from './vault-upkeep.ts';

function added({ path, id, status }: z.infer<typeof addNoteOutput>): string {
  const waits = status === 'review' ? ' It waits for a person: "cortex vault accept".' : '';
  return plain(`Wrote ${path} (${id}, ${status}).${waits}`);
}

function decided({ notes }: z.infer<typeof noteStatusOutput>): string {
  return notes.map(({ path, status, changed }) => plain(`${path} is ${changed ? 'now' : 'already'} ${status}.`)).join('\n');
}

export const vaultTexts: Readonly<Record<string, Text>> = {
  ...vaultSearchTexts,
  ...vaultUpkeepTexts,
  'vault pack': text(packOutput, ({ markdown }) => plainLines(markdown.trimEnd())),
  'vault add': text(addNoteOutput, added),
  'vault accept': text(noteStatusOutput, decided),
  'vault archive': text(noteStatusOutput, decided),
  'vault supersede': text(noteStatusOutput, decided),
};
