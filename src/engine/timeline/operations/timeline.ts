import type { Checked } from '../../platform/on-demand.ts';
import { defineOperation, type Operation } from '../../platform/operation.ts';
import type { Summary } from '../../platform/summary.ts';
import { settleDefinition } from '../../project/operations/settle.ts';
import { counted } from '../../text/amounts.ts';
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

/** Summary of a new entry of the timeline or of a reasoning trace. */
export const recordedSummary: Summary<Checked<typeof timelineEntryOutput>> = ({ entry: { id, action } }, { name, text }) =>
  `Recorded ${name(id)}: ${text(action)}`;

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
    summary: recordedSummary,
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
    summary: ({ entry: { id, outcome, outcomeDetail } }, { name, text }) =>
      `${name(id)} ended: ${name(outcome)}${outcomeDetail === undefined ? '' : `: ${text(outcomeDetail)}`}`,
    load: async () => (await useCases()).resolveEntry,
  }),
  defineOperation({
    name: 'timeline flush',
    description: 'Republish timeline.crtx from the log',
    effect: 'write',
    input: nothing,
    output: flushTimelineOutput,
    summary: ({ entries }) => `timeline.crtx shows ${entries < 2 ? '' : 'all '}${counted(entries, 'entry', 'entries')}.`,
    load: async () => (await useCases()).flushTimeline,
  }),
  defineOperation({
    ...settleDefinition,
    name: 'timeline merge',
    description: 'Resolve git merge conflicts in the files of .cortex only (all files: cortex settle)',
  }),
];
