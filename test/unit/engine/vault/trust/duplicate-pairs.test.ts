import { describe, expect, test } from 'vitest';
import type { Note } from '../../../../../src/engine/vault/notes/note.ts';
import { findDuplicatePairs } from '../../../../../src/engine/vault/trust/duplicate-pairs.ts';
import { makeNote } from '../make-note.ts';

const WORDS = Array.from({ length: 100 }, (_, n) => `word${n}`);
const BODY = WORDS.join(' ');
/** Has 95 of 101 word trigrams in common with the body. */
const NEAR = WORDS.with(50, 'other').join(' ');

const named = (file: string, parts: Partial<Omit<Note, 'path'>> = {}) =>
  makeNote(file, { name: 'Deploy freeze', tags: ['deploy'], ...parts });

/** Returns the pairs among notes with these bodies, and the paths whose bodies are read. */
function find(notes: readonly Note[], bodies: Readonly<Record<string, string>> = {}) {
  const read: string[] = [];
  const { pairs, left } = findDuplicatePairs(notes, (path) => {
    read.push(path);
    return bodies[path] ?? BODY;
  });
  return { pairs: pairs.map(({ path, other }) => [path, other]), likeness: pairs.map(({ likeness }) => likeness), read, left };
}

describe('near duplicates in a vault', () => {
  test('contain each later note once, with an earlier one', () => {
    const notes = [
      named('later.md', { created: '2026-04-03', updated: '2026-01-01' }),
      named('near.md', { created: '2026-04-01' }),
      named('same.md', { created: '2026-04-02' }),
      makeNote('other.md', { name: 'Holidays', summary: 'Who is away in August.' }),
    ];
    const { pairs, likeness } = find(notes, { 'near.md': NEAR });
    expect(pairs).toEqual([
      ['later.md', 'near.md'],
      ['same.md', 'near.md'],
    ]);
    // The words "deploy", "freeze", "deploy" precede the text, which adds three trigrams.
    expect(likeness).toEqual([98 / 104, 98 / 104]);
  });

  test('of notes of the same day are ordered by path, for any order of the input', () => {
    const notes = [named('c.md'), named('a.md'), named('b.md')];
    const pairs = [
      ['b.md', 'a.md'],
      ['c.md', 'a.md'],
    ];
    expect(find(notes).pairs).toEqual(pairs);
    expect(find(notes.toReversed()).pairs).toEqual(pairs);
  });

  test('do not include notes with a common name but different texts', () => {
    const { pairs, read } = find([named('a.md'), named('b.md')], { 'b.md': WORDS.toReversed().join(' ') });
    expect({ pairs, read: read.sort() }).toEqual({ pairs: [], read: ['a.md', 'b.md'] });
  });

  test('are found without reading notes that differ in name or greatly in size', () => {
    const short = { size: 10_000, mtimeNs: '0', ino: '1' };
    const long = { ...short, size: 50_000 };
    expect(find([named('a.md', { file: short }), named('b.md', { file: long }), makeNote('c.md', { name: 'Holidays' })])).toMatchObject({
      pairs: [],
      read: [],
    });
  });

  test('include only notes with at least half of their name words in common', () => {
    const of = (...words: string[]) => makeNote(`${words.join('-')}.md`, { name: words.join(' ') });
    expect(find([of('a', 'b', 'c'), of('b', 'c', 'd')]).pairs).toHaveLength(1);
    expect(find([of('a', 'b', 'c', 'x'), of('b', 'c', 'd')]).pairs).toHaveLength(0);
  });
});

describe('bounded cost', () => {
  test('compares each of 900 copies with one other', () => {
    const copies = Array.from({ length: 900 }, (_, n) => named(`${String(n).padStart(4, '0')}.md`));
    const { pairs, read, left } = find(copies);
    expect(pairs).toHaveLength(899);
    expect(read).toHaveLength(2 * 899);
    expect(left).toBe(0);
  });

  test('reads the likeliest pairs up to a limit of bytes, and counts the others', () => {
    const file = { size: 1_000_000, mtimeNs: '0', ino: '1' };
    const copies = Array.from({ length: 100 }, (_, n) => named(`${n}.md`, { file }));
    const twins = ['x.md', 'y.md'].map((path) => makeNote(path, { name: `Holidays`, tags: [], file }));
    const { pairs, read, left } = find([...copies, ...twins]);
    expect({ pairs: pairs.length, read: read.length, left }).toEqual({ pairs: 32, read: 2 * 32, left: 68 });
  });

  test('compares the likeliest pair of each note before further pairs, and sorts the pairs by path', () => {
    const file = { size: 1_000_000, mtimeNs: '0', ino: '1' };
    // The first notes have the same name but different texts. The last two are duplicates with less similar names.
    const others = Array.from({ length: 20 }, (_, n) => named(`${n}.md`, { file }));
    const same = [named('x.md'), named('y.md')];
    const twins = ['b', 'a'].map((name, n) =>
      makeNote(`${name}.md`, { name: `Summer holidays ${name}`, created: `2026-04-0${n + 1}`, file }),
    );
    const bodies = Object.fromEntries(others.map(({ path }) => [path, WORDS.map((word) => `${word}${path}`).join(' ')]));
    expect(find([...others, ...twins], bodies).pairs).toEqual([['a.md', 'b.md']]);
    expect(find([...same, ...twins]).pairs).toEqual([
      ['a.md', 'b.md'],
      ['y.md', 'x.md'],
    ]);
  });

  test('compares only the beginning of very long names', () => {
    const longName = (own: string) =>
      [...WORDS, ...WORDS.map((word) => `${word}s`), ...Array.from({ length: 5_000 }, (_, n) => `${own}${n}`)].join(' ');
    const notes = ['a', 'b'].map((own) => makeNote(`${own}.md`, { name: longName(own) }));
    expect(find(notes)).toMatchObject({ pairs: [], read: ['b.md', 'a.md'] });
  });

  test('handles words that all notes have in common', () => {
    const words = Array.from({ length: 12 }, (_, n) => `common${n}`);
    const notes = Array.from({ length: 20_000 }, (_, n) =>
      makeNote(`${n}.md`, { name: [...words, `own${n}`, `also${n}`].join(' '), summary: '' }),
    );
    const begun = performance.now();
    expect(find(notes, {}).left).toBeGreaterThan(0);
    expect(performance.now() - begun).toBeLessThan(20_000);
  });
});
