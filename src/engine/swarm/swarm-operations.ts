import type { Swarm } from './state/swarm.ts';
import type { SwarmTaskRecord } from './state/swarm-records.ts';
import type { SwarmTaskAnswers } from './swarm-answers.ts';

export type SwarmTaskAnswer = {
  [Op in keyof SwarmTaskAnswers]: { readonly op: Op; readonly result: SwarmTaskAnswers[Op] };
}[keyof SwarmTaskAnswers];

/**
 * Applies a record to a swarm.
 * @param at effective time of the record, milliseconds since 1970 UTC
 */
export function applySwarmRecord(swarm: Swarm, record: SwarmTaskRecord, at: number): SwarmTaskAnswer {
  switch (record.op) {
    case 'swarm.create':
      return { op: record.op, result: swarm.create(record, at) };
    case 'swarm.recruit':
      return { op: record.op, result: swarm.recruit(record, at) };
    case 'swarm.admit':
      return { op: record.op, result: swarm.admit(record, at) };
    case 'swarm.retire':
      return { op: record.op, result: swarm.retire(record, at) };
    case 'swarm.assign':
      return { op: record.op, result: swarm.assign(record, at) };
    case 'swarm.claim':
      return { op: record.op, result: swarm.claim(record, at) };
    case 'swarm.start':
      return { op: record.op, result: swarm.start(record, at) };
    case 'swarm.complete':
      return { op: record.op, result: swarm.complete(record, at) };
    case 'swarm.fail':
      return { op: record.op, result: swarm.fail(record, at) };
    case 'swarm.usage':
      return { op: record.op, result: swarm.usage(record, at) };
    case 'swarm.activity':
      return { op: record.op, result: swarm.activity(record, at) };
    case 'swarm.propose':
      return { op: record.op, result: swarm.propose(record, at) };
    case 'swarm.vote':
      return { op: record.op, result: swarm.vote(record, at) };
    case 'swarm.merge':
      return { op: record.op, result: swarm.merge(record, at) };
    case 'swarm.approve':
      return { op: record.op, result: swarm.approve(record, at) };
    default:
      return applyControl(swarm, record, at);
  }
}

type SteeringRecord = Extract<SwarmTaskRecord, { readonly op: `swarm.${'pause' | 'resume' | 'abort' | 'budget' | 'retry' | 'decompose'}` }>;

function applyControl(swarm: Swarm, record: SteeringRecord, at: number): SwarmTaskAnswer {
  switch (record.op) {
    case 'swarm.pause':
      return { op: record.op, result: swarm.pause(record, at) };
    case 'swarm.resume':
      return { op: record.op, result: swarm.resume(record, at) };
    case 'swarm.abort':
      return { op: record.op, result: swarm.abort(record, at) };
    case 'swarm.budget':
      return { op: record.op, result: swarm.setBudget(record, at) };
    case 'swarm.retry':
      return { op: record.op, result: swarm.retry(record, at) };
    case 'swarm.decompose':
      return { op: record.op, result: swarm.decompose(record, at) };
  }
}
