import { looksSame, type Row } from './row.ts';

/** A tree item of VS Code. The object stays the same while its row changes. */
export interface RowNode {
  row: Row;
  /** Children that VS Code has requested; `null` before. */
  children: RowNode[] | null;
}

export function toNode(row: Row): RowNode {
  return { row, children: null };
}

/**
 * Merges new rows into existing nodes. Returns the same list if it has the same rows in the same order. Nodes that must be refreshed are
 * added to `different`: a changed row alone, without the unchanged rows below it.
 */
export function mergeRows(nodes: RowNode[], rows: readonly Row[], different: RowNode[]): RowNode[] {
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
  const children = node.children === null ? null : mergeRows(node.children, row.children(), below);
  const sameChildren = children === node.children;
  node.children = children;
  if (same && sameChildren) different.push(...below);
  else different.push(node);
}
