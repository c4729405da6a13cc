import type { MergeReport } from './changes.ts';
import type { LapsedLock } from './locks/lapsed-locks.ts';
import type { AdoptAnswer, GrantedLock, HeldAnswer, LockAnswer, RequestState } from './locks/lock-types.ts';
import type { RecordOf } from './records.ts';
import type { SwarmTaskAnswers } from './swarm-operations.ts';

/** What became of a foreign edit. */
export interface AdoptReport {
  readonly locks: readonly { readonly path: string; readonly agentId: string; readonly outcome: AdoptAnswer['status'] }[];
  /** Locks that the foreign program took away and that stay, because the log granted them. */
  readonly kept: readonly { readonly path: string; readonly agentId: string }[];
  /** Locks that it wrote and that nobody can hold. */
  readonly unusable: RecordOf<'adopt'>['unusable'];
  /** Everything but locks. */
  readonly changes: MergeReport;
}

/** `denied`: only the coordinator or a person may break a lock. */
export type BreakAnswer = HeldAnswer | { readonly status: 'denied'; readonly coordinator: string | null };

/** `lapsed`: of what was named, or of all, what had run out, or was broken, before. */
type ReleaseAnswer = HeldAnswer & { readonly lapsed: readonly LapsedLock[] };

/** What each operation answers. */
export interface SwarmAnswers extends SwarmTaskAnswers {
  'lock.acquire': LockAnswer;
  'lock.cancel': RequestState;
  'lock.renew': HeldAnswer;
  'lock.release': ReleaseAnswer;
  'lock.break': BreakAnswer;
  tick: null;
  adopt: AdoptReport;
  told: null;
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
