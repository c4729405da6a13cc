import { describe, expect, test } from 'vitest';
import type { TimelineEntry } from '../../../../src/engine/crtx/schema/timeline.ts';
import { mergeOutcomes } from '../../../../src/engine/timeline/merging/merge-outcomes.ts';
import { entryOf } from './make.ts';

type Ended = readonly [outcome: string, outcomeDetail?: string];

const NOW = 1_900_000_000_000;
const FILE = { name: 'timeline.crtx', now: NOW };
const PENDING: Ended = ['pending'];

function endedAs([outcome, outcomeDetail]: Ended): ReadonlyMap<string, TimelineEntry> {
  return new Map([['tle_1', entryOf('tle_1', { outcome, ...(outcomeDetail !== undefined && { outcomeDetail }) })]]);
}

const merged = (ours: Ended, theirs: Ended, base: Ended) => mergeOutcomes(FILE, endedAs(ours), endedAs(theirs), endedAs(base));

describe('the outcome of an entry that both sides of a merge changed', () => {
  test.each<{ what: string; one: Ended; other: Ended; base: Ended; taken: Ended }>([
    { what: 'against a pending one', one: ['success', 'done'], other: PENDING, base: PENDING, taken: ['success', 'done'] },
    { what: 'against one that was taken back', one: ['success'], other: PENDING, base: ['success'], taken: ['success'] },
    { what: 'that only one side has said anew', one: ['success'], other: ['failure'], base: ['failure'], taken: ['success'] },
    {
      what: 'that only one side has put into words',
      one: ['failure', 'why'],
      other: ['failure'],
      base: PENDING,
      taken: ['failure', 'why'],
    },
  ])('$what is taken without a conflict, on either side', ({ one, other, base, taken: [outcome, outcomeDetail] }) => {
    const ending = { outcome, ...(outcomeDetail !== undefined && { outcomeDetail }) };
    expect(merged(one, other, base)).toEqual([{ id: 'tle_1', ending }]);
    expect(merged(other, one, base)).toEqual([{ id: 'tle_1', ending }]);
  });

  test.each<{ one: Ended; other: Ended; base: Ended }>([
    { one: ['failure', 'b'], other: ['success', 'a'], base: PENDING },
    { one: ['failure', 'a'], other: ['failure', 'b'], base: PENDING },
    { one: ['abandoned'], other: ['success'], base: ['failure'] },
    { one: ['pending', 'a'], other: ['pending', 'b'], base: PENDING },
  ])('is $one for $one and $other on both sides, and one entry records both', ({ one, other, base }) => {
    const here = merged(one, other, base);
    expect(merged(other, one, base)).toEqual(here);
    const told = ([outcome, outcomeDetail]: Ended) => ({ outcome, ...(outcomeDetail !== undefined && { outcomeDetail }) });
    const state = { id: 'tle_1', endings: [told(one), told(other)] };
    const conflict = expect.objectContaining({ type: 'conflict', refs: ['tle_1'], context: expect.objectContaining({ state }) });
    expect(here).toEqual([{ id: 'tle_1', ending: told(one), conflict }]);
  });

  test('is recorded under a different id for a different outcome or file', () => {
    const ids = [
      merged(['failure'], ['success'], PENDING),
      merged(['failure', 'why'], ['success'], PENDING),
      mergeOutcomes({ ...FILE, name: 'archive/a.crtx' }, endedAs(['failure']), endedAs(['success']), new Map()),
    ].map(([each]) => each?.conflict?.id);
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^tle_\w{26}$/);
  });

  test('is recorded at the time of the merge, but in an archive at the time of the entry', () => {
    const archive = { ...FILE, name: 'archive/timeline-1-2000000000000-0123abcd.crtx' };
    const times = [FILE, archive].map((file) => mergeOutcomes(file, endedAs(['failure']), endedAs(['success']), new Map()));
    expect(times.map(([each]) => each?.conflict?.timestamp)).toEqual([NOW, entryOf('tle_1').timestamp]);
  });

  test('causes nothing if equal, or if only one side has the entry', () => {
    expect(merged(['success', 'a'], ['success', 'a'], PENDING)).toEqual([]);
    expect(mergeOutcomes(FILE, endedAs(['success']), new Map(), new Map())).toEqual([]);
  });
});
