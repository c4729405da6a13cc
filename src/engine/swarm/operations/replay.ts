import { defineOperation, type Operation } from '../../platform/operation.ts';
import { replayInput, replayOutput } from '../schemas/replay.ts';

/** Operations on the history of a swarm (docs/decisions/0009-replay.md). */
export const replayOperations: readonly Operation[] = [
  defineOperation({
    name: 'swarm replay',
    description: 'Show the swarm as it was at a moment, or what changed between two',
    effect: 'read',
    input: replayInput,
    output: replayOutput,
    load: async () => (await import('../use-cases/replay.ts')).replaySwarm,
  }),
];
