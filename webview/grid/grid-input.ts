import type { KeyboardEvent, MouseEvent } from 'react';
import { keyTarget } from '../cursor.ts';
import type { GridProps } from './grid-props.ts';
import type { Scroller } from './grid-scroller.ts';
import { rowAt } from './ranges.ts';

/** Distance that an arrow key scrolls inside a row taller than the view, in pixels. */
const READ_ON_PX = 88;

const indexOf = (target: EventTarget): number | undefined => {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  return row === null ? undefined : Number(row.dataset.index);
};

/** Scrolls inside a row taller than the view before the next row is selected. @returns whether it scrolled */
function readOn({ measurementsCache, scrollOffset, scrollRect, scrollBy }: Scroller, index: number, key: string): boolean {
  const row = measurementsCache[index];
  if (row === undefined || scrollOffset === null || scrollRect === null || row.size <= scrollRect.height) return false;
  const isDown = key === 'ArrowDown';
  const end = scrollOffset + scrollRect.height;
  const left = isDown ? row.end - end : key === 'ArrowUp' ? scrollOffset - row.start : 0;
  const isInView = row.start < end && row.end > scrollOffset;
  if (left < 1 || !isInView) return false;
  scrollBy(Math.min(left, READ_ON_PX) * (isDown ? 1 : -1));
  return true;
}

/** Returns the keyboard and mouse handlers of a grid. */
export function useGridInput<Row, List extends string>(props: GridProps<Row, List>, scroller: Scroller, screenful: number) {
  const { keeper, list, page, cursor, measured = false, onOpen, onKey, onTwistie } = props;
  const go = (index: number): void => {
    keeper.choose(list, index);
    scroller.scrollToIndex(index);
  };
  const use = (key: string, row: Row, index: number): boolean | number => {
    if (key !== 'Enter') return onKey?.(key, row, index) ?? false;
    onOpen(row);
    return true;
  };
  const meaningOf = (key: string): boolean | number => {
    const row = cursor === null || cursor.id === null ? undefined : rowAt(page, cursor.index);
    if (measured && cursor !== null && row !== undefined && readOn(scroller, cursor.index, key)) return true;
    // With rows of varying height, the browser scrolls by pages.
    const target = measured && key.startsWith('Page') ? undefined : keyTarget(key, cursor?.index ?? -1, page.total, screenful);
    return target ?? (row === undefined || cursor === null ? false : use(key, row, cursor.index));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // A button or slider in the header uses its keys itself.
    if (event.target instanceof Element && event.target.closest('button, input') !== null) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const meaning = meaningOf(event.key);
    if (meaning === false) return;
    event.preventDefault();
    if (typeof meaning === 'number') go(meaning);
  };
  const onMouseDown = ({ target }: MouseEvent): void => {
    const index = indexOf(target);
    if (index === undefined) return;
    keeper.choose(list, index);
    const row = rowAt(page, index);
    if (row !== undefined && target instanceof Element && target.closest('.twistie') !== null) onTwistie?.(row);
  };
  const onDoubleClick = ({ target }: MouseEvent): void => {
    const index = measured ? undefined : indexOf(target);
    const row = index === undefined || (target instanceof Element && target.closest('.twistie')) ? undefined : rowAt(page, index);
    if (row !== undefined) onOpen(row);
  };
  return { onKeyDown, onMouseDown, onDoubleClick };
}
