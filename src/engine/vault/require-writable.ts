import { CortexError } from '../platform/errors.ts';
import { shellWord } from '../text/shell-word.ts';
import type { VaultConfig } from './config/config.ts';
import { CONFIG_FILE } from './config/config-file.ts';

/**
 * Checks that a vault may be written.
 * @throws CortexError `outside-root` if the vault is outside of the project and only a file of the project names it
 */
export function requireWritable({ isOutside, root }: Pick<VaultConfig, 'isOutside' | 'root'>): void {
  if (!isOutside) return;
  const next = `To write to that vault, use --vault ${shellWord(root)}, the variable CORTEX_VAULT, or the setting cortex.vault.path`;
  throw new CortexError('outside-root', `the vault is outside of the project, and only its ${CONFIG_FILE} names it`, {
    file: root,
    next,
  });
}
