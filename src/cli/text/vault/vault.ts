import { packOutput } from '../../../engine/vault/index.ts';
import { type Text, text } from '../layout.ts';
import { vaultNoteTexts } from './vault-notes.ts';
import { plainLines, vaultSearchTexts } from './vault-search.ts';
import { vaultUpkeepTexts } from './vault-upkeep.ts';

export const vaultTexts: Readonly<Record<string, Text>> = {
  ...vaultSearchTexts,
  ...vaultUpkeepTexts,
  ...vaultNoteTexts,
  'vault pack': text(packOutput, ({ markdown }) => plainLines(markdown.trimEnd())),
};
