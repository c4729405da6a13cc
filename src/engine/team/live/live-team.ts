import type { LiveProtocol } from '../../platform/protocol.ts';
import { teamConfig } from '../config.ts';
import { OpenedTeam } from './opened-team.ts';

/**
 * Finds the named directory, or else the one in `~/.cortex/config.yaml`, or else `~/cortex-team`. While it does not exist, its place is
 * watched.
 */
export const liveTeam: LiveProtocol<OpenedTeam> = {
  find: (runtime, { home, named }) => {
    const config = teamConfig(runtime.fs, { home, cwd: home, named });
    return { key: JSON.stringify(config), open: (options) => new OpenedTeam(runtime, config, options) };
  },
};
