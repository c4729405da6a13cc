import { looksSame, type Row } from './row.ts';

/** A row that the editor knows. It stays the same object while its row changes. */
export interface RowNode {
  row: Row;
  /** Those that the editor has asked for; `null` before. */
  children: RowNode[] | null;
}

export function toNode(row: Row): RowNode {
  return { row, children: null };
}

/**
 * Puts new rows into the nodes that are there. Gives the same list when it has the same rows in the same order; what else is different
 * is added to `different`, a row instead of everything below it.
 */
export function merge(nodes: RowNode[], rows: readonly Row[], different: RowNode[]): RowNode[] {
  const sameList = nodes.length === rows.length && nodes.every(({ row }, index) => row.id === rows[index]?.id);
  const known = new Map(nodes.map((node) => [node.row.id, node]));
  const merged = rows.map((row) => {
    const node = known.get(row.id);
    if (node === undefined) return toNode(row);
    mergeNode(node, row, sameList ? different : []);
    return node;
  });
  return sameList ? nodes : merged;
}

function mergeNode(node: RowNode, row: Row, different: RowNode[]): void {
  const same = looksSame(node.row, row);
  node.row = row;
  const below: RowNode[] = [];
  const children = node.children === null ? null : merge(node.children, row.children(), below);
  const sameChildren = children === node.children;
  node.children = children;
  if (same && sameChildren) different.push(...below);
  else different.push(node);
}
