import type { SwarmLock } from '../../../engine/crtx/index.ts';
import { clockTime, oneLine } from '../../model/text.ts';

/** How a file or folder looks that is locked. All texts are plain text. */
export interface LockLook {
  /** Two characters at most. */
  readonly badge: string;
  /** Of package.json. */
  readonly color: string;
  /** One lock a line: who, until when, why, and who waits. */
  readonly tooltip: string;
}

/** A lock that covers a file, with those who wait for it, first come first. */
export interface CoveringLock {
  readonly lock: SwarmLock;
  readonly waiting: readonly string[];
}

/** Nobody reads on. */
const MOST_LINES = 5;
const MOST_WAITING = 10;

/**
 * @param locks that cover the file and have not run out
 * @param person under whose id the one at the editor locks
 * @param now milliseconds since 1970 UTC
 * @returns `null` for what is not locked
 */
export function lookOf(locks: readonly CoveringLock[], person: string, now: number): LockLook | null {
  if (locks.length === 0) return null;
  const lines = locks.slice(0, MOST_LINES).map((each) => lineOf(each, person, now));
  const left = locks.length - lines.length;
  if (left > 0) lines.push(`${left.toLocaleString('en')} more`);
  return { ...kindOf(locks, person), tooltip: lines.join('\n') };
}

/** What another has exclusively counts first: there a person should not write. */
function kindOf(locks: readonly CoveringLock[], person: string): Pick<LockLook, 'badge' | 'color'> {
  const others = locks.filter(({ lock }) => lock.agentId !== person);
  if (others.some(({ lock }) => lock.type === 'exclusive')) return { badge: 'L', color: 'cortex.lockedForeground' };
  if (others.length > 0) return { badge: 'S', color: 'cortex.sharedLockForeground' };
  return { badge: 'Me', color: 'cortex.ownLockForeground' };
}

function lineOf({ lock, waiting }: CoveringLock, person: string, now: number): string {
  const { agentId, type, expiresAt, reason } = lock;
  const who = agentId === person ? 'you' : oneLine(agentId, 60);
  const parts = [`${type === 'shared' ? 'Share-locked' : 'Locked'} by ${who} until ${clockTime(expiresAt, now)}`];
  if (reason !== '') parts.push(`: ${oneLine(reason, 200)}`);
  if (waiting.length > 0) parts.push(` · Waiting: ${namesOf(waiting)}`);
  return parts.join('');
}

function namesOf(agents: readonly string[]): string {
  const names = agents.slice(0, MOST_WAITING).map((agent) => oneLine(agent, 60));
  return agents.length > names.length ? `${names.join(', ')} and ${agents.length - names.length} more` : names.join(', ');
}
