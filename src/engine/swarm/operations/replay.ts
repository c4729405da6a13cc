import { defineOperation, type Operation } from '../../platform/operation.ts';
import { historyInput, historyOutput, reportInput, reportOutput } from '../schemas/history.ts';
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
  defineOperation({
    name: 'swarm history',
    description: 'List all swarms of this project, with how they ended',
    effect: 'read',
    input: historyInput,
    output: historyOutput,
    load: async () => (await import('../use-cases/history.ts')).listHistory,
  }),
  defineOperation({
    name: 'swarm report',
    description: 'Report on a swarm, as Markdown or CSV: tasks with times and results, agents, cost',
    effect: 'read',
    input: reportInput,
    output: reportOutput,
    load: async () => (await import('../use-cases/history.ts')).reportSwarm,
  }),
];
