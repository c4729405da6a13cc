import { isDeepStrictEqual } from 'node:util';
import type { QueuesPush } from './protocol.ts';

/** The parts that are different. */
export function differentIn<Parts extends object>(before: Parts, now: Parts): Partial<Parts> {
  const different: Partial<Parts> = {};
  for (const name in now) if (!isDeepStrictEqual(before[name], now[name])) different[name] = now[name];
  return different;
}

/**
 * What a page that shows `before` is told: the parts that are different, of a thousand names and four columns perhaps one; `null` where
 * nothing is that it has in view, as its clock goes on by itself.
 */
export function changesOf(before: QueuesPush, state: QueuesPush): QueuesPush | null {
  if (before.kind !== 'queues' || state.kind !== 'queues') return isDeepStrictEqual(before, state) ? null : state;
  const { lists: listsBefore, now: _, ...partsBefore } = before.snapshot;
  const { lists, now, ...parts } = state.snapshot;
  const changedLists = differentIn(listsBefore, lists);
  const changed = differentIn(partsBefore, parts);
  const hasLists = Object.keys(changedLists).length > 0;
  if (!hasLists && Object.keys(changed).length === 0) return null;
  return { kind: 'changes', changes: { ...changed, ...(hasLists && { lists: changedLists }), now } };
}
