import { describeError } from '../../platform/errors.ts';
import type { LiveProtocol } from '../../platform/protocol.ts';
import type { VaultConfig } from '../config/config.ts';
import { OpenedVault } from './opened-vault.ts';
import { whichVault } from './which-vault.ts';

/** Returns a key that is equal for the same vault with the same configuration. */
function keyOf({ directories, tags, broken, ...config }: VaultConfig): string {
  return JSON.stringify({ ...config, directories: [...directories], tags: [...tags], broken: broken.map(describeError) });
}

export const liveVault: LiveProtocol<OpenedVault> = {
  find: (runtime, place) => {
    const config = whichVault(runtime, place);
    return config === null ? null : { key: keyOf(config), open: (options) => OpenedVault.open(runtime, config, options) };
  },
};
