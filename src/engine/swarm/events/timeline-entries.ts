import { PROTOCOL_AUTHOR } from '../../crtx/people.ts';
import { timelineEntrySchema } from '../../crtx/schema.ts';
import { firstNames, shortId, shortLine } from '../../crtx/shorten.ts';
import type { RecordPosition } from '../../log/record-place.ts';
import type { Checked } from '../../platform/on-demand.ts';
import { cut } from '../../text/cut.ts';
import { type AdoptReport, isAnswerTo, type SwarmAnswer, type SwarmAnswers } from '../answers.ts';
import type { BudgetWarning } from '../budget.ts';
import type { LockEvent } from '../locks/lock-types.ts';
import { listNotAdopted } from '../state/not-adopted.ts';
import type { RecordFor, SwarmRecord } from '../state/records.ts';
import type { Swarm } from '../state/swarm.ts';
import { explainWarning } from '../wording.ts';
import { reportControl } from './control-reports.ts';
import { type EntryDraft, list, MAX_SENTENCES, MAX_TEXT, sentence } from './entry-draft.ts';
import { entryForEvent } from './event-entries.ts';
import type { SwarmEvent } from './events.ts';

/** An entry that a swarm records in the timeline (docs/decisions/0004-swarm-events-in-the-timeline.md). */
export const swarmEntrySchema = timelineEntrySchema;
export type SwarmEntry = Checked<typeof swarmEntrySchema>;

function entry(draft: EntryDraft, id: string, { time }: RecordPosition): SwarmEntry {
  const { agentId, type, action, reasoning, files = [], task, state = {}, outcome = 'success', confidence = 1 } = draft;
  return {
    id,
    timestamp: time,
    agentId: shortId(agentId),
    type,
    action,
    reasoning: cut(reasoning, MAX_TEXT.reasoning),
    confidence,
    context: { files: files.map(shortId), ...(task !== undefined && { task: shortId(task) }), trigger: 'swarm', state },
    refs: [],
    outcome,
  };
}

type Result<Op extends SwarmRecord['op']> = SwarmAnswers[Op];

function ofCreation(
  { swarm: id, task, coordinator, strategy }: RecordFor<'swarm.create'>,
  result: Result<'swarm.create'>,
  swarm: Swarm,
): EntryDraft[] {
  if (result.status !== 'ok') return [];
  const leaves = swarm.progress()?.total ?? 0;
  const action = `Created the swarm: ${shortLine(task)}`;
  const reasoning = `${leaves} ${leaves === 1 ? 'task' : 'tasks'}, strategy ${strategy}.`;
  return [{ agentId: coordinator, type: 'delegation', action, reasoning, state: { swarm: shortId(id), strategy, tasks: leaves } }];
}

function ofFailure({ agent: agentId, task, reason }: RecordFor<'swarm.fail'>, result: Result<'swarm.fail'>): EntryDraft[] {
  if (result.status !== 'ok' || result.again) return [];
  const { skipped } = result;
  const why = cut(reason, MAX_TEXT.reason);
  const reasoning = skipped.length === 0 ? why : `${sentence(why)} Skipped because of it: ${list(skipped)}.`;
  const state = { skipped: firstNames(skipped) };
  return [{ agentId, type: 'failure', action: `Failed task ${shortLine(task)}`, reasoning, task, state, outcome: 'failure' }];
}

function ofRetirement({ agent, by = agent, reason = '' }: RecordFor<'swarm.retire'>, result: Result<'swarm.retire'>): EntryDraft[] {
  if (result.status !== 'ok' || result.again || (result.released.length === 0 && by === agent)) return [];
  const { released, withdrawn = false } = result;
  const unfinished = released.length === 0 ? '' : ` with unfinished tasks: ${list(released)}`;
  const retired = withdrawn ? `Withdrew the request of ${shortId(agent)} to join the swarm` : `Retired ${shortId(agent)}${unfinished}`;
  const action = by === agent ? `Left the swarm${unfinished}` : retired;
  const consequence = withdrawn ? 'It was not admitted yet.' : released.length === 0 ? 'It had no tasks.' : 'Its tasks are pending again.';
  const why = cut(reason, MAX_TEXT.reason);
  const reasoning = why === '' ? consequence : `${sentence(why)} ${consequence}`;
  return [{ agentId: by, type: 'decision', action, reasoning, state: { agent: shortId(agent), released: firstNames(released) } }];
}

function ofAdmission({ agent, by, refused, reason = '' }: RecordFor<'swarm.admit'>, result: Result<'swarm.admit'>): EntryDraft[] {
  if (result.status !== 'ok' || result.again) return [];
  const action = `${refused ? 'Refused to admit' : 'Admitted'} ${shortId(agent)} ${refused ? 'to' : 'into'} the swarm`;
  return [{ agentId: by, type: 'decision', action, reasoning: cut(reason, MAX_TEXT.reason), state: { agent: shortId(agent) } }];
}

