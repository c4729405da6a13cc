import type { Protocol } from '../platform/protocol.ts';
import type { OpenedTeam } from './live/opened-team.ts';

/** Registry entry of the team protocol. */
export const teamProtocol: Protocol<OpenedTeam> = {
  name: 'team',
  title: 'the team',
  markers: { below: 'home', names: ['.cortex/config.yaml', 'cortex-team'] },
  places: 'home',
  setting: 'team.directory',
  load: async () => (await import('./live/live-team.ts')).liveTeam,
};
