import { defineOperation, type Operation } from '../platform/operation.ts';
import { eventsInput, eventsOutput } from './events/events-schemas.ts';
import { NEEDS_COMMANDS } from './needs-commands.ts';
import { listInput, needsOutput, snoozeInput, snoozeOutput } from './needs-schemas.ts';
import { statusInput, statusOutput } from './status/status-schemas.ts';
import { taskInput, taskOutput } from './status/task-schemas.ts';

const useCases = () => import('./needs-use-cases.ts');

/** Commands for items that wait for a person, over all protocols (docs/decisions/0018-needs-you.md). */
export const needsOperations: readonly Operation[] = [
  defineOperation({
    name: 'status',
    description: NEEDS_COMMANDS.status,
    effect: 'read',
    input: statusInput,
    output: statusOutput,
    load: async () => (await import('./status/show-status.ts')).showStatus,
  }),
  defineOperation({
    name: 'events',
    description: NEEDS_COMMANDS.events,
    effect: 'read',
    input: eventsInput,
    output: eventsOutput,
    load: async () => (await import('./events/events.ts')).listEvents,
  }),
  defineOperation({
    name: 'task show',
    description: 'Show a task, why it waits, what waits for it, and its result',
    effect: 'read',
    input: taskInput,
    output: taskOutput,
    load: async () => (await import('./status/task.ts')).showTask,
  }),
  defineOperation({
    name: 'needs-you',
    description: NEEDS_COMMANDS['needs-you'],
    effect: 'read',
    input: listInput,
    output: needsOutput,
    load: async () => (await useCases()).listNeeds,
  }),
  defineOperation({
    name: 'snooze',
    description: NEEDS_COMMANDS.snooze,
    effect: 'write',
    input: snoozeInput,
    output: snoozeOutput,
    load: async () => (await useCases()).snooze,
  }),
];
