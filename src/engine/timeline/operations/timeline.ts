import { defineOperation, type Operation } from '../../platform/operation.ts';
import { settleDefinition } from '../../project/operations/settle.ts';
import {
  addInput,
  flushTimelineOutput,
  listInput,
  listTimelineOutput,
  nothing,
  precedentsInput,
  precedentsOutput,
  queryInput,
  resolveInput,
  timelineEntryOutput,
} from '../schemas/timeline.ts';

const useCases = () => import('../use-cases/timeline.ts');
const searches = () => import('../use-cases/timeline-search.ts');

/** Seed 1, "Timeline Entries"; RULINGS, crtx 6 and 10. */
export const timelineOperations: readonly Operation[] = [
  defineOperation({
    name: 'timeline add',
    description: 'Record a decision, discovery, failure or learning',
    effect: 'write',
    input: addInput,
    output: timelineEntryOutput,
    load: async () => (await useCases()).addEntry,
  }),
  defineOperation({
    name: 'timeline list',
    description: 'List entries, newest first',
    effect: 'read',
    input: listInput,
    output: listTimelineOutput,
    load: async () => (await searches()).listEntries,
  }),
  defineOperation({
    name: 'timeline query',
    description: 'Search entries, including archived ones, newest first',
    effect: 'read',
    input: queryInput,
    output: listTimelineOutput,
    load: async () => (await searches()).queryEntries,
  }),
  defineOperation({
    name: 'timeline precedents',
    description: 'Show earlier attempts on the same files or with a similar goal, and their outcomes',
    effect: 'read',
    input: precedentsInput,
    output: precedentsOutput,
    load: async () => (await searches()).findPrecedents,
  }),
  defineOperation({
    name: 'timeline resolve',
    description: 'Set the outcome of an entry',
    effect: 'write',
    input: resolveInput,
    output: timelineEntryOutput,
    load: async () => (await useCases()).resolveEntry,
  }),
  defineOperation({
    name: 'timeline flush',
    description: 'Republish timeline.crtx from the log',
    effect: 'write',
    input: nothing,
    output: flushTimelineOutput,
    load: async () => (await useCases()).flushTimeline,
  }),
  defineOperation({ ...settleDefinition, name: 'timeline merge', description: 'Like "cortex settle", only for the files in .cortex' }),
];
