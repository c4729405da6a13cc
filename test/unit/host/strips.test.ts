import { describe, expect, test } from 'vitest';
import type { ActivitySpan, AgentActivity } from '../../../src/engine/swarm/index.ts';
import { showActivity } from '../../../src/host/dashboards/swarm/activity.ts';
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

test('the shown time is all, or the last hours until now or the end; an agent has failed until its next task', () => {
  const HOUR = 3_600_000;
  const failed = span(0, HOUR, { end: 'failed' });
  const agents = [
    { agent: 'a', spans: [failed, span(HOUR, 2 * HOUR, { kind: 'wait', end: null })], marks: [], costs: [] },
    { agent: 'b', spans: [failed, span(HOUR, null)], marks: [], costs: [] },
  ];
  const result = { id: 'swm_1', from: 0, to: null, agents, problems: [] };
  const shown = (length: 'hour' | 'six-hours' | 'all', to: number | null = null) =>
    showActivity({ kind: 'read', result: { ...result, to }, problems: ['a gap'] }, length, 10 * HOUR);
  expect(shown('all').state).toEqual({ kind: 'shown', from: 0, to: 10 * HOUR, goesOn: true, lengthMs: 10 * HOUR, problems: ['a gap'] });
  expect(shown('six-hours').state).toMatchObject({ from: 4 * HOUR, to: 10 * HOUR });
  expect(shown('hour', 3 * HOUR).state).toMatchObject({ from: 2 * HOUR, to: 3 * HOUR, goesOn: false });
  expect(['a', 'b', 'c'].map((agent) => shown('all').hasFailed(agent))).toEqual([true, false, false]);
  expect([shown('all').stripOf('c', (task) => task), showActivity({ kind: 'reading' }, 'all', 0).state]).toEqual([
    null,
    { kind: 'reading' },
  ]);
});
