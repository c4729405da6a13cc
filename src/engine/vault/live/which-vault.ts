import path from 'node:path';
import { isInside } from '../../files/safe-path.ts';
import { CortexError } from '../../platform/errors.ts';
import type { ProtocolLocation } from '../../platform/protocol.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { findVaultLeniently, type VaultConfig } from '../config/config.ts';

/** Resolves symlinks, because a folder that comes with a project may be a link. */
function isReallyInside({ fs }: Pick<Runtime, 'fs'>, folder: string, vault: string): boolean {
  return isInside(fs.realpathSync(folder), fs.realpathSync(vault));
}

/**
 * Finds the vault for a place (decision 0010, "Which vault"). A vault that a person named counts as `--vault`. The configuration of an
 * untrusted folder cannot select a vault outside of it.
 * @returns `null` if there is no vault and none was named; errors of its `cortex.toml` are in `broken`
 * @throws CortexError if the named vault does not exist, or its configuration is unusable
 */
export function whichVault(
  runtime: Pick<Runtime, 'fs'>,
  { folder, named, isTrusted, environment }: Omit<ProtocolLocation, 'home'>,
): VaultConfig | null {
  const cwd = folder ?? named;
  if (cwd === '') return null;
  try {
    const config = findVaultLeniently(runtime, { cwd, env: isTrusted ? environment : {}, named });
    if (isTrusted || named !== '' || isReallyInside(runtime, cwd, config.root)) return config;
    const next = 'Trust the folder, or name the vault in the setting cortex.vault.path.';
    throw new CortexError('denied', 'the vault is outside of the folder, which is in Restricted Mode', { file: config.root, next });
  } catch (error) {
    if (error instanceof CortexError && error.code === 'not-found' && error.data.file === path.join(cwd, 'vault')) return null;
    throw error;
  }
}
