import type { Swarm } from './swarm.ts';
import type { SwarmTaskRecord } from './swarm-records.ts';

/** What each operation on tasks, agents and budget answers. */
export interface SwarmTaskAnswers {
  'swarm.create': ReturnType<Swarm['create']>;
  'swarm.recruit': ReturnType<Swarm['recruit']>;
  'swarm.retire': ReturnType<Swarm['retire']>;
  'swarm.assign': ReturnType<Swarm['assign']>;
  'swarm.claim': ReturnType<Swarm['claim']>;
  'swarm.start': ReturnType<Swarm['start']>;
  'swarm.complete': ReturnType<Swarm['complete']>;
  'swarm.fail': ReturnType<Swarm['fail']>;
  'swarm.usage': ReturnType<Swarm['usage']>;
  'swarm.activity': ReturnType<Swarm['activity']>;
}

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
  }
}
