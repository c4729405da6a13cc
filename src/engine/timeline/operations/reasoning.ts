import { defineOperation, type Operation } from '../../platform/operation.ts';
import { addInput, reasoningOutput, showInput } from '../schemas/reasoning.ts';
import { timelineEntryOutput } from '../schemas/timeline.ts';
import { recordedSummary } from './timeline.ts';

const useCases = () => import('../use-cases/reasoning.ts');

/** Seed 1, "Directory Structure": the reasoning trace of each task. */
export const reasoningOperations: readonly Operation[] = [
  defineOperation({
    name: 'reasoning add',
    description: 'Record a step in the reasoning trace of a task',
    effect: 'write',
    input: addInput,
    output: timelineEntryOutput,
    summary: recordedSummary,
    load: async () => (await useCases()).addReasoning,
  }),
  defineOperation({
    name: 'reasoning show',
    description: 'Show the reasoning trace of a task, oldest first',
    effect: 'read',
    input: showInput,
    output: reasoningOutput,
    load: async () => (await useCases()).showReasoning,
  }),
];
