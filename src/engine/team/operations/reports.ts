import { defineOperation, type Operation } from '../../platform/operation.ts';
import { housekeepingInput, housekeepingOutput, pageOutput, statusOutput, teamInput } from '../schemas/reports.ts';

const reportUseCases = () => import('../use-cases/reports.ts');

/** Operations of the coordinator: seed 5, "Coordinator (Chief of Staff)", "Housekeeping". */
export const teamReportOperations: readonly Operation[] = [
  defineOperation({
    name: 'team status',
    description: 'Show the status of all agents and work queues',
    effect: 'read',
    input: teamInput,
    output: statusOutput,
    load: async () => (await reportUseCases()).status,
  }),
  defineOperation({
    name: 'team briefing',
    description: 'Print the morning briefing: active agents, tasks in progress, blocked, done and next',
    effect: 'read',
    input: teamInput,
    output: pageOutput,
    load: async () => (await reportUseCases()).briefingPage,
  }),
  defineOperation({
    name: 'team review',
    description: 'Print the evening review: tasks done, blocked and next',
    effect: 'read',
    input: teamInput,
    output: pageOutput,
    load: async () => (await reportUseCases()).reviewPage,
  }),
  defineOperation({
    name: 'team housekeeping',
    description: 'Remove tasks done over 7 days ago and old session entries, and commit the result',
    effect: 'write',
    input: housekeepingInput,
    output: housekeepingOutput,
    load: async () => (await reportUseCases()).housekeeping,
  }),
];
