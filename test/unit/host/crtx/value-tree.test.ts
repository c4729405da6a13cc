import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatValueId, parseValueId, type ValuePath, valueAtPath } from '../../../../src/host/crtx/value-path.ts';
import { MAX_DEPTH, ValueTree } from '../../../../src/host/crtx/value-tree.ts';

const isHolder = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Computes all rows recursively, as a reference for the tree. */
function flat(value: unknown, unfolded: ReadonlySet<string>, above: ValuePath = []): { id: string; value: unknown; depth: number }[] {
  if (!isHolder(value)) return [];
  const steps: (string | number)[] = Array.isArray(value) ? value.map((_, index) => index) : Object.keys(value);
  return steps.flatMap((step) => {
    const path = [...above, step];
    const child: unknown = Object.getOwnPropertyDescriptor(value, step)?.value;
    const row = { id: formatValueId(path), value: child, depth: above.length };
    return unfolded.has(row.id) ? [row, ...flat(child, unfolded, path)] : [row];
  });
}

/** Returns the ids of all values that can be unfolded. */
const holders = (value: unknown, above: ValuePath = []): string[] =>
  flat(value, new Set(), above).flatMap(({ id, value: child }) => (isHolder(child) ? [id, ...holders(child, parseValueId(id) ?? [])] : []));

const unfoldedIn = (value: unknown) => fc.subarray(holders(value)).map((ids) => ({ value, ids }));
const trees = fc
  .json({ maxDepth: 5 })
  .map((text) => JSON.parse(text) as unknown)
  .chain(unfoldedIn);

describe('a value tree', () => {
  test('returns the same rows for any range as a recursive listing', () => {
    fc.assert(
      fc.property(trees, fc.nat(40), fc.nat(20), ({ value, ids }, from, count) => {
        const all = flat(value, new Set(ids));
        const tree = new ValueTree(
          value,
          ids.map((id) => parseValueId(id) ?? []),
        );
        expect(tree.size).toBe(all.length);
        const rows = tree.rows(from, count).map(({ path, value: said, depth }) => ({ id: formatValueId(path), value: said, depth }));
        expect(rows).toEqual(all.slice(from, from + count));
        for (const [index, { id }] of all.entries()) expect(tree.indexOf(parseValueId(id) ?? [])).toBe(index);
      }),
    );
  });

  test('has no index for values inside a folded value', () => {
    const tree = new ValueTree({ a: { b: 1 } }, []);
    expect(tree.indexOf(['a', 'b'])).toBeNull();
    expect(tree.indexOf(['c'])).toBeNull();
    expect(tree.indexOf([])).toBeNull();
  });

  test('gives the position of each value and whether it can be unfolded', () => {
    const [full, empty, text] = new ValueTree({ full: [1], empty: {}, text: 'a' }, [['full']])
      .rows(0, 9)
      .filter(({ depth }) => depth === 0);
    expect(full).toMatchObject({ key: 'full', position: 1, siblings: 3, unfolded: true });
    expect(empty).toMatchObject({ key: 'empty', position: 2, unfolded: null });
    expect(text).toMatchObject({ key: 'text', position: 3, unfolded: null });
  });

  test('treats names of prototype members as ordinary keys', () => {
    const value: unknown = JSON.parse('{"__proto__":{"a":1},"constructor":[2],"toString":"3"}');
    const rows = new ValueTree(value, [['__proto__'], ['constructor']]).rows(0, 9);
    expect(rows.map(({ key }) => key)).toEqual(['__proto__', 'a', 'constructor', '0', 'toString']);
    expect(valueAtPath(value, ['__proto__', 'a'])?.value).toBe(1);
    expect(valueAtPath({}, ['toString'])).toBeNull();
    expect(valueAtPath([], ['length'])).toBeNull();
    expect(valueAtPath('text', [0])).toBeNull();
  });

  test('identifies a very long key by its position, and resolves a path through it', () => {
    const key = 'k'.repeat(1_000_000);
    const value = { short: 1, [key]: { inner: 2 } };
    const tree = new ValueTree(value, [[{ at: 1 }]]);
    const [, long, inner] = tree.rows(0, 9);
    expect(formatValueId(long?.path ?? []).length).toBeLessThan(20);
    expect(long?.unfolded).toBe(true);
    expect(inner?.path).toEqual([{ at: 1 }, 'inner']);
    expect(valueAtPath(value, inner?.path ?? [])).toEqual({ value: 2, path: [key, 'inner'] });
  });

  test('unfolds 2,000 levels down to the deepest level that is shown', () => {
    const value: unknown = JSON.parse('[1,'.repeat(2_000) + ']'.repeat(2_000).replace(/^/, '1'));
    const ways = Array.from({ length: 2_000 }, (_, depth) => Array<number>(depth + 1).fill(1));
    const rows = new ValueTree(value, ways).rows(0, 5_000);
    expect(Math.max(...rows.map(({ depth }) => depth))).toBe(MAX_DEPTH - 1);
    expect(rows.at(-1)?.unfolded).toBeNull();
  });
});

test.each(['', '{}', '[true]', '[-1]', '[1.5]', '[{"at":-1}]', '"data"', 'null'])('pathOf rejects %s', (id) => {
  expect(parseValueId(id)).toBeNull();
});
