import type { Place } from '../../kernel/log/core-state.ts';
import type { LogMachine } from '../../kernel/log/machine.ts';
import type { AdoptAnswer, HeldAnswer, LockAnswer, RequestState } from '../lock-types.ts';
import { type RecordOf, type SwarmRecord, swarmRecordSchema } from './records.ts';
import { createSwarmState, restoreSwarm, type SwarmState, snapshotSwarm } from './state.ts';

/** What became of each lock of a foreign edit. */
export interface AdoptReport {
  readonly locks: readonly { readonly path: string; readonly agentId: string; readonly outcome: AdoptAnswer['status'] }[];
  /** Locks that the foreign program took away and that stay, because the log granted them. */
  readonly kept: readonly { readonly path: string; readonly agentId: string }[];
}

/** What each operation answers. */
export interface SwarmAnswers {
  'lock.acquire': LockAnswer;
  'lock.cancel': RequestState;
  'lock.renew': HeldAnswer;
  'lock.release': HeldAnswer;
  'lock.break': HeldAnswer;
  tick: null;
  adopt: AdoptReport;
}

export type SwarmAnswer = { [Op in keyof SwarmAnswers]: { readonly op: Op; readonly result: SwarmAnswers[Op] } }[keyof SwarmAnswers];

function adopt({ locks }: SwarmState, record: RecordOf<'adopt'>, { time, ordinal }: Place): AdoptReport {
  const kept = record.dropped.filter(({ path, agentId }) => locks.dropForeign(path, agentId, time, ordinal).status === 'not-held');
  const adopted = record.locks.map((lock) => ({
    path: lock.path,
    agentId: lock.agentId,
    outcome: locks.adopt(lock, time, ordinal).status,
  }));
  return { locks: adopted, kept };
}

function answer(state: SwarmState, record: SwarmRecord, { time, ordinal, id }: Place): SwarmAnswer {
  const { locks } = state;
  switch (record.op) {
    case 'lock.acquire': {
      const { agent: agentId, paths, type, ttlMs, waitMs, reason } = record;
      return { op: record.op, result: locks.acquire({ id, agentId, paths, type, ttlMs, waitMs, reason }, time, ordinal) };
    }
    case 'lock.cancel':
      locks.cancel(record.request, time, ordinal);
      return { op: record.op, result: locks.request(record.request) };
    case 'lock.renew':
      return { op: record.op, result: locks.renew(record.agent, record.paths, record.ttlMs, time, ordinal) };
    case 'lock.release':
      return { op: record.op, result: locks.release(record.agent, record.paths, time, ordinal) };
    case 'lock.break':
      return { op: record.op, result: locks.break(record.path, time, ordinal) };
    case 'tick':
      return { op: record.op, result: null };
    case 'adopt':
      return { op: record.op, result: adopt(state, record, { time, ordinal, id }) };
  }
}

/** The rules of the swarm's log. */
export const swarmMachine: LogMachine<SwarmRecord, SwarmState, SwarmAnswer> = {
  parse: (record) => swarmRecordSchema.safeParse(record).data ?? null,
  create: createSwarmState,
  snapshot: snapshotSwarm,
  restore: restoreSwarm,
  apply: (state, record, place) => {
    state.created ??= place.time;
    state.time = place.time;
    const before = state.locks.revision;
    state.locks.advance(place.time, place.ordinal);
    return { answer: answer(state, record, place), changed: state.locks.revision !== before };
  },
};
