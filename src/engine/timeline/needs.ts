import type { TimelineEntry } from '../crtx/schema/timeline.ts';
import { createNeed, type Need } from '../platform/need.ts';
import { findDisputedId } from './merging/outcome-conflicts.ts';

/** Waiting merges and budgets: the swarm reports its own needs, immediately and with their actions. */
const isOfSwarm = ({ context }: TimelineEntry): boolean => context.trigger === 'swarm';

/**
 * Returns the needs for escalations without an outcome (seed 1, "escalation: escalated to a human or coordinator").
 * @param file of the timeline, absolute
 */
export function escalationNeeds(entries: readonly TimelineEntry[], file: string): Need[] {
  const open = entries.filter((entry) => !isOfSwarm(entry));
  return open.map(({ id, agentId, action, reasoning, timestamp }) =>
    createNeed({
      kind: 'escalation',
      about: [file, id],
      rank: 'blocked',
      title: action,
      since: timestamp,
      place: { file, line: null },
      why: `escalated by ${agentId}${reasoning.trim() === '' ? '' : `: ${reasoning}`}`,
      actions: [{ title: 'Resolve', operation: 'timeline resolve', input: { id }, asks: ['outcome'] }],
    }),
  );
}

/**
 * Returns the needs for entries that two sides of a merge ended differently, until a person decides.
 * @param file of the timeline, absolute
 */
export function outcomeConflictNeeds(entries: readonly TimelineEntry[], file: string): Need[] {
  return entries.flatMap((entry) => {
    const id = findDisputedId(entry);
    if (id === null) return [];
    const { id: conflict, action, reasoning, timestamp } = entry;
    return createNeed({
      kind: 'ending',
      about: [file, conflict],
      rank: 'soon',
      title: action,
      since: timestamp,
      place: { file, line: null },
      why: reasoning,
      actions: [{ title: 'Resolve', operation: 'timeline resolve', input: { id }, asks: ['outcome'] }],
    });
  });
}
