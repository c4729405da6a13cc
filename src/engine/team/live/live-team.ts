import type { LiveProtocol } from '../../platform/protocol.ts';
import { teamConfig } from '../config.ts';
import { OpenedTeam } from './opened-team.ts';

/** The directory that is named, else the one of `~/.cortex/config.yaml`, else `~/cortex-team`: while it is not there its place is followed. */
export const liveTeam: LiveProtocol<OpenedTeam> = {
  find: (runtime, { home, named }) => {
    const config = teamConfig(runtime.fs, { home, cwd: home, named });
    return { key: JSON.stringify(config), open: (options) => new OpenedTeam(runtime, config, options) };
  },
};
