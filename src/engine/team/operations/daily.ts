import { defineOperation, type Operation } from '../../platform/operation.ts';
import { housekeepingInput, housekeepingOutput, pageOutput, statusOutput, teamInput } from '../schemas/daily.ts';

const daily = () => import('../use-cases/daily.ts');

/** Seed 5, "Coordinator (Chief of Staff)", "Housekeeping". */
export const teamDailyOperations: readonly Operation[] = [
  defineOperation({
    name: 'team status',
    description: 'How every agent is doing, and what is in the work queues',
    effect: 'read',
    input: teamInput,
    output: statusOutput,
    load: async () => (await daily()).status,
  }),
  defineOperation({
    name: 'team briefing',
    description: 'The page of the morning: who is active, what is in progress, blocked, done today, and next',
    effect: 'read',
    input: teamInput,
    output: pageOutput,
    load: async () => (await daily()).briefingPage,
  }),
  defineOperation({
    name: 'team review',
    description: 'The page of the evening: what got done, what is blocked, what is next',
    effect: 'read',
    input: teamInput,
    output: pageOutput,
    load: async () => (await daily()).reviewPage,
  }),
  defineOperation({
    name: 'team housekeeping',
    description: 'Remove tasks that were done over 7 days ago and old session entries, and commit that',
    effect: 'write',
    input: housekeepingInput,
    output: housekeepingOutput,
    load: async () => (await daily()).housekeeping,
  }),
];
