import { isPerson } from '../../crtx/people.ts';
import type { LogMachine } from '../../log/machine.ts';
import type { RecordPosition } from '../../log/record-place.ts';
import { type AdoptReport, isAnswerTo, type SwarmAnswer } from '../answers.ts';
import type { BudgetWarning } from '../budget.ts';
import { type Consequences, createTimelineEntries } from '../events/timeline-entries.ts';
import type { GrantedLock } from '../locks/lock-types.ts';
import type { Task } from '../tasks/task.ts';
import { listNotAdopted } from './not-adopted.ts';
import { type RecordFor, readSwarmRecord, type SwarmRecord } from './records.ts';
import { createSwarmState, restoreSwarm, type SwarmState, snapshotSwarm } from './state.ts';
import { applySwarmRecord } from './swarm.ts';
import type { SwarmTaskRecord } from './swarm-records.ts';

type LockRecord = Extract<SwarmRecord, { op: `lock.${string}` }>;

function isTaskRecord(record: SwarmRecord): record is SwarmTaskRecord {
  return record.op.startsWith('swarm.');
}

function adopt({ locks, swarm }: SwarmState, record: RecordFor<'adopt'>, { time, ordinal }: RecordPosition): AdoptReport & Warned {
  // A lock that was released or expired meanwhile is gone, as the foreign program wanted.
  const kept = record.dropped.filter(({ path, agentId, fence }) => {
    locks.dropForeign(path, agentId, time, ordinal, fence);
    return locks.holders(path, time).some((lock) => lock.path === path && lock.agentId === agentId);
  });
  const adopted = record.locks.map((lock) => {
    const result = locks.adopt(lock, time, ordinal);
    // Older records name no blockers in the timeline, and what they recorded there must not change.
    const isNamed = result.status === 'denied' && record.oneByOne === true;
    const blockedBy = isNamed ? [...new Set(result.blockedBy.map(({ agentId }) => agentId))] : [];
    return { path: lock.path, agentId: lock.agentId, outcome: result.status, blockedBy };
  });
  const { warnings, ...changes } = swarm.applyChanges(record.changes, time, record);
  return { locks: adopted, kept, unusable: record.unusable, changes, warnings };
}

interface Warned {
  readonly warnings: readonly BudgetWarning[];
}

function answerLock(
  { locks, lapsed, endedWaits, swarm }: SwarmState,
  record: LockRecord,
  { time, ordinal, id }: RecordPosition,
): SwarmAnswer {
  switch (record.op) {
    case 'lock.acquire': {
      const { agent: agentId, paths, type, shared, ttlMs, waitMs, reason } = record;
      return { op: record.op, result: locks.acquire({ id, agentId, paths, type, shared, ttlMs, waitMs, reason }, time, ordinal) };
    }
    case 'lock.cancel':
      // With `granted` the waiting process is dead, so it will not ask who ended its wait.
      if (record.granted !== true) endedWaits.note(record.request, record);
      locks.cancel(record.request, time, ordinal, record.granted);
      return { op: record.op, result: locks.request(record.request) };
    case 'lock.renew':
      return { op: record.op, result: locks.renew(record.agent, record.paths, record.ttlMs, time, ordinal) };
    case 'lock.release':
      return {
        op: record.op,
        result: { ...locks.release(record.agent, record.paths, time, ordinal), lapsed: lapsed.take(record.agent, record.paths) },
      };
    case 'lock.break': {
      const { coordinator } = swarm;
      if (record.by !== coordinator && !isPerson(record.by)) return { op: record.op, result: { status: 'denied', coordinator } };
      const result = locks.break(record.path, time, ordinal);
      lapsed.noteBroken(result.locks, record, time);
      return { op: record.op, result };
    }
  }
}

