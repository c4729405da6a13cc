import type { HTMLAttributes } from 'react';
import type { Page } from '../src/host/dashboards/protocol.ts';
import { rowAt } from './grid/ranges.ts';
import { Icon } from './parts.tsx';

const INDENT_PX = 10;
/** Largest indentation level, because a tree of a thousand levels must not push its texts out of view. */
const MAX_INDENT_DEPTH = 12;

/** Position of a row in a tree. */
export interface TreePlace {
  readonly depth: number;
  /** 1-based, among its siblings. */
  readonly position: number;
  readonly siblings: number;
  /** Whether its children are shown; `null` without children. */
  readonly unfolded: boolean | null;
}

/** Icon that collapses and expands a row, indented by its depth. */
export function Twistie({ depth, unfolded }: Pick<TreePlace, 'depth' | 'unfolded'>) {
  return (
    <span className="twistie" style={{ marginInlineStart: Math.min(depth, MAX_INDENT_DEPTH) * INDENT_PX }}>
      {unfolded === null ? null : <Icon name={unfolded ? 'chevron-down' : 'chevron-right'} />}
    </span>
  );
}

export const treeAttributes = ({ depth, position, siblings, unfolded }: TreePlace): HTMLAttributes<HTMLElement> => ({
  'aria-level': depth + 1,
  'aria-posinset': position,
  'aria-setsize': siblings,
  ...(unfolded === null ? {} : { 'aria-expanded': unfolded }),
});

/** Returns the index of a row's parent, or an estimate before its siblings if the parent has not been sent. */
function parentOf(page: Page<TreePlace>, { depth, position }: TreePlace, index: number): number {
  if (depth === 0) return index;
  for (let above = index - 1; above >= page.from; above -= 1) if ((rowAt(page, above)?.depth ?? depth) < depth) return above;
  return Math.max(0, index - position);
}

/** Handles the left and right arrow keys like the editor's trees. @param fold called with whether to collapse the row */
export function foldKey(
  key: string,
  row: TreePlace,
  index: number,
  page: Page<TreePlace>,
  fold: (hidden: boolean) => void,
): boolean | number {
  if (key === 'ArrowRight') {
    if (row.unfolded === true) return index + 1;
    if (row.unfolded === false) fold(false);
    return true;
  }
  if (key !== 'ArrowLeft') return false;
  if (row.unfolded !== true) return parentOf(page, row, index);
  fold(true);
  return true;
}
