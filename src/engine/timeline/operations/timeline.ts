import { defineOperation, type Operation } from '../../platform/operation.ts';
import { settling } from '../../project/operations/settling.ts';
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
    description: 'Record a decision, discovery, failure or learning, for good',
    effect: 'write',
    input: addInput,
    output: timelineEntryOutput,
    load: async () => (await useCases()).addEntry,
  }),
  defineOperation({
    name: 'timeline list',
    description: 'Show what was recorded, newest first',
    effect: 'read',
    input: listInput,
    output: listTimelineOutput,
    load: async () => (await searches()).listEntries,
  }),
  defineOperation({
    name: 'timeline query',
    description: 'Find entries, also archived ones, newest first',
    effect: 'read',
    input: queryInput,
    output: listTimelineOutput,
    load: async () => (await searches()).queryEntries,
  }),
  defineOperation({
    name: 'timeline precedents',
    description: 'Show what was tried before on some files or to some end, and how it ended',
    effect: 'read',
    input: precedentsInput,
    output: precedentsOutput,
    load: async () => (await searches()).findPrecedents,
  }),
  defineOperation({
    name: 'timeline resolve',
    description: 'Say how an entry ended',
    effect: 'write',
    input: resolveInput,
    output: timelineEntryOutput,
    load: async () => (await useCases()).resolveEntry,
  }),
  defineOperation({
    name: 'timeline flush',
    description: 'Write timeline.crtx as the log says, also after a checkout',
    effect: 'write',
    input: nothing,
    output: flushTimelineOutput,
    load: async () => (await useCases()).flushTimeline,
  }),
  defineOperation({ ...settling, name: 'timeline merge', description: 'The same as "cortex settle"' }),
];
