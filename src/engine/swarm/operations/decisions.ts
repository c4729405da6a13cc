import { defineOperation, type Operation } from '../../platform/operation.ts';
import { approveInput, mergeInput, mergeOutput, proposeInput, proposeOutput, voteInput, voteOutput } from '../schemas/decisions.ts';

const useCases = () => import('../use-cases/decisions.ts');
const contexts = () => import('../use-cases/context.ts');

/** Operations for decisions of a swarm: seed 1, "MergePolicy"; RULINGS, crtx 7 and 8. */
export const decisionOperations: readonly Operation[] = [
  defineOperation({
    name: 'swarm propose',
    description: 'Propose how to do a task; the other members vote on it (consensus)',
    effect: 'write',
    input: proposeInput,
    output: proposeOutput,
    load: async () => (await contexts()).writingOperation((await useCases()).proposeApproach),
  }),
  defineOperation({
    name: 'swarm vote',
    description: 'Vote on a proposal, on a question of a merge, or on a merge',
    effect: 'write',
    input: voteInput,
    output: voteOutput,
    load: async () => (await contexts()).writingOperation((await useCases()).castVote),
  }),
  defineOperation({
    name: 'swarm merge',
    description: 'Decide between results, or end a competition with the results submitted so far',
    effect: 'write',
    input: mergeInput,
    output: mergeOutput,
    load: async () => (await contexts()).writingOperation((await useCases()).mergeResults),
  }),
  defineOperation({
    name: 'swarm approve',
    description: 'Approve merged results, or refuse them',
    effect: 'write',
    input: approveInput,
    output: mergeOutput,
    load: async () => (await contexts()).writingOperation((await useCases()).approveMerge),
  }),
];
