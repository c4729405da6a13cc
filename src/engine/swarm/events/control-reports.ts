import { firstNames, shortLine } from '../../crtx/shorten.ts';
import { counted, duration } from '../../text/amounts.ts';
import { cut } from '../../text/cut.ts';
import { ownProperty } from '../../text/foreign-data.ts';
import type { SwarmAnswer } from '../answers.ts';
import type { GrantedLock } from '../locks/lock-types.ts';
import type { ChangeDraft } from '../replay/change.ts';
import { controlRecords } from '../schemas/control.ts';
import type { RecordFor, SwarmRecord } from '../state/records.ts';
import type { OperationResults } from '../swarm-answers.ts';
import { explainLimits } from '../wording.ts';
import { type EntryDraft, list, MAX_TEXT, sentence } from './entry-draft.ts';

/** Kind, subject and description of a change. */
export type ChangeSummary = readonly [ChangeDraft['kind'], string, string];

/** What is said of an operation: its entry in the timeline, and the change in the replay. */
interface Report {
  readonly entry: EntryDraft;
  readonly change: ChangeSummary;
}

type ControlOp = keyof typeof controlRecords;

const decided = (agentId: string, action: string, reasoning: string): EntryDraft => ({ agentId, type: 'decision', action, reasoning });

/** The reports of the operations that steer a swarm. */
const REPORTS: {
  readonly [Op in ControlOp]: (record: RecordFor<Op>, result: OperationResults[Op], releasedLocks: readonly GrantedLock[]) => Report;
} = {
  'swarm.pause': ({ by, reason }) => ({
    entry: { ...decided(by, 'Paused the swarm', cut(reason, MAX_TEXT.reason)), state: { isPause: true }, outcome: 'pending' },
    change: ['paused', '', shortLine(reason)],
  }),
  'swarm.resume': ({ by }, { finished, pausedMs }) => {
    const paused = `paused for ${duration(pausedMs)}`;
    const reasoning = finished ? 'The swarm had already finished.' : `It was ${paused}.`;
    return { entry: decided(by, 'Resumed the swarm', reasoning), change: ['resumed', '', paused] };
  },
  'swarm.abort': ({ by, reason }, { skipped }, releasedLocks) => {
    const locks = releasedLocks.length === 0 ? '' : ` Released: ${counted(releasedLocks.length, 'lock')} of its members.`;
    const text = `${sentence(cut(reason, MAX_TEXT.reason))} Skipped: ${skipped} ${skipped === 1 ? 'task' : 'tasks'}.${locks}`;
    return { entry: { ...decided(by, 'Aborted the swarm', text), outcome: 'abandoned' }, change: ['aborted', '', shortLine(reason)] };
  },
  'swarm.budget': ({ by }, { before, budget }) => {
    const reasoning = `New limits: ${explainLimits(budget)}; previous limits: ${explainLimits(before)}.`;
    const { maxAgents, maxTokens, maxCostUsd, maxDurationMs } = budget;
    const state = { maxAgents, maxTokens, maxCostUsd, maxDurationMs };
    return {
      entry: { ...decided(by, 'Changed the budget of the swarm', reasoning), state },
      change: ['budget-changed', '', explainLimits(budget)],
    };
  },
  'swarm.retry': ({ by, task }, { count }) => {
    const others = count === 0 ? 'No other task became pending.' : `Pending again with it: ${counted(count, 'task')}.`;
    return { entry: { ...decided(by, `Retried task ${shortLine(task)}`, others), task }, change: ['retried', task, ''] };
  },
  'swarm.decompose': ({ by, task, children }, { added }) => {
    const names = children.map(({ id }) => id);
    const split = decided(by, `Split task ${shortLine(task)} into ${counted(added, 'subtask')}`, `${list(names)}.`);
    return {
      entry: { ...split, task, state: { children: firstNames(names) } },
      change: ['split', task, `into ${counted(added, 'task')}`],
    };
  },
};

const isControl = (record: SwarmRecord): record is RecordFor<ControlOp> => Object.hasOwn(controlRecords, record.op);

/** Returns the report of a record that steers a swarm; `null` for other records, and if it changed nothing. */
export function reportControl(record: SwarmRecord, answer: SwarmAnswer): Report | null {
  return isControl(record) ? reportOf(record.op, record, answer) : null;
}

/** An answer whose result is not tied to its operation for the compiler. */
interface LooseAnswer extends Pick<SwarmAnswer, 'op' | 'releasedLocks'> {
  readonly result: unknown;
}

function isDoneAs<Op extends ControlOp>(answer: LooseAnswer, op: Op): answer is LooseAnswer & { readonly result: OperationResults[Op] } {
  const { result } = answer;
  return answer.op === op && ownProperty(result, 'status') === 'ok' && ownProperty(result, 'again') !== true;
}

function reportOf<Op extends ControlOp>(op: Op, record: RecordFor<Op>, answer: LooseAnswer): Report | null {
  return isDoneAs(answer, op) ? REPORTS[op](record, answer.result, answer.releasedLocks ?? []) : null;
}
