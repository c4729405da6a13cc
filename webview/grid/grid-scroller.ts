import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { GridProps } from './grid-props.ts';

/** Height of a one-line row and of the header, in pixels. */
export const ROW_PX = 22;
/** Width of the border above a grid, which is part of its height. */
export const BORDER_PX = 1;
const OVERSCAN = 8;
/** Smaller, because measured rows may be tall. */
const OVERSCAN_MEASURED = 3;

export type Scroller = Virtualizer<HTMLTableElement, Element>;

type Scrolled = Pick<GridProps<unknown, string>, 'rowPx' | 'measured'>;

/** Tracks which rows of a grid are in view, and reports them to the store. */
export function useScroller<Row, List extends string>(props: GridProps<Row, List>, hasHead: boolean) {
  const { keeper, list, page, rowPx = ROW_PX, measured = false }: GridProps<Row, List> & Scrolled = props;
  const element = useRef<HTMLTableElement>(null);
  const scroller: Scroller = useVirtualizer({
    count: page.total,
    getScrollElement: () => element.current,
    estimateSize: () => rowPx,
    overscan: measured ? OVERSCAN_MEASURED : OVERSCAN,
    // The header stays in view above the rows.
    scrollPaddingEnd: hasHead ? ROW_PX : 0,
    initialOffset: keeper.topOf(list) * rowPx,
    useFlushSync: false,
  });
  const { startIndex = 0, endIndex = 0 } = scroller.range ?? {};
  const top = keeper.topOf(list);
  const reported = useRef(top);
  useEffect(() => {
    // The store requested other rows than those in view.
    if (top !== reported.current) scroller.scrollToIndex(top, { align: 'start' });
    reported.current = top;
  }, [scroller, top]);
  useEffect(() => {
    reported.current = startIndex;
    keeper.see(list, startIndex, endIndex);
  }, [keeper, list, startIndex, endIndex]);
  return { element, scroller, screenful: endIndex - startIndex };
}
