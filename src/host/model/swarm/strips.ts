import { type ActivitySpan, type AgentActivity, describeLockPath } from '../../../engine/swarm/index.ts';
import type { AgentStrip, StripSpan } from '../../dashboards/swarm/past-protocol.ts';
import { clipText } from '../pages.ts';

/** The time that a strip shows, in milliseconds since 1970 UTC. */
export interface StripTime {
  readonly from: number;
  readonly to: number;
}

/** Number of parts of the shown time that are told apart: more than a strip has pixels on most screens. */
const PARTS = 1_000;
/** Number of parts for which costs are added up. */
const COST_PARTS = 60;
const MAX_MARKS = 200;

/** Returns what an agent did in a time, with shorter spans merged. @param nameOf returns the description of a task */
export function stripOf({ spans, marks, costs }: AgentActivity, time: StripTime, nameOf: (task: string) => string): AgentStrip {
  const isShown = ({ at }: { readonly at: number }) => at >= time.from && at <= time.to;
  const labelOf = ({ kind, subject }: Pick<ActivitySpan, 'kind' | 'subject'>) =>
    clipText(kind === 'wait' ? describeLockPath(subject) : nameOf(subject));
  return {
    spans: mergeShort(
      spans.filter(({ from, to }) => from <= time.to && (to ?? time.to) >= time.from),
      (time.to - time.from) / PARTS,
      labelOf,
    ),
    marks: marks
      .filter(isShown)
      .slice(-MAX_MARKS)
      .map(({ kind, at, subject }) => ({
        kind,
        at,
        label: clipText(kind === 'lock-broken' ? describeLockPath(subject) : nameOf(subject)),
      })),
    costs: addUp(costs.filter(isShown), time),
  };
}

/** Merges a span into the one before it of the same kind if both would be drawn at nearly the same place. */
function mergeShort(spans: readonly ActivitySpan[], part: number, labelOf: (span: ActivitySpan) => string): StripSpan[] {
  const merged: StripSpan[] = [];
  const last = new Map<ActivitySpan['kind'], number>();
  for (const span of spans) {
    const { kind, from, to, end } = span;
    const place = last.get(kind);
    const before = place === undefined ? undefined : merged[place];
    const isNear = before !== undefined && before.to !== null && to !== null && to - from < part && to - before.to < part;
    if (place !== undefined && isNear && before.end === end)
      merged[place] = { ...before, to: Math.max(before.to ?? to, to), count: before.count + 1 };
    else {
      last.set(kind, merged.length);
      merged.push({ kind, from, to, end, label: labelOf(span), count: 1 });
    }
  }
  return merged;
}

function addUp(costs: AgentActivity['costs'], { from, to }: StripTime): AgentStrip['costs'] {
  const part = Math.max(1, (to - from) / COST_PARTS);
  const sums = new Map<number, number>();
  for (const { at, costUsd } of costs) {
    const place = Math.min(COST_PARTS - 1, Math.floor((at - from) / part));
    sums.set(place, (sums.get(place) ?? 0) + costUsd);
  }
  return [...sums].map(([place, costUsd]) => ({ at: from + place * part, costUsd }));
}
