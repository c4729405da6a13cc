import * as z from 'zod';
import { proposeOutput, usageOutput, voteOutput } from '../../engine/swarm/index.ts';
import { listTimelineOutput, timelineEntryOutput } from '../../engine/timeline/index.ts';
import { addNoteOutput, NOTE_TYPES, packOutput } from '../../engine/vault/index.ts';
import type { AgentConnection, Call } from '../agent-connection.ts';
import { type Answer, defineTool } from '../tool.ts';
import { resultOrMessage, resultOrNull } from './results.ts';

const nonEmptyText = z.string().min(1);

/** Input for all kinds of records. */
const recordInput = z.object({
  kind: z.enum(['decision', 'discovery', 'failure', 'memory', 'vote', 'proposal', 'usage']),
  what: nonEmptyText.optional().describe('decision, discovery, failure: what; memory: its title; vote: its subject; proposal: the task'),
  why: nonEmptyText.optional().describe('the reason; memory: its text; vote: yes, no or the option; proposal: the approach'),
  task: nonEmptyText.optional().describe('the task that it belongs to'),
  files: z.array(z.string()).default([]),
  type: z.enum(NOTE_TYPES).default('lesson').describe('of a memory'),
  project: nonEmptyText.default('general').describe('of a memory'),
  tokens: z.int().min(0).optional().describe('usage since the last report'),
  costUsd: z.number().min(0).optional(),
});
type Recorded = z.infer<typeof recordInput>;

async function recordUsage(connection: AgentConnection, agent: string, { tokens, costUsd, task }: Recorded, call: Call): Promise<Answer> {
  const amounts = { ...(tokens !== undefined && { tokens }), ...(costUsd !== undefined && { cost: costUsd }) };
  const { ok, warnings = [] } = await connection.ask('swarm usage', usageOutput, {
    input: { agent, ...amounts, ...(task !== undefined && { task }) },
    call,
  });
  return { ok, message: 'Counted against the budget of the swarm.', warnings };
}

const TIMELINE = { decision: 'decision', discovery: 'discovery', failure: 'failure' } as const;

async function recordText(
  connection: AgentConnection,
  agent: string,
  { kind, ...input }: Recorded,
  what: string,
  why: string,
  call: Call,
): Promise<Answer> {
  if (kind === 'vote') {
    const { ok, warnings = [] } = await connection.ask('swarm vote', voteOutput, { input: { subject: what, agent, for: why }, call });
    return { ok, message: 'Vote recorded; a later vote replaces it.', warnings };
  }
  if (kind === 'proposal') {
    const {
      output,
      ok,
      warnings = [],
    } = await connection.ask('swarm propose', proposeOutput, { input: { task: what, agent, approach: why }, call });
    return { ok, message: 'Proposed; the members vote.', data: { proposal: output.proposal, state: output.state }, warnings };
  }
  if (kind === 'memory') {
    const note = { name: what, body: why, type: input.type, project: input.project, by: agent };
    const { output, ok, warnings = [] } = await connection.ask('vault add', addNoteOutput, { input: note, call });
    return { ok, message: 'Written; it may need review by a person.', data: output, warnings };
  }
  const type = kind === 'usage' ? 'discovery' : TIMELINE[kind];
  const entry = { agent, type, action: what, reasoning: why, file: input.files, ...(input.task !== undefined && { task: input.task }) };
  const { output, ok, warnings = [] } = await connection.ask('timeline add', timelineEntryOutput, { input: entry, call });
  return { ok, message: 'Recorded in the timeline.', data: { id: output.entry.id }, warnings };
}

/** Records decisions, memories, votes and usage. */
export const recordTool = defineTool({
  name: 'record',
  description: 'Record a decision, discovery, failure or memory with its reason; vote or propose; report tokens and cost.',
  input: recordInput,
  isReadOnly: false,
  run: async (connection, input, call) => {
    const agent = connection.requireAgent();
    if (input.kind === 'usage') return recordUsage(connection, agent, input, call);
    const { what, why } = input;
    if (what === undefined || why === undefined) return { ok: false, message: `For a ${input.kind}, give what and why.` };
    return recordText(connection, agent, input, what, why, call);
  },
});

const MAX_ENTRIES = 10;
/** Share of the tokens of an answer that is reserved for the timeline. */
const OF_TIMELINE = 0.25;
const BYTES_PER_TOKEN = 4;

/** Finds memory and history about a plan. */
export const recallTool = defineTool({
  name: 'recall',
  description: 'Search memory and timeline for a plan or question; the answer fits the token limit.',
  input: z.object({ about: nonEmptyText, tokens: z.int().min(200).max(20_000).default(2_000) }),
  isReadOnly: true,
  run: async (connection, { about, tokens }, call) => {
    const own = Math.floor(tokens * (1 - OF_TIMELINE));
    const pack = await resultOrNull(() =>
      connection.ask('vault pack', packOutput, { input: { task: [about], tokens: Math.max(100, own) }, call }),
    );
    const history = await resultOrMessage(() =>
      connection.ask('timeline query', listTimelineOutput, { input: { text: about, limit: MAX_ENTRIES }, call }),
    );
    const entries = (typeof history === 'string' ? [] : (history?.output.entries ?? [])).map(
      ({ id, agentId, type, action, reasoning, outcome }) => {
        return { id, agent: agentId, type, action, reasoning, outcome };
      },
    );
    const data = { memory: pack?.output.markdown ?? '', timeline: takeWithinBudget(entries, tokens * OF_TIMELINE) };
    const isNothing = data.memory === '' && data.timeline.length === 0;
    // If the timeline could not be read, an empty answer does not mean that nothing is known.
    const unread = typeof history === 'string' ? [history] : [];
    const none = unread.length > 0 ? 'No results, but the timeline could not be read.' : 'No results.';
    const warnings = [...(pack?.warnings ?? []), ...unread];
    return { ok: !isNothing || unread.length === 0, message: isNothing ? none : 'Results:', data, warnings };
  },
});

/** Returns the items of a list that fit into a number of tokens. */
function takeWithinBudget<T>(items: readonly T[], tokens: number): T[] {
  let room = tokens * BYTES_PER_TOKEN;
  return items.filter((item) => {
    room -= JSON.stringify(item).length;
    return room >= 0;
  });
}
