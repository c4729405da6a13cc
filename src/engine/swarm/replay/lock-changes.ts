import { shortLine } from '../../crtx/shorten.ts';
import { counted } from '../../text/amounts.ts';
import type { LockTable } from '../locks/lock-table.ts';
import type { GrantedLock, LockEvent, QueuedRequest } from '../locks/lock-types.ts';
import type { SwarmRecord } from '../state/records.ts';
import type { ChangeDraft } from './change.ts';

/** A change caused by time alone. `at` is milliseconds since 1970 UTC. */
export interface TimedChange {
  readonly at: number;
  readonly change: ChangeDraft;
}

function ofLock(
  kind: ChangeDraft['kind'],
  { path, agentId: holder, type, expiresAt }: GrantedLock,
  agent: string | null,
  more = '',
): ChangeDraft {
  return { kind, agent, subject: path, detail: more === '' ? type : `${type}, ${more}`, holder, until: expiresAt };
}

function ofWait(kind: ChangeDraft['kind'], { agentId, paths, type, until }: QueuedRequest, detail: string): ChangeDraft {
  const others = paths.length > 1 ? ` and ${counted(paths.length - 1, 'other path')}` : '';
  return { kind, agent: agentId, subject: paths[0] ?? '', detail: `${type}${others}, ${detail}`, until };
}

/** Appends the reason, if there is one. */
const because = (detail: string, reason: string): string => (reason.trim() === '' ? detail : `${detail}: ${shortLine(reason)}`);

const expired = (lock: GrantedLock): TimedChange => ({ at: lock.expiresAt, change: ofLock('lock-expired', lock, lock.agentId) });
const waitTimedOut = (request: QueuedRequest): TimedChange => ({
  at: request.until,
  change: ofWait('lock-wait-ended', request, 'the wait timed out'),
});

function inOrder(changes: readonly TimedChange[]): TimedChange[] {
  const key = ({ change: { subject, kind, agent } }: TimedChange) => JSON.stringify([subject, kind, agent]);
  return changes.toSorted((one, other) => one.at - other.at || (key(one) < key(other) ? -1 : 1));
}

/** Returns the locks and waits that expire after `after` and up to `upTo`, in milliseconds since 1970 UTC. */
export function listExpiries(locks: LockTable, after: number, upTo: number): TimedChange[] {
  if ((locks.nextExpiry() ?? Number.POSITIVE_INFINITY) > upTo) return [];
  const ended = locks.list(after).filter(({ expiresAt }) => expiresAt <= upTo);
  const waits = locks.queue().filter(({ until }) => until > after && until <= upTo);
  return inOrder([...ended.map(expired), ...waits.map(waitTimedOut)]);
}

interface LockChanges {
  readonly before: readonly TimedChange[];
  readonly own: readonly ChangeDraft[];
}

const NOTHING: LockChanges = { before: [], own: [] };

interface Locking {
  readonly record: SwarmRecord;
  readonly id: string;
  /** Milliseconds since 1970 UTC. */
  readonly time: number;
  /** Locks that ended with the swarm. */
  readonly released: readonly GrantedLock[];
}

/** Returns the lock changes of a record, and the expiries before it. */
export function lockChanges(events: readonly LockEvent[], locking: Locking): LockChanges {
  if (events.length === 0) return NOTHING;
  const granted = new Set(events.map((each) => (each.event === 'granted' ? each.lock.requestId : null)));
  const before: TimedChange[] = [];
  const own: ChangeDraft[] = [];
  for (const each of events) {
    // A wait that ended with a grant is reported by the grant.
    if (each.event === 'left' && granted.has(each.request.id)) continue;
    const change = 'lock' in each ? ofLockEvent(each, locking) : ofWaitEvent(each, locking);
    if ('at' in change) before.push(change);
    else own.push(change);
  }
  return { before: inOrder(before), own };
}

type OfLock = Extract<LockEvent, { readonly lock: GrantedLock }>;
type OfWait = Extract<LockEvent, { readonly request: QueuedRequest }>;

function ofLockEvent({ event, lock }: OfLock, { record, id, time, released }: Locking): ChangeDraft | TimedChange {
  if (event === 'renewed') return ofLock('lock-renewed', lock, lock.agentId);
  if (event === 'granted') return ofGrant(lock, id);
  if (released.includes(lock)) return ofLock('lock-released', lock, lock.agentId, 'with the end of the swarm');
  return lock.expiresAt <= time ? expired(lock) : ofEnd(lock, record);
}

function ofWaitEvent({ event, request }: OfWait, { time }: Locking): ChangeDraft | TimedChange {
  if (event === 'queued') return ofWait('lock-queued', request, because('waits', request.reason));
  return request.until <= time ? waitTimedOut(request) : ofWait('lock-wait-ended', request, 'no longer waits');
}

/** @param id the record's id; a lock that was granted to another request was waited for */
function ofGrant(lock: GrantedLock, id: string): ChangeDraft {
  const waited = lock.requestId !== id && !lock.foreign ? 'after waiting' : '';
  return ofLock('lock-granted', lock, lock.agentId, [waited, shortLine(lock.reason)].filter((each) => each !== '').join(', '));
}

function ofEnd(lock: GrantedLock, record: SwarmRecord): ChangeDraft {
  if (record.op === 'lock.break') return ofLock('lock-broken', lock, record.by, because(`of ${lock.agentId}`, record.reason));
  return ofLock('lock-released', lock, lock.agentId);
}
