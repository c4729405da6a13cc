import type { Opened, Protocol } from '../platform/protocol.ts';

/** What is in `.cortex/`: the swarm, its locks, the timeline and the DNA, as the registry has them. */
export const cortexProtocol: Protocol<Opened> = {
  name: 'cortex',
  title: '.cortex',
  signs: { below: 'folder', names: ['.cortex'], upwards: true },
  places: 'each folder',
  load: async () => (await import('./live-project.ts')).liveProject,
};
