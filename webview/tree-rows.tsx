import type { HTMLAttributes } from 'react';
import type { Page } from '../src/host/dashboards/protocol.ts';
import { rowAt } from './grid/ranges.ts';
import { Icon } from './parts.tsx';

const INDENT_PX = 10;
/** Deeper rows stand under one another: a tree of a thousand levels must not push its texts out of view. */
const DEEPEST_INDENT = 12;

/** What a row of any tree knows of its place. */
export interface TreePlace {
  readonly depth: number;
  /** 1-based, among those with the same parent. */
  readonly position: number;
  readonly siblings: number;
  /** Whether what is below it is shown; `null`: there is nothing. */
  readonly unfolded: boolean | null;
}

/** The sign that shows and hides what is below a row, as far to the right as the row is deep. */
export function Twistie({ depth, unfolded }: Pick<TreePlace, 'depth' | 'unfolded'>) {
  return (
    <span className="twistie" style={{ marginInlineStart: Math.min(depth, DEEPEST_INDENT) * INDENT_PX }}>
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

/** The row of a row's parent; where it has not been sent, we move up past the siblings. */
function parentOf(page: Page<TreePlace>, { depth, position }: TreePlace, index: number): number {
  if (depth === 0) return index;
  for (let above = index - 1; above >= page.from; above -= 1) if ((rowAt(page, above)?.depth ?? depth) < depth) return above;
  return Math.max(0, index - position);
}

/** Steps in and out of a tree, as the editor's own trees do. @param fold is told whether to hide what is below the row */
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
