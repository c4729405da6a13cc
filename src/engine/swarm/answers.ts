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
import type { RecordFor, SwarmRecord } from './state/records.ts';
import { isTaskResult, type SwarmTaskAnswers } from './swarm-answers.ts';

/** The outcome of adopting a lock that another program wrote. */
export interface AdoptedLock {
  readonly path: string;
  readonly agentId: string;
  readonly outcome: AdoptAnswer['status'];
  /** Agents whose locks or requests exclude it. */
  readonly blockedBy: readonly string[];
}

/** The outcome of adopting an edit of another program. */
export interface AdoptReport {
  readonly locks: readonly AdoptedLock[];
  /** Locks that the other program removed and that remain, because the log granted them. */
  readonly kept: readonly { readonly path: string; readonly agentId: string }[];
  /** Locks that it wrote and that no agent can hold. */
  readonly unusable: RecordFor<'adopt'>['unusable'];
  /** The changes that do not concern locks. */
  readonly changes: MergeReport;
}

/** Schemas of the answers to lock operations. */
const lockAnswers = {
  'lock.acquire': lockAnswerSchema,
  'lock.cancel': requestStateSchema,
  'lock.renew': heldAnswerSchema,
  /** `lapsed`: which of the named locks, or of all, had expired or were broken before. */
  'lock.release': onDemand(() => z.intersection(heldAnswerSchema(), z.object({ lapsed: z.array(lapsedLockSchema()).readonly() }))),
  /** `denied`: only the coordinator or a person may break a lock. */
  'lock.break': onDemand(() =>
    z.discriminatedUnion('status', [heldAnswerSchema(), z.object({ status: z.literal('denied'), coordinator: z.string().nullable() })]),
  ),
};
type LockAnswers = { readonly [Op in keyof typeof lockAnswers]: Readonly<Checked<(typeof lockAnswers)[Op]>> };

/** The answer to each operation. */
export interface SwarmAnswers extends SwarmTaskAnswers, LockAnswers {
  readonly tick: null;
  readonly adopt: AdoptReport;
  readonly told: null;
}

type OtherOp = Exclude<keyof SwarmAnswers, keyof SwarmTaskAnswers>;

/** An answer with its operation. `isAnswerTo` ties the result of a task operation to it for the compiler. */
type AnyAnswer =
  | { [Op in OtherOp]: { readonly op: Op; readonly result: SwarmAnswers[Op] } }[OtherOp]
  | { readonly op: keyof SwarmTaskAnswers; readonly result: SwarmTaskAnswers[keyof SwarmTaskAnswers] };

/** `releasedLocks`: the locks that ended because the record ended the swarm; absent if none did. */
export type SwarmAnswer = AnyAnswer & { readonly releasedLocks?: readonly GrantedLock[] };

/** Type guard that ties an answer to the operation that it answers. */
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
      // A process that adopts reads the log itself, so the leader never answers this.
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

/** Returns whether a value from another process is a valid answer to such an operation. If not, this process reads the log itself. */
export function isSwarmAnswer(value: unknown, { op }: SwarmRecord): value is SwarmAnswer {
  return ownProperty(value, 'op') === op && releasedSchema().safeParse(value).success && isResult(op, ownProperty(value, 'result'));
}
