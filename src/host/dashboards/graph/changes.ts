import { isDeepStrictEqual } from 'node:util';
import { differentIn } from '../work-queues/changes.ts';
import type { GraphPush } from './protocol.ts';

/** What a page that shows `before` is told: the parts that are different; `null` where none is, as its clock goes on by itself. */
export function changesOf(before: GraphPush, state: GraphPush): GraphPush | null {
  if (before.kind !== 'graph' || state.kind !== 'graph') return isDeepStrictEqual(before, state) ? null : state;
  const { now: _, ...partsBefore } = before.snapshot;
  const { now, ...parts } = state.snapshot;
  const changes = differentIn(partsBefore, parts);
  return Object.keys(changes).length === 0 ? null : { kind: 'changes', changes: { ...changes, now } };
}