/** Returns the answer, and the budget limits that were reached. */
function answer(state: SwarmState, record: SwarmRecord, place: RecordPosition): { answer: SwarmAnswer } & Warned {
  const { swarm, pendingEntries } = state;
  if (isTaskRecord(record)) {
    const answer = applySwarmRecord(swarm, record, place.time);
    return { answer, warnings: answer.result.warnings };
  }
  switch (record.op) {
    case 'adopt': {
      const { warnings, ...result } = adopt(state, record, place);
      return { answer: { op: record.op, result }, warnings };
    }
    case 'told':
      for (const id of record.news) pendingEntries.delete(id);
      state.escalations.markRecorded(record.news);
      return { answer: { op: record.op, result: null }, warnings: [] };
    case 'tick':
      return { answer: { op: record.op, result: null }, warnings: [] };
    default: {
      // A lock operation counts as a heartbeat of a member. It has no effect for agents that are not members.
      const warnings = 'agent' in record ? swarm.recordActivity(record.agent, place.time) : [];
      return { answer: answerLock(state, record, place), warnings };
    }
  }
}

/** Ends the locks and waits of the members when a record ends the swarm. Returns the released locks. */
function releaseWithEnd({ locks, lapsed, swarm }: SwarmState, { time, ordinal }: RecordPosition): readonly GrantedLock[] {
  const released = locks.withdraw(swarm.lockOwners, time, ordinal);
  lapsed.noteEnded(released, swarm.id ?? '', time);
  return released;
}

/** Shifts all times after the clock was set. @param ms milliseconds, may be negative */
function shiftTimes({ locks, lapsed, swarm }: SwarmState, ms: number): void {
  locks.shift(ms);
  lapsed.shift(ms);
  swarm.shift(ms);
}

/** Reports whether the file has something that was not adopted. Always false for older records, which must not change anything by it. */
function hasLeftOut({ oneByOne }: RecordFor<'adopt'>, answer: SwarmAnswer): boolean {
  return oneByOne === true && isAnswerTo(answer, 'adopt') && listNotAdopted(answer.result).length > 0;
}

/** Adopts keys beside `data` and the order of its keys. @returns whether there are any */
function takeForm(state: SwarmState, { beside = {}, order }: RecordFor<'adopt'>): boolean {
  state.beside = { ...state.beside, ...beside };
  state.order = order ?? state.order;
  return order !== undefined || Object.keys(beside).length > 0;
}

/** The effect of a record. */
export interface Effect extends Consequences {
  readonly answer: SwarmAnswer;
  /** Whether the publication has to be written again. */
  readonly changed: boolean;
  /** The tasks whose status or holders may have changed; all tasks if the state was just restored. */
  readonly touched: ReadonlySet<Task>;
}

/** The state machine of the swarm's log. */
export const swarmMachine = {
  parse: readSwarmRecord,
  create: createSwarmState,
  snapshot: snapshotSwarm,
  restore: restoreSwarm,
  apply: (state, record, place): Effect => {
    const { locks, lapsed, swarm, pendingEntries } = state;
    state.created ??= (record.op === 'adopt' ? record.created : undefined) ?? place.time;
    state.time = place.time;
    const before = { locks: locks.revision, swarm: swarm.revision };
    if (place.shift !== undefined) shiftTimes(state, place.shift);
    locks.advance(place.time, place.ordinal);
    lapsed.note(locks.events, place.time);
    if ('coversBelow' in record && record.coversBelow) locks.coverBelow();
    const wasRunning = swarm.isRunning;
    swarm.passTime(place.time);
    const { answer: applied, warnings } = answer(state, record, place);
    lapsed.forgetGranted(locks.events);
    const releasedLocks = wasRunning && swarm.isFinished ? releaseWithEnd(state, place) : [];
    const result: SwarmAnswer = releasedLocks.length === 0 ? applied : { ...applied, releasedLocks };
    const events = swarm.takeEvents();
    const limits = [...warnings, ...swarm.takeReachedLimits()];
    const fresh = createTimelineEntries(swarm, record, result, { events, limits, lockEvents: locks.events }, place);
    for (const each of fresh) pendingEntries.set(each.id, each);
    state.escalations.update(swarm, fresh, record.op === 'adopt');
    const followed = { events, limits, touched: swarm.takeUpdatedTasks(), lockEvents: locks.events };
    const needsCleanup = record.op === 'adopt' && (takeForm(state, record) || record.left !== undefined || hasLeftOut(record, applied));
    const changed = needsCleanup || locks.revision !== before.locks || swarm.revision !== before.swarm;
    return { ...followed, answer: result, changed };
  },
} satisfies LogMachine<SwarmRecord, SwarmState, SwarmAnswer>;
