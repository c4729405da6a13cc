import type { Protocol } from '../platform/protocol.ts';
import type { OpenedStacks } from './live/opened-stacks.ts';

/** The stacks of a repository, for the registry of protocols. */
export const stackProtocol: Protocol<OpenedStacks> = {
  name: 'stack',
  title: '.cstack',
  markers: { below: 'folder', names: ['AGENTS.md', '.cstack'], upwards: true },
  places: 'each folder',
  load: async () => (await import('./live/live-stacks.ts')).liveStacks,
};
