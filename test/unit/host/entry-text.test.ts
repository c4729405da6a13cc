import { expect, test } from 'vitest';
import type { TimelineEntry } from '../../../src/engine/crtx/index.ts';
import { entryLine, entryText, entryTitle, localTime } from '../../../src/host/model/entry-text.ts';

const entry: TimelineEntry = {
  id: 'tl_1',
  timestamp: 1_800_000_000_000,
  agentId: 'ada',
  type: 'decision',
  action: 'Use UTC in src/clock.ts',
  reasoning: 'Zones differ.\nTests too.',
  confidence: 0.8,
  context: { files: ['src/clock.ts', 'README.md'], task: 'clock', state: { tried: 2 } },
  refs: ['tl_0'],
  outcome: 'success',
  outcomeDetail: 'all green',
  parent: 'tl_0',
};

test('the text of an entry contains everything that was recorded', () => {
  expect(entryText(entry).replace(localTime(entry.timestamp), 'THEN')).toBe(`Use UTC in src/clock.ts

Time:         THEN
Type:         decision
Agent:        ada
Outcome:      success: all green
Confidence:   80 %
Task:         clock
Follows from: tl_0
Id:           tl_1

Why
  Zones differ.
  Tests too.

Files
  src/clock.ts
  README.md

Refers to
  tl_0

Context
  {
    "tried": 2
  }
`);
});

test('the text of an entry omits missing fields and bidirectional control characters', () => {
  const bare = { ...entry, reasoning: 'a\u202eb\u0007', context: { files: [], state: {} }, refs: [] };
  const text = entryText(bare);
  expect(text).toContain('Why\n  a b \n');
  expect(text).not.toMatch(/Files|Refers|Context|Task/);
});

test('localTime uses the local time zone with its offset, and parses to the same moment', () => {
  for (const at of [0, entry.timestamp, 1_750_000_000_000]) {
    expect(localTime(at)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/);
    expect(Date.parse(localTime(at))).toBe(at);
  }
  expect(localTime(9e15)).toBe('9000000000000000');
});

test('the tab title of an entry is its action on one line, without path separators or a trailing file extension', () => {
  expect(entryTitle(entry)).toBe('Use UTC in src∕clock.ts – Timeline');
  expect(entryTitle({ ...entry, action: '\n' })).toBe('tl_1 – Timeline');
});

test('the list line of a failure with outcome failure contains the word once', () => {
  const then = new Date(entry.timestamp).toLocaleString();
  expect(entryLine(entry).description).toBe(`ada · decision · success · ${then}`);
  expect(entryLine({ ...entry, type: 'failure', outcome: 'failure' }).description).toBe(`ada · failure · ${then}`);
});
