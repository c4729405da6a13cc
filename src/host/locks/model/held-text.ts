import { kindOfLockPath } from '../../../engine/swarm/index.ts';
import { clockTime, counted, oneLine } from '../../model/text.ts';
import type { CoveringLock } from './lock-look.ts';

/** The lock of somebody else that lets nobody write in a file, of several the one that lasts longest; `null` where a person may write. */
export function heldByOther<Found extends CoveringLock>(locks: readonly Found[], person: string): Found | null {
  const others = locks.filter(({ lock }) => lock.type === 'exclusive' && lock.agentId !== person);
  return others.reduce<Found | null>((last, each) => (last !== null && last.lock.expiresAt >= each.lock.expiresAt ? last : each), null);
}

/** How the line above a file that somebody else has locked begins. @param now milliseconds since 1970 UTC */
export function bannerText({ lock, waiting }: CoveringLock, now: number): string {
  const what = kindOfLockPath(lock.path) === 'file' ? 'this file' : oneLine(lock.path, 60);
  const queue = waiting.length === 0 ? '' : ` (${counted(waiting.length, 'agent')} waiting)`;
  return `${oneLine(lock.agentId, 60)} holds ${what} until ${clockTime(lock.expiresAt, now)}${queue}`;
}

/** Why it is locked; empty where nothing says it. */
export const reasonText = ({ lock }: CoveringLock): string => oneLine(lock.reason, 100);

/** @param file its name @param now milliseconds since 1970 UTC */
export function editText(held: CoveringLock, file: string, now: number): string {
  return `${ofHolder(held, file, now)} What you write here may be overwritten, or undo what is being written.`;
}

/** @param file its name @param now milliseconds since 1970 UTC */
export function savedText(held: CoveringLock, file: string, now: number): string {
  return `${ofHolder(held, file, now)} It is not told of what you saved, and may write over it.`;
}

function ofHolder(held: CoveringLock, file: string, now: number): string {
  const { agentId, path, expiresAt } = held.lock;
  const by = kindOfLockPath(path) === 'file' ? '' : ` with ${oneLine(path, 60)}`;
  const why = reasonText(held) === '' ? '' : ` (${reasonText(held)})`;
  return `${oneLine(agentId, 60)} holds ${oneLine(file, 80)}${by} until ${clockTime(expiresAt, now)}${why}.`;
}
