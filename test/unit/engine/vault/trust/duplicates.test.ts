import { describe, expect, test } from 'vitest';
import { findNearDuplicates } from '../../../../../src/engine/vault/trust/duplicates.ts';
import { similarity, splitWords } from '../../../../../src/engine/vault/trust/similarity.ts';
import { makeNote } from '../make-note.ts';

const WORDS = Array.from({ length: 100 }, (_, n) => `word${n}`);

describe('likeness of two texts', () => {
  test('compares word trigrams of long texts, so that one different word changes three of them', () => {
    const other = WORDS.with(50, 'other');
    expect(similarity(WORDS, other)).toBe(95 / 101);
    expect(similarity(WORDS, WORDS)).toBe(1);
    expect(similarity(WORDS, WORDS.toReversed())).toBe(0);
  });

  test('compares the words of short texts in any order', () => {
    expect(similarity(['a', 'b', 'c', 'd'], ['d', 'c', 'b', 'e'])).toBe(3 / 5);
    expect(similarity(WORDS.slice(0, 19), WORDS.slice(0, 19).toReversed())).toBe(1);
    expect(similarity(WORDS.slice(0, 20), WORDS.slice(0, 20).toReversed())).toBe(0);
    expect(similarity([], [])).toBe(0);
  });

  test('ignores case, punctuation and Unicode composition', () => {
    expect(splitWords('Caf\u00e9, d\u00e9ploy-freeze: 2 days!')).toEqual(splitWords('cafe\u0301 de\u0301ploy FREEZE 2 days'));
  });
});

describe('near duplicates', () => {
  const body = WORDS.join(' ');
  const fresh = { name: 'Deploy freeze', tags: ['deploy'], description: 'No deploys.', body };
  const alike = { name: 'Deploy freeze', tags: ['deploy'], description: 'No deploys.' };
  const find = (bodies: Readonly<Record<string, string>>, parts: Parameters<typeof makeNote>[1] = alike) => {
    const read: string[] = [];
    const notes = Object.keys(bodies).map((path) => makeNote(path, parts));
    const found = findNearDuplicates(fresh, notes, (path) => {
      read.push(path);
      return bodies[path] ?? '';
    });
    return { read, found };
  };

  test('are sorted by likeness, and are at least 0.8 alike', () => {
    const { found } = find({
      'near.md': WORDS.with(10, 'x').join(' '),
      'nearer.md': WORDS.with(99, 'x').join(' '),
      'same.md': body,
      'far.md': WORDS.map((word, n) => (n % 12 === 0 ? 'x' : word)).join(' '),
    });
    expect(found.map(({ path }) => path)).toEqual(['same.md', 'nearer.md', 'near.md']);
    expect(found[0]).toEqual({ path: 'same.md', name: 'Deploy freeze', likeness: 1, alike: 'text' });
  });

  test('include the same text under another name, without counting a repeated heading or description twice', () => {
    const said = 'Pin the base image: builds differ otherwise, and nobody knows why.';
    const long = `${said} ${WORDS.slice(0, 40).join(' ')}`;
    const share = (text: string, [one, other]: readonly [string, string]) => {
      const [note] = findNearDuplicates(
        { name: one, tags: [], description: '', body: `\n# ${one}\n\n${text}\n` },
        [makeNote('a.md', { name: other, description: text.slice(0, 150).trim(), tags: ['docker'] })],
        () => `\n# ${other.toUpperCase()}\r\n\r\n${text}\n`,
      );
      return note?.likeness ?? 0;
    };
    expect(share(said, ['Pin the base image', 'Base image'])).toBe(11 / 12);
    expect(share(long, ['Pin base images', 'The base image'])).toBeGreaterThan(0.8);
    expect(share(said, ['Pin the base image', 'Why do builds in the pipeline fail on Mondays?'])).toBe(0);
  });

  test('are found without reading notes that differ in name and summary', () => {
    expect(find({ 'a.md': body }, { name: 'Holidays', summary: 'Who is away in August and when.' })).toEqual({ read: [], found: [] });
  });

  test('are found by the first line of the text if there is no description', () => {
    const untitled = { ...fresh, name: 'x', tags: [], description: '' };
    const notes = [makeNote('a.md', { name: 'y', summary: body.slice(0, 150) })];
    expect(findNearDuplicates(untitled, notes, () => body)).toMatchObject([{ path: 'a.md' }]);
  });

  test('are found by reading at most the likeliest hundred notes', () => {
    const bodies = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`${n}.md`, 'x']));
    expect(find(bodies).read).toHaveLength(100);
  });
});
