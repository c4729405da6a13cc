import { kindOfLockPath } from '../../../engine/swarm/index.ts';
import { clockTime, counted, oneLine } from '../../model/text.ts';
import type { CoveringLock } from './lock-decoration.ts';

/** Returns the exclusive lock of another agent that expires last; `null` if the user may write. */
export function heldByOther<Found extends CoveringLock>(locks: readonly Found[], person: string): Found | null {
  const others = locks.filter(({ lock }) => lock.type === 'exclusive' && lock.agentId !== person);
  return others.reduce<Found | null>((last, each) => (last !== null && last.lock.expiresAt >= each.lock.expiresAt ? last : each), null);
}

/** Returns the text above a file that another agent has locked. @param now milliseconds since 1970 UTC */
export function bannerText({ lock, waiting }: CoveringLock, now: number): string {
  const what = kindOfLockPath(lock.path) === 'file' ? 'this file' : oneLine(lock.path, 60);
  const queue = waiting.length === 0 ? '' : ` (${counted(waiting.length, 'agent')} waiting)`;
  return `${oneLine(lock.agentId, 60)} holds ${what} until ${clockTime(lock.expiresAt, now)}${queue}`;
}

/** Returns the reason of a lock; may be empty. */
export const reasonText = ({ lock }: CoveringLock): string => oneLine(lock.reason, 100);

/** @param file name of the file @param now milliseconds since 1970 UTC */
export function editText(held: CoveringLock, file: string, now: number): string {
  return `${ofHolder(held, file, now)} Your changes may be overwritten, or overwrite changes in progress.`;
}

/** @param file name of the file @param now milliseconds since 1970 UTC */
export function savedText(held: CoveringLock, file: string, now: number): string {
  return `${ofHolder(held, file, now)} It is not notified of your change, and may overwrite it.`;
}

function ofHolder(held: CoveringLock, file: string, now: number): string {
  const { agentId, path, expiresAt } = held.lock;
  const by = kindOfLockPath(path) === 'file' ? '' : ` with ${oneLine(path, 60)}`;
  const why = reasonText(held) === '' ? '' : ` (${reasonText(held)})`;
  return `${oneLine(agentId, 60)} holds ${oneLine(file, 80)}${by} until ${clockTime(expiresAt, now)}${why}.`;
}
