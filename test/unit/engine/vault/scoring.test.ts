import { describe, expect, test } from 'vitest';
import { mayMatch, queryWords, scoreNote } from '../../../../src/engine/vault/search/scoring.ts';
import { makeNote } from './make-note.ts';

const freeze = makeNote('atoms/release_windows.md', {
  name: 'Deploy freeze during release windows',
  tags: ['deploy', 'risk'],
});

const cafe = (status = 'active') =>
  makeNote('atoms/cafe_rollout.md', {
    name: 'Café rollout',
    project: 'ops',
    tags: ['deploy', 'risk'],
    description: 'Roll out slowly',
    status,
  });

const score = (query: string, note = cafe()) => scoreNote(note, queryWords(query), 'hot')?.score ?? null;

test('the example of the seed: a hot note scores 41.0, and another is not found', () => {
  expect(scoreNote(freeze, queryWords('deploy risk'), 'hot')?.score).toBe(41);
  const limits = makeNote('atoms/limits.md', { name: 'API rate limits', tags: ['api', 'performance'] });
  expect(scoreNote(limits, queryWords('deploy risk'), 'hot')).toBeNull();
});

test('the parts of a score list its words, fields, points, bonus and factor', () => {
  expect(scoreNote(freeze, queryWords('risk deploy'), 'warm')).toEqual({
    score: 40,
    parts: {
      words: [
        { word: 'risk', field: 'tag', points: 8 },
        { word: 'deploy', field: 'name', points: 10 },
        { word: 'deploy', field: 'tag', points: 8 },
      ],
      allWords: true,
      bonus: 1,
      factor: 1,
    },
  });
});

test('an alias scores like the name, and not in addition to it', () => {
  const note = makeNote('a.md', { name: 'Top down parsing', aliases: ['Pratt', 'Parsing by precedence'], tags: ['parser'] });
  expect(score('pratt', note)).toBe(10 + 2);
  expect(score('parsing', note)).toBe(10 + 2);
  expect(score('pratt parser', note)).toBe((10 + 8) * 1.5 + 2);
  expect(scoreNote(note, ['prat'], 'hot')?.parts.words).toEqual([{ word: 'prat', field: 'alias', points: 10 }]);
  expect([mayMatch(note, ['precedence']), mayMatch(note, ['nowhere'])]).toEqual([true, false]);
});

test('a nested tag is found by each of its parts', () => {
  const note = makeNote('a.md', { name: 'x', tags: ['area/backend/api', 'area/backend', 'area'] });
  for (const word of ['area', 'backend', 'api', 'area/backend']) expect(score(word, note)).toBe(8 + 2);
  for (const word of ['back', 'end/api']) expect(score(word, note)).toBeNull();
});

describe('matches of a word in a hot note', () => {
  test.each([
    ['a name, a description and a path by any part of theirs', 'roll', 10 + 4 + 3 + 2],
    ['a tag as a whole', 'risk', 8 + 2],
    ['no part of a tag', 'ris', null],
    ['a project as a whole', 'ops', 5 + 2],
    ['no part of a project', 'op', null],
    ['a path without its extension', 'md', null],
    ['a path with its folders', 'atoms/cafe', 3 + 2],
    ['letters with marks, however they are written', 'cafe\u0301', 10 + 2],
    ['words in any case', 'SLOWLY', 4 + 2],
    ['several words, all of them', 'rollout ops', (10 + 3 + 5) * 1.5 + 2],
    ['several words, some of them', 'rollout nowhere', 10 + 3 + 2],
    ['a word that is repeated, once', 'risk Risk \t\nRISK', 8 + 2],
    ['nothing by a single letter', 'a é', null],
    ['a single letter beside a word no more than the word', 'a risk', 8 + 2],
    ['nothing by no word', '  ', null],
  ])('%s', (_what, query, expected) => {
    expect(score(query)).toBe(expected);
  });
});

test('decomposed letters and letters outside the basic plane count as one letter', () => {
  expect(queryWords('e\u0301 \u{1f600} ok \u{1f600}!')).toEqual(['ok', '\u{1f600}!']);
});

test('a path is found by its words in capitals, also if they end in a final sigma', () => {
  const note = makeNote('atoms/ΟΔΟΣ.md', { name: 'Street' });
  expect(score('ΟΔΟΣ', note)).toBe(3 + 2);
  expect(mayMatch(note, queryWords('ΟΔΟΣ'))).toBe(true);
});

test('project and tags with capitals are found', () => {
  const note = makeNote('a.md', { project: 'Ops', tags: ['Cafe\u0301'] });
  expect(score('ops', note)).toBe(7);
  expect(score('CAFÉ', note)).toBe(10);
});

test.each([
  ['archived', 0.3],
  ['superseded', 0.5],
  ['review', 1],
  ['parked', 1],
])('a note with the status %s scores %d of its points and bonus', (status, factor) => {
  expect(score('deploy', cafe(status))).toBe((8 + 2) * factor);
  expect(scoreNote(cafe(status), ['deploy'], 'cold')).toMatchObject({ score: 8 * factor, parts: { bonus: 0, factor } });
});

test('the description of the header is scored, but not a summary from the body', () => {
  expect(score('slowly', makeNote('a.md', { summary: 'slowly' }))).toBeNull();
});
