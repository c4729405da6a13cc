import { describe, expect, test } from 'vitest';
import type { ActivitySpan, AgentActivity } from '../../../src/engine/swarm/index.ts';
import { stripOf } from '../../../src/host/model/swarm/strips.ts';

const TIME = { from: 0, to: 1_000_000 };

const span = (from: number, to: number | null, more: Partial<ActivitySpan> = {}): ActivitySpan => {
  return { kind: 'task', from, to, subject: 'x', end: to === null ? null : 'done', ...more };
};

const strip = (activity: Partial<AgentActivity>, time = TIME) =>
  stripOf({ agent: 'a', spans: [], marks: [], costs: [], ...activity }, time, (task) => `task ${task}`);

describe('the strip of an agent', () => {
  test('has what overlaps the shown time, with the descriptions of tasks and the names of paths', () => {
    const spans = [span(-50, -10), span(-10, 5), span(10, 40, { kind: 'wait', subject: 'src/[[]a].ts', end: null }), span(999_000, null)];
    expect(strip({ spans }).spans).toEqual([
      { kind: 'task', from: -10, to: 5, end: 'done', label: 'task x', count: 1 },
      { kind: 'wait', from: 10, to: 40, end: null, label: 'src/[a].ts', count: 1 },
      { kind: 'task', from: 999_000, to: null, end: null, label: 'task x', count: 1 },
    ]);
  });

  test('merges spans that would be drawn at the same place, but neither long ones nor those with another end', () => {
    const short = [span(0, 100), span(200, 300), span(400, 500, { end: 'failed' }), span(90_000, 95_000), span(95_100, 99_000)];
    expect(strip({ spans: short }).spans.map(({ from, to, end, count }) => [from, to, end, count])).toEqual([
      [0, 300, 'done', 2],
      [400, 500, 'failed', 1],
      [90_000, 95_000, 'done', 1],
      [95_100, 99_000, 'done', 1],
    ]);
  });

  test('stays small, whatever an agent did', () => {
    const spans = Array.from({ length: 50_000 }, (_, place) => span(place * 20, place * 20 + 10));
    const marks = Array.from({ length: 5_000 }, (_, at) => ({ kind: 'decision' as const, at, subject: 'x' }));
    const costs = Array.from({ length: 5_000 }, (_, at) => ({ at: at * 200, costUsd: 0.01 }));
    const shown = strip({ spans, marks, costs });
    expect(shown.spans.length).toBeLessThanOrEqual(1_001);
    expect(shown.spans.reduce((sum, { count }) => sum + count, 0)).toBe(50_000);
    expect(shown.marks).toHaveLength(200);
    expect(shown.marks.at(-1)?.at).toBe(4_999);
    expect(shown.costs).toHaveLength(60);
    expect(shown.costs.reduce((sum, { costUsd }) => sum + costUsd, 0)).toBeCloseTo(50);
  });
});
