import type { SwarmLock } from '../../src/engine/crtx/schema.ts';
import type { SwarmAnswer } from '../../src/engine/swarm/answers.ts';
import type { Refused } from '../../src/engine/swarm/refusal.ts';
import type { RecordFor, SwarmRecord } from '../../src/engine/swarm/state/records.ts';
import type { SwarmTaskAnswer } from '../../src/engine/swarm/state/swarm.ts';
import type { SwarmTaskRecord } from '../../src/engine/swarm/state/swarm-records.ts';
import type { ClaimedTask, LostTasks } from '../../src/engine/swarm/swarm-answers.ts';
import { LockModel } from '../support/lock-model.ts';
import { type Outcome, SwarmModel } from './swarm-model.ts';
import { isPerson } from './swarm-model-state.ts';

/** A record's place: its ordinal is the fencing token of its grants. Milliseconds. */
export interface Place {
  readonly ordinal: number;
  readonly time: number;
  readonly id: string;
  /** By how much the clock was set before it. */
  readonly shift?: number;
}

type LockRecord = Extract<SwarmRecord, { op: `lock.${string}` }>;

function isTaskRecord(record: SwarmRecord): record is SwarmTaskRecord {
  return record.op.startsWith('swarm.');
}

function isTaskAnswer(answer: SwarmAnswer): answer is SwarmTaskAnswer {
  return answer.op.startsWith('swarm.');
}

/** Reference model of a swarm's whole log: tasks, agents, budget and locks. */
export class LogModel {
  readonly swarm = new SwarmModel();
  readonly locks = new LockModel();

  /** Returns the expected answer of a record, reduced like `outcomeOf`. */
  apply(record: SwarmRecord, place: Place): Outcome {
    this.locks.shift(place.shift ?? 0);
    this.swarm.shift(place.shift ?? 0);
    this.locks.advance(place.time, place.ordinal);
    const wasRunning = this.swarm.swarm !== null && !this.swarm.isFinished;
    const outcome = this.#answer(record, place);
    const owners = wasRunning && this.swarm.isFinished ? this.swarm.lockOwners : [];
    return withReleased(outcome, this.locks.withdraw(owners, place.time, place.ordinal));
  }

  #answer(record: SwarmRecord, { ordinal, time, id }: Place): Outcome {
    const { swarm } = this;
    if (isTaskRecord(record)) {
      const { outcome, warnings } = swarm.apply(record, time);
      return [outcome, ...warnings].join(', ');
    }
    if (record.op === 'adopt') return this.#adopt(record, { ordinal, time, id });
    swarm.advance(time);
    if (record.op === 'told' || record.op === 'tick') return '';
    if ('agent' in record) swarm.heardOf(record.agent);
    swarm.advance(time);
    return this.#lock(record, { ordinal, time, id });
  }

  /** The locks as shown in the file. */
  shownLocks(time: number): SwarmLock[] {
    const held = this.locks.list().filter(({ expiresAt }) => expiresAt > time);
    return held.map(({ path, agentId, type, acquiredAt, expiresAt, reason }) => ({ path, agentId, type, acquiredAt, expiresAt, reason }));
  }

  #lock(record: LockRecord, { ordinal, time, id }: Place): Outcome {
    const { locks } = this;
    switch (record.op) {
      case 'lock.acquire':
        return locks.acquire({ ...record, id, agentId: record.agent }, time, ordinal).status;
      case 'lock.cancel':
        locks.cancel(record.request, time, ordinal, record.granted);
        return locks.request(record.request).status;
      case 'lock.renew':
        return locks.renew(record.agent, record.paths, record.ttlMs, time, ordinal).status;
      case 'lock.release':
        return locks.release(record.agent, record.paths, time, ordinal).status;
      case 'lock.break':
        if (record.by !== this.swarm.swarm?.coordinator && !isPerson(record.by)) return 'denied';
        return locks.break(record.path, time, ordinal).status;
    }
  }

  #adopt(record: RecordFor<'adopt'>, { ordinal, time }: Place): Outcome {
    for (const { path, agentId } of record.dropped) this.locks.dropForeign(path, agentId, time, ordinal);
    const adopted = record.locks.map((lock) => this.locks.adopt(lock, time, ordinal).status);
    const { refused } = this.swarm.adopt(record.changes, time);
    return adoptOutcome(adopted, refused);
  }
}

