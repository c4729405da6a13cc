import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonPath } from '../../src/engine/text/json/json-position.ts';
import { repairJson } from '../../src/engine/text/json/json-repair.ts';

/** The entries of the list `data`. */
const entryOf = (path: JsonPath): JsonPath | null => (path[0] === 'data' && typeof path[1] === 'number' ? path.slice(0, 2) : null);

const textOf = (data: readonly unknown[], indent: number | string) => JSON.stringify({ header: { cortex: 1 }, data }, null, indent);
const dataOf = (text: string): unknown[] => JSON.parse(text).data;

const entries = fc.array(
  fc.record({
    id: fc.stringMatching(/^[a-z]{4,9}$/),
    action: fc.oneof(fc.string(), fc.constantFrom('{', '} ]', '"', '\\', ',', '[{')),
    refs: fc.array(fc.stringMatching(/^[a-z]{1,5}$/), { maxLength: 3 }),
    context: fc.record({ files: fc.array(fc.string(), { maxLength: 2 }) }),
  }),
  { minLength: 1, maxLength: 5 },
);

test('a slip anywhere changes no other entry, and no position', () => {
  const slip = fc.constantFrom('"', ',', '{', '}', '[', ']', ':', 'x', '1', '//');
  fc.assert(
    fc.property(
      entries,
      fc.constantFrom<number | string>(1, 2, '\t'),
      slip,
      fc.nat(),
      fc.boolean(),
      (data, indent, typed, at, isDeleted) => {
        const text = textOf(data, indent);
        const place = at % text.length;
        const edited = text.slice(0, place) + (isDeleted ? '' : typed) + text.slice(isDeleted ? place + 1 : place);
        const repaired = repairJson(edited, entryOf);
        if (repaired === null) return;
        expect(repaired.text).toHaveLength(edited.length);
        const known = new Set(data.map((entry) => JSON.stringify(entry)));
        const found = dataOf(repaired.text);
        const others = found.filter((entry) => entry !== 0 && !known.has(JSON.stringify(entry)));
        // Only the entry with the slip may be different: it is still JSON with other commas or words.
        expect(others.length).toBeLessThanOrEqual(1);
        expect(repaired.broken.map(({ path }) => found[Number(path[1])])).toEqual(repaired.broken.map(() => 0));
      },
    ),
    { numRuns: 2_000 },
  );
});

describe('a slip', () => {
  const first = { id: 'a', action: 'x' };
  const last = { id: 'c', action: 'z' };
  const withSlip = (entry: string) => `{\n"data": [\n${JSON.stringify(first)},\n${entry}\n${JSON.stringify(last)}\n]\n}\n`;

  test.each([
    ['two strings without a comma', '{"id": "b", "action": "r" "oops"},'],
    ['a string without its last quote', '{"id": "b", "action": "y\n},'],
    ['a key without quotes', '{id: "b", "action": "y"},'],
    ['single quotes', "{'id': 'b'},"],
    ['a value without quotes', '{"id": "b", "action": y},'],
  ])('makes one entry unreadable: %s', (_what, entry) => {
    const { text, broken } = repairJson(withSlip(entry), entryOf) ?? { text: '{}', broken: [] };
    expect(dataOf(text)).toEqual([first, 0, last]);
    expect(broken).toEqual([{ path: ['data', 1], problem: expect.objectContaining({ message: expect.stringContaining('is not JSON') }) }]);
  });

  test.each([
    ['to the end of the line', '{"id": "b", // "why" {\n"action": "y"},', '// '],
    ['in the middle', '/* { */ {"id": "b", "action": "y"},', '/* '],
    ['as in a script', '# why\n{"id": "b", "action": "y"},', '# '],
  ])('is a comment, which is left out and named: %s', (_what, entry, begin) => {
    const written = withSlip(entry);
    const { text, broken, dropped } = repairJson(written, entryOf) ?? { text: '{}', broken: [], dropped: [] };
    expect([dataOf(text), broken]).toEqual([[first, { id: 'b', action: 'y' }, last], []]);
    expect(dropped).toEqual([{ offset: written.indexOf(begin), message: 'is a comment, which JSON cannot hold' }]);
  });

  test('of text after the end leaves it out, and names it', () => {
    const written = `${textOf([first, last], 2)}\n{"id": "b"}\n`;
    const { text, dropped } = repairJson(written, entryOf) ?? { text: '{}', dropped: [] };
    expect(dataOf(text)).toEqual([first, last]);
    expect(dropped).toEqual([{ offset: written.lastIndexOf('{'), message: 'is after the end of the JSON text' }]);
    expect(repairJson(`${textOf([first], 2)}\n\0\0\0`, entryOf)?.dropped).toEqual([]);
  });

  test('of a brace too many after an entry is corrected', () => {
    const { text, broken } = repairJson(withSlip('{"id": "b", "action": "y"}},'), entryOf) ?? { text: '{}', broken: [] };
    expect([dataOf(text), broken]).toEqual([[first, { id: 'b', action: 'y' }, last], []]);
  });

  const middle = { id: 'b', action: 'y', refs: ['r'], context: { files: [] } };
  test.each([
    ['half written', (text: string) => text.replace(/"y",[\s\S]*?\n {2}\}/, '"y", "re')],
    ['without a value', (text: string) => text.replace(/"y",[\s\S]*?\n {2}\}/, '"y",\n   "refs": ')],
    ['without its brace', (text: string) => text.replace(/\n {2}\},\n(?= {2}\{\n {3}"id": "c")/, ',\n')],
    ['with an open bracket', (text: string) => text.replace('"files": []', '"files": [')],
    ['with a bracket too many', (text: string) => text.replace('"files": []', '"files": []]')],
  ])('makes an entry with brackets that do not match unreadable: %s', (_what, slip) => {
    const written = slip(textOf([first, middle, last], 1));
    expect(() => JSON.parse(written)).toThrow();
    const { text, broken } = repairJson(written, entryOf) ?? { text: '{}', broken: [] };
    expect(dataOf(text)).toEqual([first, 0, last]);
    expect(broken).toMatchObject([{ path: ['data', 1] }]);
  });

  test.each([
    ['no comma after an entry', '{"id": "b", "action": "y"}'],
    ['no comma between fields', '{"id": "b"\n"action": "y"},'],
    ['a comma after the last field', '{"id": "b", "action": "y",},'],
  ])('of a comma is corrected: %s', (_what, entry) => {
    const { text, broken } = repairJson(withSlip(entry), entryOf) ?? { text: '{}', broken: [] };
    expect([dataOf(text), broken]).toEqual([[first, { id: 'b', action: 'y' }, last], []]);
  });

  test.each([
    ['JSON', withSlip('{"id": "b"},')],
    ['a text that is cut off', withSlip('{"id": "b"},').slice(0, -12)],
    ['a text that ends with a comma', '{"data": [{"id": "a"},\n'],
    ['a slip outside of the entries', withSlip('{"id": "b"},').replace('"data"', 'data')],
    ['an entry that is not an object', withSlip('b,')],
    ['a brace that ends the text too early', `{}\n${textOf([{ id: 'a' }], 1).slice(1)}`],
    ['a value before the text', `1${textOf([{ id: 'a' }], 1)}`],
    ['a comment without an end', withSlip('/* why {"id": "b"},')],
    ['a closing bracket too many', withSlip('{"id": "b", "action": "y"]},')],
    ['nothing', ''],
    ['too deep nesting', '['.repeat(5_000)],
  ])('is not repaired: %s', (_what, text) => {
    expect(repairJson(text, entryOf)).toBeNull();
  });
});
