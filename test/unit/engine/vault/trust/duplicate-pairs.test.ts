import { describe, expect, test } from 'vitest';
import type { Note } from '../../../../../src/engine/vault/notes/note.ts';
import { duplicatePairs } from '../../../../../src/engine/vault/trust/duplicate-pairs.ts';
import { makeNote } from '../make-note.ts';

const WORDS = Array.from({ length: 100 }, (_, n) => `word${n}`);
const BODY = WORDS.join(' ');
/** Agrees with the body in 95 of 101 threes of words. */
const NEAR = WORDS.with(50, 'other').join(' ');

const named = (file: string, parts: Partial<Omit<Note, 'path'>> = {}) =>
  makeNote(file, { name: 'Deploy freeze', tags: ['deploy'], ...parts });

/** What is found among notes that have these bodies, and which of them are read. */
function find(notes: readonly Note[], bodies: Readonly<Record<string, string>> = {}) {
  const read: string[] = [];
  const { pairs, left } = duplicatePairs(notes, (path) => {
    read.push(path);
    return bodies[path] ?? BODY;
  });
  return { pairs: pairs.map(({ path, other }) => [path, other]), likeness: pairs.map(({ likeness }) => likeness), read, left };
}

describe('near duplicates in a vault', () => {
  test('the later note is named once, with an earlier one', () => {
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
    // "deploy", "freeze", "deploy" stand before the text: 100 threes of which three are others.
    expect(likeness).toEqual([98 / 104, 98 / 104]);
  });

  test('notes of one day are named by their paths, whatever the order in which they come', () => {
    const notes = [named('c.md'), named('a.md'), named('b.md')];
    const pairs = [
      ['b.md', 'a.md'],
      ['c.md', 'a.md'],
    ];
    expect(find(notes).pairs).toEqual(pairs);
    expect(find(notes.toReversed()).pairs).toEqual(pairs);
  });

  test('notes that only look alike are none', () => {
    const { pairs, read } = find([named('a.md'), named('b.md')], { 'b.md': WORDS.toReversed().join(' ') });
    expect({ pairs, read: read.sort() }).toEqual({ pairs: [], read: ['a.md', 'b.md'] });
  });

  test('notes that look otherwise, or of which one is far longer, are not read', () => {
    const short = { size: 10_000, mtimeNs: '0', ino: '1' };
    const long = { ...short, size: 50_000 };
    expect(find([named('a.md', { file: short }), named('b.md', { file: long }), makeNote('c.md', { name: 'Holidays' })])).toMatchObject({
      pairs: [],
      read: [],
    });
  });

  test('two notes that agree in half of their words are compared, in less they are not', () => {
    const of = (...words: string[]) => makeNote(`${words.join('-')}.md`, { name: words.join(' ') });
    expect(find([of('a', 'b', 'c'), of('b', 'c', 'd')]).pairs).toHaveLength(1);
    expect(find([of('a', 'b', 'c', 'x'), of('b', 'c', 'd')]).pairs).toHaveLength(0);
  });
});

describe('what it costs is bounded', () => {
  test('of nine hundred copies each is named once, and compared with one other', () => {
    const copies = Array.from({ length: 900 }, (_, n) => named(`${String(n).padStart(4, '0')}.md`));
    const { pairs, read, left } = find(copies);
    expect(pairs).toHaveLength(899);
    expect(read).toHaveLength(2 * 899);
    expect(left).toBe(0);
  });

  test('of texts that are too much to read together, the likeliest are read, and the others are counted', () => {
    const file = { size: 1_000_000, mtimeNs: '0', ino: '1' };
    const copies = Array.from({ length: 100 }, (_, n) => named(`${n}.md`, { file }));
    const twins = ['x.md', 'y.md'].map((path) => makeNote(path, { name: `Holidays`, tags: [], file }));
    const { pairs, read, left } = find([...copies, ...twins]);
    expect({ pairs: pairs.length, read: read.length, left }).toEqual({ pairs: 32, read: 2 * 32, left: 68 });
  });

  test('the likeliest of each note comes before the next likeliest of another, and what is found is in the order of paths', () => {
    const file = { size: 1_000_000, mtimeNs: '0', ino: '1' };
    // They look the same, and say something else each; the last two are the same, and look less alike.
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

  test('of names as long as books the beginnings are looked at', () => {
    const longName = (own: string) =>
      [...WORDS, ...WORDS.map((word) => `${word}s`), ...Array.from({ length: 5_000 }, (_, n) => `${own}${n}`)].join(' ');
    const notes = ['a', 'b'].map((own) => makeNote(`${own}.md`, { name: longName(own) }));
    expect(find(notes)).toMatchObject({ pairs: [], read: ['b.md', 'a.md'] });
  });

  test('words that all notes have cost no more than others', () => {
    const words = Array.from({ length: 12 }, (_, n) => `common${n}`);
    const notes = Array.from({ length: 20_000 }, (_, n) =>
      makeNote(`${n}.md`, { name: [...words, `own${n}`, `also${n}`].join(' '), summary: '' }),
    );
    const begun = performance.now();
    expect(find(notes, {}).left).toBeGreaterThan(0);
    expect(performance.now() - begun).toBeLessThan(20_000);
  });
});
