import path from 'node:path';
import { isInside } from '../../files/safe-path.ts';
import { CortexError } from '../../platform/errors.ts';
import type { Place } from '../../platform/protocol.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { findVaultAnyway, type VaultConfig } from '../config/config.ts';

/** A folder that comes with a project may be a link. */
function isReallyInside({ fs }: Pick<Runtime, 'fs'>, folder: string, vault: string): boolean {
  return isInside(fs.realpathSync(folder), fs.realpathSync(vault));
}

/**
 * The vault that is meant at a place (decision 0010, "Which vault"; what a person named counts as `--vault`). What a folder says that is not
 * trusted leads no further than that folder.
 * @returns `null` when there is none, and nobody said that there should be; what keeps its `cortex.toml` from being read is in `broken`
 * @throws CortexError when the one that is named is not there, or its configuration cannot be used
 */
export function whichVault(
  runtime: Pick<Runtime, 'fs'>,
  { folder, named, isTrusted, environment }: Omit<Place, 'home'>,
): VaultConfig | null {
  const cwd = folder ?? named;
  if (cwd === '') return null;
  try {
    const config = findVaultAnyway(runtime, { cwd, env: isTrusted ? environment : {}, named });
    if (isTrusted || named !== '' || isReallyInside(runtime, cwd, config.root)) return config;
    const next = 'Trust the folder, or name the vault in the setting cortex.vault.path.';
    throw new CortexError('denied', 'the vault is outside of the folder, which is in Restricted Mode', { file: config.root, next });
  } catch (error) {
    if (error instanceof CortexError && error.code === 'not-found' && error.data.file === path.join(cwd, 'vault')) return null;
    throw error;
  }
}
