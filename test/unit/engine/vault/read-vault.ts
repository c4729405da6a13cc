import { VaultIndex } from '../../../../src/engine/vault/cache/vault-index.ts';
import { readNoteText } from '../../../../src/engine/vault/notes/format.ts';
import { vaultConfig } from '../../../support/vault-config.ts';

/** Returns the index of a vault that contains these files. */
export function readVault(files: Readonly<Record<string, string>>): VaultIndex {
  const index = new VaultIndex();
  for (const [path, text] of Object.entries(files))
    index.set(readNoteText(path, text, { size: text.length, mtimeNs: '0', ino: '0' }, vaultConfig()));
  return index;
}

/** Returns the text of a note with this header and body. */
export function noteText(header: Readonly<Record<string, string>>, body = ''): string {
  const lines = Object.entries(header).map(([key, value]) => `${key}: ${value}\n`);
  return `---\n${lines.join('')}---\n\n${body}`;
}
