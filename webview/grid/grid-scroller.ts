import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { GridProps } from './grid-props.ts';

/** A row of one line, and the head. */
export const ROW_PX = 22;
const OVERSCAN = 8;
/** Rows of any height may be high. */
const OVERSCAN_MEASURED = 3;

export type Scroller = Virtualizer<HTMLTableElement, Element>;

type Scrolled = Pick<GridProps<unknown, string>, 'rowPx' | 'measured'>;

/** Finds out which rows of a grid are in view, and tells the store of the page. */
export function useScroller<Row, List extends string>(props: GridProps<Row, List>, hasHead: boolean) {
  const { keeper, list, page, rowPx = ROW_PX, measured = false }: GridProps<Row, List> & Scrolled = props;
  const element = useRef<HTMLTableElement>(null);
  const scroller: Scroller = useVirtualizer({
    count: page.total,
    getScrollElement: () => element.current,
    estimateSize: () => rowPx,
    overscan: measured ? OVERSCAN_MEASURED : OVERSCAN,
    // The head row stays in view above the rows.
    scrollPaddingEnd: hasHead ? ROW_PX : 0,
    initialOffset: keeper.topOf(list) * rowPx,
    useFlushSync: false,
  });
  const { startIndex = 0, endIndex = 0 } = scroller.range ?? {};
  const top = keeper.topOf(list);
  const reported = useRef(top);
  useEffect(() => {
    // Somebody wants to see other rows than those that are in view.
    if (top !== reported.current) scroller.scrollToIndex(top, { align: 'start' });
    reported.current = top;
  }, [scroller, top]);
  useEffect(() => {
    reported.current = startIndex;
    keeper.see(list, startIndex, endIndex);
  }, [keeper, list, startIndex, endIndex]);
  return { element, scroller, screenful: endIndex - startIndex };
}
