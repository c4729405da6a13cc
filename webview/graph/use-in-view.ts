import { useEffect } from 'react';
import type { Cursor } from '../cursor.ts';

/** Scrolls the selected row of a list into view when it was selected elsewhere, e.g. in the drawing. @param rowPx height of its rows */
export function useInView(list: string, cursor: Cursor | null, rowPx: number): void {
  const index = cursor?.index ?? -1;
  useEffect(() => {
    const grid = document.querySelector<HTMLElement>(`.${list}-grid`);
    if (grid === null || index < 0 || grid === document.activeElement) return;
    const { scrollTop, clientHeight } = grid;
    const top = index * rowPx;
    if (top < scrollTop || top + 2 * rowPx > scrollTop + clientHeight) grid.scrollTop = Math.max(0, top - clientHeight / 2);
  }, [list, index, rowPx]);
}
