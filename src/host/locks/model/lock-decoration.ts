import type { SwarmLock } from '../../../engine/crtx/index.ts';
import { clockTime, oneLine } from '../../model/text.ts';

/** Decoration of a locked file or folder. All texts are plain text. */
export interface LockDecoration {
  /** At most two characters. */
  readonly badge: string;
  /** Color id in package.json. */
  readonly color: string;
  /** One line per lock: holder, expiry, reason, and waiting agents. */
  readonly tooltip: string;
}

/** A lock that covers a file, with the waiting agents in order of arrival. */
export interface CoveringLock {
  readonly lock: SwarmLock;
  readonly waiting: readonly string[];
}

/** Maximum number of lines in the tooltip. */
const MAX_LINES = 5;
const MAX_WAITING = 10;

/**
 * Returns the decoration of a file.
 * @param locks unexpired locks that cover the file
 * @param person id under which the user locks
 * @param now milliseconds since 1970 UTC
 * @returns `null` if the file is not locked
 */
export function decorate(locks: readonly CoveringLock[], person: string, now: number): LockDecoration | null {
  if (locks.length === 0) return null;
  const lines = locks.slice(0, MAX_LINES).map((each) => lineOf(each, person, now));
  const left = locks.length - lines.length;
  if (left > 0) lines.push(`${left.toLocaleString('en')} more`);
  return { ...kindOf(locks, person), tooltip: lines.join('\n') };
}

/** Returns badge and color. An exclusive lock of another agent takes precedence, because the user should not write then. */
function kindOf(locks: readonly CoveringLock[], person: string): Pick<LockDecoration, 'badge' | 'color'> {
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
  const names = agents.slice(0, MAX_WAITING).map((agent) => oneLine(agent, 60));
  return agents.length > names.length ? `${names.join(', ')} and ${agents.length - names.length} more` : names.join(', ');
}