function ofAssignment({ task, agent, by }: RecordFor<'swarm.assign'>, result: Result<'swarm.assign'>): EntryDraft[] {
  if (result.status !== 'ok' || result.again) return [];
  const { previous } = result;
  const reasoning = previous === null ? 'It was not assigned before.' : `It was assigned to ${shortLine(previous)} before.`;
  const action = `Assigned task ${shortLine(task)} to ${shortLine(agent)}`;
  const state = { agent: shortId(agent), previous: previous === null ? null : shortId(previous) };
  return [{ agentId: by, type: 'delegation', action, reasoning, task, state }];
}

function ofBreaking({ by, path, reason }: RecordFor<'lock.break'>, result: Result<'lock.break'>): EntryDraft[] {
  if (result.status !== 'ok') return [];
  const holders = [...new Set(result.locks.map(({ agentId }) => agentId))];
  const action = `Broke the lock on ${shortLine(path)} that ${list(holders)} held`;
  return [{ agentId: by, type: 'conflict', action, reasoning: reason, files: [path], state: { holders: firstNames(holders) } }];
}

/** Reports only waits that another agent or a person ended on purpose (`by`). */
function ofEndedWait({ request, by, reason = '' }: RecordFor<'lock.cancel'>, events: readonly LockEvent[]): EntryDraft[] {
  const [left] = events.flatMap((each) => (each.event === 'left' && each.request.id === request ? [each.request] : []));
  if (by === undefined || left === undefined) return [];
  const { agentId, paths } = left;
  const action = `Ended the wait of ${shortLine(agentId)} for ${list(paths.map(shortLine))}`;
  return [{ agentId: by, type: 'conflict', action, reasoning: reason, files: firstNames(paths), state: { waiter: shortId(agentId) } }];
}

function ofAdoption(report: AdoptReport): EntryDraft[] {
  const sentences = listNotAdopted(report).map(({ sentence }) => sentence);
  if (sentences.length === 0) return [];
  const more = sentences.length - MAX_SENTENCES;
  const text = more > 0 ? [...sentences.slice(0, MAX_SENTENCES), `And ${more} more.`] : sentences;
  const action = 'Rejected some edits that another program made to swarm.crtx';
  return [
    { agentId: PROTOCOL_AUTHOR, type: 'conflict', action, reasoning: text.join(' '), files: ['.cortex/swarm.crtx'], outcome: 'failure' },
  ];
}

function drafts(swarm: Swarm, record: SwarmRecord, answer: SwarmAnswer): EntryDraft[] {
  if (record.op === 'adopt' && isAnswerTo(answer, record.op)) return ofAdoption(answer.result);
  if (record.op === 'lock.break' && isAnswerTo(answer, record.op)) return ofBreaking(record, answer.result);
  if (record.op === 'swarm.create' && isAnswerTo(answer, record.op)) return ofCreation(record, answer.result, swarm);
  if (record.op === 'swarm.assign' && isAnswerTo(answer, record.op)) return ofAssignment(record, answer.result);
  if (record.op === 'swarm.fail' && isAnswerTo(answer, record.op)) return ofFailure(record, answer.result);
  if (record.op === 'swarm.retire' && isAnswerTo(answer, record.op)) return ofRetirement(record, answer.result);
  if (record.op === 'swarm.admit' && isAnswerTo(answer, record.op)) return ofAdmission(record, answer.result);
  const report = reportControl(record, answer);
  return report === null ? [] : [report.entry];
}

function ofWarning(warning: BudgetWarning, swarm: Swarm): EntryDraft {
  const { limit, percent } = warning;
  const action = `${percent} % of the budget for ${limit} is used`;
  const agentId = swarm.coordinator ?? PROTOCOL_AUTHOR;
  return { agentId, type: 'escalation', action, reasoning: explainWarning(warning), state: { ...warning }, outcome: 'pending' };
}

/** The consequences of a record and of the time that had passed, besides its answer. */
export interface Consequences {
  readonly events: readonly SwarmEvent[];
  /** The budget limits that were reached. */
  readonly limits: readonly BudgetWarning[];
  readonly lockEvents: readonly LockEvent[];
}

/** Returns the timeline entries of a record. Ids derive from the record's, so that every process writes the same entries. */
export function createTimelineEntries(
  swarm: Swarm,
  record: SwarmRecord,
  answer: SwarmAnswer,
  { events, limits, lockEvents }: Consequences,
  place: RecordPosition,
): readonly SwarmEntry[] {
  const followed = events.map((event) => entryForEvent(event, swarm.coordinator ?? PROTOCOL_AUTHOR));
  const ended = record.op === 'lock.cancel' ? ofEndedWait(record, lockEvents) : [];
  const all = [...drafts(swarm, record, answer), ...ended, ...followed, ...limits.map((warning) => ofWarning(warning, swarm))];
  const base = place.id.replace(/^[a-z]+_/, '');
  return all.map((draft, index) => entry(draft, index === 0 ? `tle_${base}` : `tle_${base}-${index}`, place));
}
