import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TimelineEntry } from '../../src/engine/crtx/schema.ts';
import { type PrecedentQuery, rankPrecedents } from '../../src/engine/timeline/precedents/precedents.ts';

const NOW = 1_800_000_000_000;
const DAY = 86_400_000;

const file = fc.constantFrom('src/a.ts', 'src/b.ts', 'src/db/c.ts', 'top.md', 'docs/d.md');
const action = fc.array(fc.constantFrom('cache', 'index', 'replace', 'Cache', 'of'), { maxLength: 4 }).map((words) => words.join(' '));
const entry: fc.Arbitrary<TimelineEntry> = fc
  .record({
    id: fc.uuid(),
    timestamp: fc.constantFrom(0, 0.5, 3, 20, 100, 500).map((days) => NOW - days * DAY),
    action,
    files: fc.uniqueArray(file, { maxLength: 3 }),
    outcome: fc.constantFrom('success', 'failure', 'pending', 'abandoned', 'partial'),
  })
  .map(({ files, ...said }) => ({
    agentId: 'ada',
    type: 'fix',
    reasoning: '',
    confidence: 1,
    refs: [],
    context: { files, state: {} },
    ...said,
  }));
const intention: fc.Arbitrary<PrecedentQuery> = fc.record({ files: fc.uniqueArray(file, { maxLength: 3 }), action, now: fc.constant(NOW) });
const ranked = (entries: readonly TimelineEntry[], asked: PrecedentQuery) => rankPrecedents(entries, asked);
const of = (id: string, more: Partial<TimelineEntry>): TimelineEntry => ({
  id,
  timestamp: NOW,
  agentId: 'ada',
  type: 'fix',
  action: 'x',
  reasoning: '',
  confidence: 1,
  refs: [],
  outcome: 'success',
  context: { files: [], state: {} },
  ...more,
});
const about = (...files: string[]) => ({ context: { files, state: {} } });

describe('precedents', () => {
  test('are ordered by score, then by outcome, independent of the input order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(entry, { selector: ({ id }) => id, maxLength: 12 }), intention, (entries, asked) => {
        const found = ranked(entries, asked);
        expect(ranked([...entries].reverse(), asked)).toEqual(found);
        for (const [n, after] of found.slice(1).entries()) {
          const before = found[n];
          expect(before?.score).toBeGreaterThanOrEqual(after.score);
          if (before?.score !== after.score || after.entry.outcome !== 'failure') continue;
          expect(before.entry.outcome).toBe('failure');
        }
      }),
    );
  });

  test('share a file, a folder or a word with the intention, and name it', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 8 }), intention, (entries, asked) => {
        const found = ranked(entries, asked);
        for (const { entry: each, why, score } of found) {
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(7);
          for (const name of asked.files) if (each.context.files.includes(name)) expect(why).toContain(name);
          expect(why).toMatch(/^It (?:is about|also mentions) .*; .*\.$/);
        }
        const missed = entries.filter((each) => !found.some((one) => one.entry === each));
        for (const { context, action: said } of missed) {
          expect(context.files.filter((name) => asked.files.includes(name))).toEqual([]);
          const words = said.toLowerCase().split(' ');
          const wanted = asked.action.toLowerCase().split(' ');
          expect(words.filter((word) => word.length > 3 && wanted.includes(word))).toEqual([]);
        }
      }),
    );
  });

  test('weigh the same file most, then its folder, then words, then age', () => {
    const entries = [
      of('old', { ...about('src/a.ts'), timestamp: NOW - 500 * DAY }),
      of('words', { action: 'Replace cache' }),
      of('folder', { ...about('src/b.ts') }),
      of('same', { ...about('src/a.ts') }),
      of('same and words', { ...about('src/a.ts'), action: 'replaced: cache' }),
      of('elsewhere', { ...about('docs/d.md'), action: 'of it' }),
    ];
    const found = ranked(entries, { files: ['src/a.ts'], action: 'Replace the cache', now: NOW });
    expect(found.map(({ entry: { id }, score }) => [id, score])).toEqual([
      ['same and words', 6],
      ['same', 5],
      ['old', 4],
      ['folder', 3],
      ['words', 3],
    ]);
  });

  test('that failed or were abandoned come first at equal scores', () => {
    const entries = ['pending', 'success', 'abandoned', 'failure'].map((outcome) => of(outcome, { ...about('src/a.ts'), outcome }));
    const found = ranked(entries, { files: ['src/'], action: '', now: NOW });
    expect(found.map(({ entry: { id } }) => id).slice(0, 2)).toEqual(['failure', 'abandoned']);
    expect(found[0]?.why).toBe('It is about src/; it failed, less than a day ago.');
  });
});
