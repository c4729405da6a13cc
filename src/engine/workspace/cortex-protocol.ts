import type { OpenProtocol, Protocol } from '../platform/protocol.ts';

/** The protocol of `.cortex/`, for the registry: the swarm, its locks, the timeline and the DNA. */
export const cortexProtocol: Protocol<OpenProtocol> = {
  name: 'cortex',
  title: '.cortex',
  markers: { below: 'folder', names: ['.cortex'], upwards: true },
  places: 'each folder',
  load: async () => (await import('./live-project.ts')).liveProject,
};
