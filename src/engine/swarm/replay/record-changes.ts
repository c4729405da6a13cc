import { shortLine } from '../../crtx/shorten.ts';
import { counted, dollars } from '../../text/amounts.ts';
import { isAnswerTo, type SwarmAnswer, type SwarmAnswers } from '../answers.ts';
import { type ChangeSummary, reportControl } from '../events/control-reports.ts';
import type { RecordFor, SwarmRecord } from '../state/records.ts';
import type { ChangeDraft } from './change.ts';

/** Returns the agent or person behind a record; `null` for an edit of the file by another program, and for records without an author. */
export function findAuthor(record: SwarmRecord): string | null {
  if (record.op === 'swarm.create') return record.coordinator;
  if ('by' in record && record.by !== undefined) return record.by;
  return 'agent' in record ? record.agent : null;
}

type Result<Op extends SwarmRecord['op']> = SwarmAnswers[Op];

/** Returns the changes that a record describes by itself. Changes of tasks and locks are derived elsewhere. */
export function listRecordChanges(record: SwarmRecord, answer: SwarmAnswer): ChangeDraft[] {
  if (record.op === 'adopt' && isAnswerTo(answer, record.op)) return ofAdoption(answer.result);
  const summary = ofMember(record, answer) ?? ofWork(record, answer) ?? ofDecision(record, answer) ?? reportControl(record, answer)?.change;
  if (summary === undefined) return [];
  const [kind, subject, detail] = summary;
  return [{ kind, agent: findAuthor(record), subject, detail }];
}

/** Returns the result of an operation that changed something; `null` if it was refused, or repeated an earlier one. */
function done<R extends { readonly status: string; readonly again?: boolean }>(result: R): Extract<R, { readonly status: 'ok' }> | null {
  return isDone(result) ? result : null;
}

function isDone<R extends { readonly status: string; readonly again?: boolean }>(
  result: R,
): result is Extract<R, { readonly status: 'ok' }> {
  return result.status === 'ok' && result.again !== true;
}

function ofMember(record: SwarmRecord, answer: SwarmAnswer): ChangeSummary | null {
  if (record.op === 'swarm.recruit' && isAnswerTo(answer, record.op)) return ofRecruit(record, answer.result);
  if (record.op === 'swarm.admit' && isAnswerTo(answer, record.op)) return ofAdmission(record, answer.result);
  if (record.op === 'swarm.usage' && isAnswerTo(answer, record.op)) return ofUsage(record, answer.result);
  if (record.op === 'swarm.retire' && isAnswerTo(answer, record.op)) return ofRetirement(record, answer.result);
  return null;
}

function ofRetirement({ agent, reason = '' }: RecordFor<'swarm.retire'>, result: Result<'swarm.retire'>): ChangeSummary | null {
  const retired = done(result);
  const only = retired?.withdrawn === true ? 'no longer waits to be admitted' : '';
  return retired && ['left', agent, [only, shortLine(reason)].filter((part) => part !== '').join(': ')];
}

const JOINED = { new: '', again: 'is back, ', before: 'is here, ' };

function ofRecruit({ agent, role }: RecordFor<'swarm.recruit'>, result: Result<'swarm.recruit'>): ChangeSummary | null {
  const recruited = done(result);
  return recruited && [recruited.joined === 'before' ? 'agent' : 'joined', agent, `${JOINED[recruited.joined]}as ${shortLine(role)}`];
}

function ofAdmission({ agent, refused, reason = '' }: RecordFor<'swarm.admit'>, result: Result<'swarm.admit'>): ChangeSummary | null {
  const why = reason === '' ? '' : `: ${shortLine(reason)}`;
  return done(result) && (refused ? ['refused', agent, `not admitted${why}`] : ['joined', agent, `admitted${why}`]);
}

function ofUsage({ agent, tokens, costUsd }: RecordFor<'swarm.usage'>, result: Result<'swarm.usage'>): ChangeSummary | null {
  const counts = done(result);
  return counts && ['usage', counts.task ?? agent, `${counted(tokens, 'token')}, ${dollars(costUsd)}`];
}

function ofWork(record: SwarmRecord, answer: SwarmAnswer): ChangeSummary | null {
  if (record.op === 'swarm.create' && isAnswerTo(answer, record.op))
    return done(answer.result) && ['created', record.swarm, shortLine(record.task)];
  if (record.op === 'swarm.complete' && isAnswerTo(answer, record.op)) return ofCompletion(record, answer.result);
  if (record.op === 'swarm.fail' && isAnswerTo(answer, record.op))
    return done(answer.result) && ['failed', record.task, shortLine(record.reason)];
  return null;
}

/** A completion that finishes the task shows as a change of the task's status. */
function ofCompletion({ task }: RecordFor<'swarm.complete'>, result: Result<'swarm.complete'>): ChangeSummary | null {
  const ended = done(result);
  return ended === null || ended.taskStatus === 'done' ? null : ['submitted', task, ''];
}

function ofDecision(record: SwarmRecord, answer: SwarmAnswer): ChangeSummary | null {
  if (record.op === 'swarm.propose' && isAnswerTo(answer, record.op))
    return done(answer.result) && ['proposed', record.proposal, `${shortLine(record.task)}: ${shortLine(record.approach)}`];
  if (record.op === 'swarm.vote' && isAnswerTo(answer, record.op))
    return done(answer.result) && ['voted', record.subject, shortLine(record.choice)];
  if (record.op === 'swarm.approve' && isAnswerTo(answer, record.op)) return ofApproval(record, answer.result);
  return null;
}

function ofApproval({ refused }: RecordFor<'swarm.approve'>, result: Result<'swarm.approve'>): ChangeSummary | null {
  const approved = done(result);
  return approved === null || refused ? null : ['approved', approved.task, ''];
}

type Adopted = SwarmAnswers['adopt'];

/** Reports an edit of the file by another program: the number of edits first, then the swarm and agents that they concern. */
function ofAdoption({ locks, kept, unusable, changes }: Adopted): ChangeDraft[] {
  const notLocked = locks.filter(({ outcome }) => outcome === 'denied').length;
  const taken = changes.applied.length + locks.length - notLocked;
  const refused = changes.refused.length + notLocked + kept.length + unusable.length;
  if (taken + refused === 0) return [];
  const detail = `took over ${counted(taken, 'edit')}${refused > 0 ? `, not ${counted(refused, 'other')}` : ''}`;
  return [{ kind: 'adopted', agent: null, subject: 'swarm.crtx', detail }, ...changes.applied.flatMap(ofEdit)];
}

function ofEdit(edit: Adopted['changes']['applied'][number]): ChangeDraft[] {
  switch (edit.change) {
    case 'swarm':
      return [{ kind: 'created', agent: edit.manifest.coordinator, subject: edit.manifest.id, detail: shortLine(edit.manifest.task) }];
    case 'agent-new':
      return [{ kind: 'joined', agent: null, subject: edit.agent.id, detail: `as ${shortLine(edit.agent.role)}` }];
    case 'agent-status': {
      const hasLeft = edit.status === 'done' || edit.status === 'failed';
      return [{ kind: hasLeft ? 'left' : 'agent', agent: null, subject: edit.agent, detail: edit.status }];
    }
    default:
      return [];
  }
}
