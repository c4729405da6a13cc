import * as z from 'zod';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import { degree, type Known, text, texts, time } from './parts.ts';

/** Seed 1, "TimelineEntryType": the types that this program writes. */
export const timelineEntryTypeSchema = onDemand(() =>
  z.enum([
    'decision',
    'discovery',
    'fix',
    'refactor',
    'experiment',
    'failure',
    'learning',
    'delegation',
    'escalation',
    'merge',
    'conflict',
  ]),
);

/** Seed 1, "TimelineEntry": the outcomes that this program writes. */
export const timelineOutcomeSchema = onDemand(() => z.enum(['success', 'failure', 'pending', 'abandoned']));

/** A free word: unknown ones are kept. The seed's words are offered as suggestions. */
const word = (seedWords: z.ZodEnum, meaning: string) => z.string().meta({ description: meaning, examples: seedWords.options.map(String) });

const TYPES = [
  'decision: chose between alternatives',
  'discovery: found something unexpected',
  'fix: fixed a bug',
  'refactor: restructured code',
  'experiment: tried something that may or may not work',
  'failure: something went wrong',
  'learning: derived a reusable insight',
  'delegation: assigned work to another agent',
  'escalation: escalated to a human or coordinator',
  'merge: merged results from multiple agents',
  'conflict: file or logic conflict between agents',
].join('; ');

/** Seed 1, "TimelineContext". */
export const timelineContextSchema = onDemand(() =>
  z
    .looseObject({
      files: texts('Files that it is about, relative to the project root.'),
      task: text('Task that it belongs to.').optional(),
      branch: text('Git branch.').optional(),
      trigger: text('Trigger of the action.').optional(),
      dependencies: texts('Dependencies of the action.').optional(),
      state: z.record(z.string(), z.unknown()).describe('Other data that was known at the time.'),
    })
    .meta({ id: 'TimelineContext', title: 'TimelineContext', description: 'Context of the entry when it was recorded.' }),
);

/** Seed 1, "Timeline Entries", as in a file: `type` and `outcome` may be unknown words. */
export const timelineEntrySchema = onDemand(() =>
  z
    .looseObject({
      id: text('Id of this entry.'),
      timestamp: time('Time of the action.'),
      agentId: text('Agent that acted.'),
      type: word(timelineEntryTypeSchema(), TYPES),
      action: text('The action.'),
      reasoning: text('Reasoning for the action.'),
      confidence: degree('Confidence of the agent.'),
      context: timelineContextSchema(),
      refs: texts('Entries, documents or commits that it refers to.'),
      outcome: word(timelineOutcomeSchema(), 'Outcome of the action.'),
      outcomeDetail: text('Details of the outcome.').optional(),
      parent: text('Parent entry.').optional(),
      children: texts('Child entries.').optional(),
    })
    .meta({
      id: 'TimelineEntry',
      title: 'TimelineEntry',
      description: 'A decision, discovery, failure or learning, recorded permanently.',
    }),
);

export type TimelineEntryType = Checked<typeof timelineEntryTypeSchema>;
export type TimelineOutcome = Checked<typeof timelineOutcomeSchema>;
export type TimelineContext = Known<Checked<typeof timelineContextSchema>>;
export type TimelineEntry = Known<Checked<typeof timelineEntrySchema>>;