function adoptOutcome(locks: readonly string[], refused: readonly { readonly change: string }[]): Outcome {
  return ['adopted', ...locks, ...refused.map(({ change }) => `not ${change}`).sort()].join(', ');
}

function withReleased(outcome: Outcome, locks: readonly SwarmLock[]): Outcome {
  return [outcome, ...locks.map(({ path, agentId }) => `released ${path} of ${agentId}`)].join(', ');
}

/** Reduces an answer of the real swarm to its deciding parts. */
export function outcomeOf(answer: SwarmAnswer): Outcome {
  return withReleased(outcomeAlone(answer), answer.releasedLocks ?? []);
}

function outcomeAlone(answer: SwarmAnswer): Outcome {
  if (answer.op === 'tick' || answer.op === 'told') return '';
  if (answer.op === 'adopt') {
    const { locks, changes } = answer.result;
    return adoptOutcome(
      locks.map(({ outcome }) => outcome),
      changes.refused.map(({ change }) => change),
    );
  }
  if (!isTaskAnswer(answer)) return answer.result.status;
  const { status, warnings } = answer.result;
  const outcome =
    status === 'ok' ? done(answer) : status === 'none' ? [answer.result.reason, ...answer.result.lost].join(' ') : refusal(answer.result);
  return [outcome, ...warnings.map(({ limit, percent }) => `${limit} ${percent}`)].join(', ');
}

function refusal(refused: Refused): Outcome {
  if (refused.code === 'not-yours') return `not-yours ${refused.holder ?? 'nobody'}`;
  return refused.code === 'in-work' ? `in-work ${refused.holder}` : refused.code;
}

function done({ op, result }: SwarmTaskAnswer): Outcome {
  if (result.status !== 'ok' || op === 'swarm.budget') return 'ok';
  return ofWork(result) ?? ofDecision(result) ?? (op === 'swarm.usage' && 'task' in result ? `ok ${result.task ?? ''}` : 'ok');
}

type Accepted = Extract<SwarmTaskAnswer['result'], { status: 'ok' }>;

const isAgain = (result: Accepted) => 'again' in result && result.again;

function decidedBy(result: Accepted): string {
  return 'decided' in result && Array.isArray(result.decided)
    ? result.decided.map(({ subject, winner }) => `; ${subject}: ${winner}`).join('')
    : '';
}

/** Only a claim reports lost tasks. */
function given({ task, before, lost = [] }: ClaimedTask & Partial<LostTasks>): Outcome {
  return ['ok', task.id, 'after', ...before.map((each) => each.task), ...lost].join(' ');
}

function ofWork(result: Accepted): Outcome | null {
  if ('before' in result && 'task' in result) return given(result);
  if ('ready' in result) return `ok ${result.taskStatus} ${isAgain(result) ? 'again' : `ready ${result.ready.join(' ')}`}`;
  if ('skipped' in result && 'taskStatus' in result)
    return `ok ${result.taskStatus} ${isAgain(result) ? 'again' : `skipped ${result.skipped.join(' ')}`}`;
  if ('joined' in result) return `ok ${result.joined}`;
  if ('released' in result) return `ok ${result.released.join(' ')}${decidedBy(result)}`;
  if ('previous' in result) return isAgain(result) ? 'ok again' : `ok from ${result.previous}`;
  return null;
}

function ofDecision(result: Accepted): Outcome | null {
  if ('agree' in result) return `ok ${result.state} ${result.agree}:${result.against}`;
  if ('voices' in result) {
    const counts = result.voices.map(({ count }) => count).join(':');
    return `ok ${result.decided?.winner ?? 'open'} ${counts} of ${result.entitled}`;
  }
  if ('questions' in result) return `ok ${result.state} ${result.waitsFor ?? ''} ${result.finished ? 'finished' : ''}`;
  return ofSteering(result);
}

function ofSteering(result: Accepted): Outcome | null {
  if ('since' in result && 'by' in result) return `ok ${result.by}${result.again ? ' again' : ''}`;
  if ('pausedMs' in result) return result.again ? 'ok again' : `ok ${result.pausedMs}`;
  const count = 'skipped' in result ? result.skipped : 'count' in result ? result.count : 'added' in result ? result.added : null;
  return count === null ? null : `ok ${count}`;
}
