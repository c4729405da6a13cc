import { overlaps } from '../../locks/lock-overlap.ts';
import type { LockAnswer } from '../../locks/lock-types.ts';
import type { SwarmStore } from '../../store.ts';

/** Returns the own locks that the last agent of a deadlock waits for. */
export function toRelease({ locks, runtime }: SwarmStore, answer: LockAnswer): string[] {
  if (answer.status !== 'cycle') return [];
  const [asking, waiting] = [answer.cycle.at(-1), answer.cycle.at(-2)];
  const wanted = locks.queue().flatMap(({ agentId, paths }) => (agentId === waiting ? paths : []));
  const own = locks.list(runtime.clock.now()).filter(({ agentId }) => agentId === asking);
  return own.map(({ path }) => path).filter((path) => wanted.some((each) => overlaps(each, path)));
}
