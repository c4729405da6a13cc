import { describe, expect, test } from 'vitest';
import { noRows, type Row } from '../../../src/host/model/row.ts';
import { mergeRows, type RowNode, toNode } from '../../../src/host/model/row-nodes.ts';

function row(id: string, label = id, children: readonly Row[] = []): Row {
  const texts = { description: '', tooltip: '', accessibility: '', context: '' };
  const unfolded = children.length > 0 ? true : null;
  return { id, label, ...texts, subject: { kind: 'group' }, icon: { name: 'x' }, command: null, unfolded, children: () => children };
}

/** Opens a node and everything below it, as the editor does. */
function open(node: RowNode): RowNode {
  node.children = node.row.children().map((child) => open(toNode(child)));
  return node;
}

function changed(before: readonly Row[], after: readonly Row[]) {
  const nodes = before.map((each) => open(toNode(each)));
  const different: RowNode[] = [];
  const merged = mergeRows(nodes, after, different);
  return { nodes, merged, sameList: merged === nodes, different: different.map((node) => node.row.id) };
}

describe('merging new rows', () => {
  test('changes nothing if they look the same', () => {
    expect(changed([row('a', 'a', [row('b')])], [row('a', 'a', [row('b')])])).toMatchObject({ sameList: true, different: [] });
  });

  test('redraws only rows that look different', () => {
    const before = [row('a', 'a', [row('b'), row('c')]), row('d')];
    const after = [row('a', 'a', [row('b'), row('c', 'new')]), row('d', 'new')];
    const { sameList, different, nodes } = changed(before, after);
    expect([sameList, different]).toEqual([true, ['c', 'd']]);
    expect(nodes[0]?.children?.[1]?.row.label).toBe('new');
  });

  test('redraws a row with its children if children were added, removed or moved', () => {
    const before = [row('a', 'a', [row('b'), row('c')])];
    for (const below of [[row('b')], [row('c'), row('b')], [row('b', 'new'), row('c'), row('d')]]) {
      expect(changed(before, [row('a', 'a', below)])).toMatchObject({ sameList: true, different: ['a'] });
    }
  });

  test('keeps known nodes even if the list changed', () => {
    const { nodes, merged, sameList } = changed([row('a'), row('b')], [row('b', 'new'), row('x')]);
    expect(sameList).toBe(false);
    expect(merged[0]).toBe(nodes[1]);
    expect(merged.map((node) => node.row.label)).toEqual(['new', 'x']);
  });

  test('does not create children before they are requested', () => {
    const node = toNode(row('a'));
    const children = () => {
      throw new Error('not asked for');
    };
    mergeRows([node], [{ ...row('a'), children }], []);
    expect(node.children).toBeNull();
    expect(noRows()).toEqual([]);
  });
});
