import type * as z from 'zod';
import type { Place } from '../../kernel/log/core-state.ts';
import type { TimelineEntry } from '../schema.ts';
import { timelineEntrySchema } from '../schema.ts';
import { brief, cut, cutId, few } from '../shorten.ts';
import { type AdoptReport, isAnswerTo, type SwarmAnswer, type SwarmAnswers } from './answers.ts';
import type { BudgetWarning } from './budget.ts';
import { explainWarning } from './explain.ts';
import type { RecordOf, SwarmRecord } from './records.ts';
import type { Swarm } from './swarm.ts';

/** An entry that the timeline is to be told (docs/decisions/0004-what-the-timeline-is-told.md). */
export const newsSchema = timelineEntrySchema;
export type News = z.infer<typeof newsSchema>;

/** Whose doing it is that nobody in particular did: the rules of the protocol. */
const NOBODY = 'cortex';

/** How many refused changes one entry tells in words. */
const MOST_SENTENCES = 10;
/** How long reasons may be here, in UTF-16 code units: an entry that the timeline refuses would be in the way of all others. */
const MOST_TEXT = { reason: 10_000, reasoning: 20_000 };

type Draft = Pick<TimelineEntry, 'agentId' | 'type' | 'action' | 'reasoning'> &
  Partial<Pick<TimelineEntry, 'outcome'>> & {
    readonly files?: readonly string[];
    readonly task?: string;
    readonly state?: Record<string, unknown>;
  };

/** Names in a sentence. */
function list(names: readonly string[]): string {
  const more = names.length - MOST_SENTENCES;
  const told = names.slice(0, MOST_SENTENCES).map(brief).join(', ');
  return more > 0 ? `${told} and ${more} more` : told;
}

/** What somebody typed as a sentence, so that another can follow. */
function sentence(text: string): string {
  const said = text.trim();
  return /[.!?…]$/.test(said) ? said : `${said}.`;
}

function entry(draft: Draft, id: string, { time }: Place): News {
  const { agentId, type, action, reasoning, files = [], task, state = {}, outcome = 'success' } = draft;
  return {
    id,
    timestamp: time,
    agentId: cutId(agentId),
    type,
    action,
    reasoning: cut(reasoning, MOST_TEXT.reasoning),
    confidence: 1,
    context: { files: files.map(cutId), ...(task !== undefined && { task: cutId(task) }), trigger: 'swarm', state },
    refs: [],
    outcome,
  };
}

type Result<Op extends SwarmRecord['op']> = SwarmAnswers[Op];

function ofCreation(
  { swarm: id, task, coordinator, strategy }: RecordOf<'swarm.create'>,
  result: Result<'swarm.create'>,
  swarm: Swarm,
): Draft[] {
  if (result.status !== 'ok') return [];
  const leaves = swarm.progress()?.total ?? 0;
  const action = `Created the swarm: ${brief(task)}`;
  const reasoning = `${leaves} ${leaves === 1 ? 'task' : 'tasks'} for a swarm under the strategy ${strategy}.`;
  return [{ agentId: coordinator, type: 'delegation', action, reasoning, state: { swarm: cutId(id), strategy, tasks: leaves } }];
}

function ofFailure({ agent: agentId, task, reason }: RecordOf<'swarm.fail'>, result: Result<'swarm.fail'>): Draft[] {
  if (result.status !== 'ok' || result.again) return [];
  const { skipped } = result;
  const why = cut(reason, MOST_TEXT.reason);
  const reasoning = skipped.length === 0 ? why : `${sentence(why)} Skipped for it: ${list(skipped)}.`;
  const state = { skipped: few(skipped) };
  return [{ agentId, type: 'failure', action: `Gave up task ${brief(task)}`, reasoning, task, state, outcome: 'failure' }];
}

function ofRetirement({ agent, by = agent, reason = '' }: RecordOf<'swarm.retire'>, result: Result<'swarm.retire'>): Draft[] {
  if (result.status !== 'ok' || result.again || (result.released.length === 0 && by === agent)) return [];
  const { released } = result;
  const unfinished = released.length === 0 ? '' : ` with unfinished tasks: ${list(released)}`;
  const action = by === agent ? `Left the swarm${unfinished}` : `Retired ${cutId(agent)}${unfinished}`;
  const consequence = released.length === 0 ? 'It had nothing to do.' : 'What it had is pending again, for others to claim.';
  const why = cut(reason, MOST_TEXT.reason);
  const reasoning = why === '' ? consequence : `${sentence(why)} ${consequence}`;
  return [{ agentId: by, type: 'decision', action, reasoning, state: { agent: cutId(agent), released: few(released) } }];
}

