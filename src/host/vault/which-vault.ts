import path from 'node:path';
import { isInside } from '../../engine/files/safe-path.ts';
import { CortexError } from '../../engine/platform/errors.ts';
import type { Runtime } from '../../engine/platform/runtime.ts';
import { findVault, type VaultConfig } from '../../engine/vault/index.ts';

/** What says where the vault of the person at the editor is. */
export interface WantedVault {
  /** The folder that is open, absolute; `null` where none is. */
  readonly folder: string | null;
  /** What the setting names; empty for nothing. */
  readonly named: string;
  readonly isTrusted: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** A folder that comes with a project may be a link. */
function isReallyInside({ fs }: Pick<Runtime, 'fs'>, folder: string, vault: string): boolean {
  return isInside(fs.realpathSync(folder), fs.realpathSync(vault));
}

/**
 * The vault to show (decision 0010, "Which vault"; the setting counts as `--vault`). What a folder says that is not trusted leads no
 * further than that folder.
 * @returns `null` when there is none, and nobody said that there should be
 * @throws CortexError when the one that is named is not there, or its configuration cannot be used
 */
export function whichVault(runtime: Pick<Runtime, 'fs'>, { folder, named, isTrusted, environment }: WantedVault): VaultConfig | null {
  const cwd = folder ?? named;
  if (cwd === '') return null;
  try {
    const config = findVault(runtime, { cwd, env: isTrusted ? environment : {}, named });
    if (isTrusted || named !== '' || isReallyInside(runtime, cwd, config.root)) return config;
    const next = 'Trust the folder, or name the vault in the setting cortex.vault.path.';
    throw new CortexError('denied', 'the vault is outside of the folder, which is in Restricted Mode', { file: config.root, next });
  } catch (error) {
    if (error instanceof CortexError && error.code === 'not-found' && error.data.file === path.join(cwd, 'vault')) return null;
    throw error;
  }
}
