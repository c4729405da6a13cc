import { packOutput } from '../../../engine/vault/index.ts';
import { type Text, textOutput } from '../layout.ts';
import { vaultMaintenanceTexts } from './vault-maintenance.ts';
import { vaultNoteTexts } from './vault-notes.ts';
import { plainLines, vaultSearchTexts } from './vault-search.ts';

export const vaultTexts: Readonly<Record<string, Text>> = {
  ...vaultSearchTexts,
  ...vaultMaintenanceTexts,
  ...vaultNoteTexts,
  'vault pack': textOutput(packOutput, ({ markdown }) => plainLines(markdown.trimEnd())),
};
