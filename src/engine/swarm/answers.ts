import * as z from 'zod';
import { type Checked, onDemand } from '../platform/on-demand.ts';
import { ownProperty } from '../text/foreign-data.ts';
import { lapsedLockSchema } from './locks/lapsed-locks.ts';
import {
  type AdoptAnswer,
  type GrantedLock,
  grantedLockSchema,
  heldAnswerSchema,
  lockAnswerSchema,
  requestStateSchema,
} from './locks/lock-types.ts';
import type { MergeReport } from './state/changes.ts';
import type { RecordOf, SwarmRecord } from './state/records.ts';
import { isTaskResult, type SwarmTaskAnswers } from './swarm-answers.ts';

/** What became of a lock that a foreign program wrote. */
export interface AdoptedLock {
  readonly path: string;
  readonly agentId: string;
  readonly outcome: AdoptAnswer['status'];
  /** Whose locks or requests exclude it. */
  readonly blockedBy: readonly string[];
}

/** What became of a foreign edit. */
export interface AdoptReport {
  readonly locks: readonly AdoptedLock[];
  /** Locks that the foreign program took away and that stay, because the log granted them. */
  readonly kept: readonly { readonly path: string; readonly agentId: string }[];
  /** Locks that it wrote and that nobody can hold. */
  readonly unusable: RecordOf<'adopt'>['unusable'];
  /** Everything but locks. */
  readonly changes: MergeReport;
}

/** What each operation on locks answers. */
const lockAnswers = {
  'lock.acquire': lockAnswerSchema,
  'lock.cancel': requestStateSchema,
  'lock.renew': heldAnswerSchema,
  /** `lapsed`: of what was named, or of all, what had run out, or was broken, before. */
  'lock.release': onDemand(() => z.intersection(heldAnswerSchema(), z.object({ lapsed: z.array(lapsedLockSchema()).readonly() }))),
  /** `denied`: only the coordinator or a person may break a lock. */
  'lock.break': onDemand(() =>
    z.discriminatedUnion('status', [heldAnswerSchema(), z.object({ status: z.literal('denied'), coordinator: z.string().nullable() })]),
  ),
};
type LockAnswers = { readonly [Op in keyof typeof lockAnswers]: Readonly<Checked<(typeof lockAnswers)[Op]>> };

/** What each operation answers. */
export interface SwarmAnswers extends SwarmTaskAnswers, LockAnswers {
  readonly tick: null;
  readonly adopt: AdoptReport;
  readonly told: null;
}

/** `releasedLocks`: what ended with the swarm that the record has ended; missing where nothing did. */
export type SwarmAnswer = {
  [Op in keyof SwarmAnswers]: {
    readonly op: Op;
    readonly result: SwarmAnswers[Op];
    readonly releasedLocks?: readonly GrantedLock[];
  };
}[keyof SwarmAnswers];

/** Ties an answer to the operation that it answers. */
export function isAnswerTo<Op extends SwarmAnswer['op']>(
  answer: SwarmAnswer,
  op: Op,
): answer is SwarmAnswer & { readonly op: Op; readonly result: SwarmAnswers[Op] } {
  return answer.op === op;
}

function isResult(op: SwarmRecord['op'], result: unknown): boolean {
  switch (op) {
    case 'tick':
    case 'told':
      return result === null;
    case 'adopt':
      // Whoever adopts reads the log, and asks nobody.
      return false;
    case 'lock.acquire':
    case 'lock.cancel':
    case 'lock.renew':
    case 'lock.release':
    case 'lock.break':
      return lockAnswers[op]().safeParse(result).success;
    default:
      return isTaskResult(op, result);
  }
}

const releasedSchema = onDemand(() => z.object({ releasedLocks: z.array(grantedLockSchema()).optional() }));

/** Whether what another process has said is an answer to such an operation: of anything else it is better to find out alone. */
export function isSwarmAnswer(value: unknown, { op }: SwarmRecord): value is SwarmAnswer {
  return ownProperty(value, 'op') === op && releasedSchema().safeParse(value).success && isResult(op, ownProperty(value, 'result'));
}