function ofAssignment({ task, agent, by }: RecordOf<'swarm.assign'>, result: Result<'swarm.assign'>): Draft[] {
  if (result.status !== 'ok' || result.again) return [];
  const { previous } = result;
  const reasoning = previous === null ? 'Nobody had it before.' : `It was assigned to ${brief(previous)} before.`;
  const action = `Assigned task ${brief(task)} to ${brief(agent)}`;
  const state = { agent: cutId(agent), previous: previous === null ? null : cutId(previous) };
  return [{ agentId: by, type: 'delegation', action, reasoning, task, state }];
}

function ofBreaking({ by, path, reason }: RecordOf<'lock.break'>, result: Result<'lock.break'>): Draft[] {
  if (result.status !== 'ok') return [];
  const holders = [...new Set(result.locks.map(({ agentId }) => agentId))];
  const action = `Broke the lock on ${brief(path)} that ${list(holders)} held`;
  return [{ agentId: by, type: 'conflict', action, reasoning: reason, files: [path], state: { holders: few(holders) } }];
}

function ofAdoption({ locks, kept, unusable, changes }: AdoptReport): Draft[] {
  const sentences = [
    ...locks.filter(({ outcome }) => outcome === 'denied').map(({ path, agentId }) => `${agentId} did not get the lock on ${path}.`),
    ...kept.map(({ path, agentId }) => `The lock of ${agentId} on ${path} stays: the log granted it.`),
    ...unusable.map(({ path, agentId, problem }) => `${brief(agentId)} cannot have a lock on ${brief(path)}: ${problem}.`),
    ...changes.refused.map(({ sentence }) => sentence),
  ];
  if (sentences.length === 0) return [];
  const more = sentences.length - MOST_SENTENCES;
  const told = more > 0 ? [...sentences.slice(0, MOST_SENTENCES), `And ${more} more.`] : sentences;
  const action = 'Did not take over everything that another program wrote into swarm.crtx';
  return [{ agentId: NOBODY, type: 'conflict', action, reasoning: told.join(' '), files: ['.cortex/swarm.crtx'], outcome: 'failure' }];
}

function drafts(swarm: Swarm, record: SwarmRecord, answer: SwarmAnswer): Draft[] {
  if (record.op === 'adopt' && isAnswerTo(answer, record.op)) return ofAdoption(answer.result);
  if (record.op === 'lock.break' && isAnswerTo(answer, record.op)) return ofBreaking(record, answer.result);
  if (record.op === 'swarm.create' && isAnswerTo(answer, record.op)) return ofCreation(record, answer.result, swarm);
  if (record.op === 'swarm.assign' && isAnswerTo(answer, record.op)) return ofAssignment(record, answer.result);
  if (record.op === 'swarm.fail' && isAnswerTo(answer, record.op)) return ofFailure(record, answer.result);
  if (record.op === 'swarm.retire' && isAnswerTo(answer, record.op)) return ofRetirement(record, answer.result);
  return [];
}

function ofWarning(warning: BudgetWarning, swarm: Swarm): Draft {
  const { limit, percent } = warning;
  const action = `${percent} % of the budget for ${limit} is used`;
  const agentId = swarm.coordinator ?? NOBODY;
  return { agentId, type: 'escalation', action, reasoning: explainWarning(warning), state: { ...warning }, outcome: 'pending' };
}

/** What a record means to the timeline. The ids follow from the record's, so that everybody who tells it tells the same. */
export function newsOf(
  swarm: Swarm,
  record: SwarmRecord,
  answer: SwarmAnswer,
  warnings: readonly BudgetWarning[],
  place: Place,
): readonly News[] {
  const all = [...drafts(swarm, record, answer), ...warnings.map((warning) => ofWarning(warning, swarm))];
  const base = place.id.replace(/^[a-z]+_/, '');
  return all.map((draft, index) => entry(draft, index === 0 ? `tle_${base}` : `tle_${base}-${index}`, place));
}
