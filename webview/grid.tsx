import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type HTMLAttributes, type KeyboardEvent, type MouseEvent, memo, type ReactNode, useEffect, useRef } from 'react';
import type { Page } from '../src/contract/dashboard.ts';
import { type Cursor, keyTarget } from './cursor.ts';
import { rowAt } from './ranges.ts';
import type { ListName } from './saved-view.ts';
import { useStore } from './store-context.ts';

const ROW_PX = 22;
const OVERSCAN = 8;

export interface Column<Row> {
  /** Also the class of its cells. */
  readonly name: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
}

export interface GridProps<Row> {
  readonly list: ListName;
  readonly label: string;
  readonly role: 'grid' | 'treegrid';
  readonly columns: readonly Column<Row>[];
  readonly page: Page<Row>;
  readonly cursor: Cursor | null;
  readonly rowAttributes?: (row: Row) => HTMLAttributes<HTMLElement>;
  /** What the editor's context menus know about a row. */
  readonly menuContext: (row: Row) => Readonly<Record<string, string | boolean | null>>;
  /** Enter, or a double click. */
  readonly onOpen: (row: Row) => void;
  /** A key that the grid itself has no use for. @returns whether it meant something; an index moves to that row */
  readonly onKey?: (key: string, row: Row, index: number) => boolean | number;
  /** A click on an element with the class `twistie`. */
  readonly onTwistie?: (row: Row) => void;
}

type Scroller = Virtualizer<HTMLTableElement, Element>;

const rowElementId = (list: ListName, index: number): string => `${list}-${index}`;

function useScroller(list: ListName, total: number) {
  const store = useStore();
  const element = useRef<HTMLTableElement>(null);
  const scroller: Scroller = useVirtualizer({
    count: total,
    getScrollElement: () => element.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    // The head row stays in view above the rows.
    scrollPaddingEnd: ROW_PX,
    initialOffset: store.topOf(list) * ROW_PX,
    useFlushSync: false,
  });
  const { startIndex = 0, endIndex = 0 } = scroller.range ?? {};
  useEffect(() => store.see(list, startIndex, endIndex), [store, list, startIndex, endIndex]);
  return { element, scroller, screenful: endIndex - startIndex };
}

function Head<Row>({ columns }: { readonly columns: readonly Column<Row>[] }) {
  return (
    <thead>
      <tr aria-rowindex={1} className="row">
        {columns.map(({ name, title }) => (
          <th key={name} scope="col" className={`cell ${name}`}>
            {title}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface RowProps<Row> extends Pick<GridProps<Row>, 'list' | 'columns' | 'rowAttributes' | 'menuContext'> {
  readonly row: Row | undefined;
  readonly index: number;
  readonly chosen: boolean;
}

function GridRow<Row>({ list, columns, rowAttributes, menuContext, row, index, chosen }: RowProps<Row>) {
  const context = row === undefined ? undefined : JSON.stringify({ ...menuContext(row), preventDefaultContextMenuItems: true });
  return (
    <tr
      {...(row === undefined ? { 'aria-busy': true } : rowAttributes?.(row))}
      id={rowElementId(list, index)}
      aria-rowindex={index + 2}
      aria-selected={chosen}
      className={chosen ? 'row chosen' : 'row'}
      data-index={index}
      data-vscode-context={context}
      style={{ transform: `translateY(${index * ROW_PX}px)` }}
    >
      {row === undefined ? (
        <td className="cell awaited">…</td>
      ) : (
        columns.map(({ name, cell }) => (
          <td key={name} className={`cell ${name}`}>
            {cell(row)}
          </td>
        ))
      )}
    </tr>
  );
}

/** Scrolling draws the grid anew: the rows that stay are not touched. */
const MemoRow = memo(GridRow) as typeof GridRow;

const indexOf = (target: EventTarget): number | undefined => {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  return row === null ? undefined : Number(row.dataset.index);
};

/** What keys and the mouse do in a grid. */
function useHands<Row>(props: GridProps<Row>, scroller: Scroller, screenful: number) {
  const { list, page, cursor, onOpen, onKey, onTwistie } = props;
  const store = useStore();
  const go = (index: number): void => {
    store.choose(list, index);
    scroller.scrollToIndex(index);
  };
  const use = (key: string, row: Row, index: number): boolean | number => {
    if (key !== 'Enter') return onKey?.(key, row, index) ?? false;
    onOpen(row);
    return true;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = keyTarget(event.key, cursor?.index ?? -1, page.total, screenful);
    const row = cursor === null || cursor.id === null ? undefined : rowAt(page, cursor.index);
    const meaning = target ?? (row === undefined || cursor === null ? false : use(event.key, row, cursor.index));
    if (meaning === false) return;
    event.preventDefault();
    if (typeof meaning === 'number') go(meaning);
  };
  const onMouseDown = ({ target }: MouseEvent): void => {
    const index = indexOf(target);
    if (index === undefined) return;
    store.choose(list, index);
    const row = rowAt(page, index);
    if (row !== undefined && target instanceof Element && target.closest('.twistie') !== null) onTwistie?.(row);
  };
  const onDoubleClick = ({ target }: MouseEvent): void => {
    const index = indexOf(target);
    const row = index === undefined || (target instanceof Element && target.closest('.twistie')) ? undefined : rowAt(page, index);
    if (row !== undefined) onOpen(row);
  };
  return { onKeyDown, onMouseDown, onDoubleClick };
}

/**
 * A long list in columns: rows of one height, of which only those in view exist. One tab stop; the arrow keys move inside it.
 * Chromium, and so every VS Code, takes the rows and cells of a table with this role for those of a grid, whatever their `display`.
 */
export function Grid<Row>(props: GridProps<Row>) {
  const { list, label, role, columns, page, cursor, rowAttributes, menuContext } = props;
  const { element, scroller, screenful } = useScroller(list, page.total);
  const hands = useHands(props, scroller, screenful);
  const items = scroller.getVirtualItems();
  const chosen = cursor !== null && cursor.id !== null ? cursor.index : -1;
  const focused = items.some(({ index }) => index === chosen) ? rowElementId(list, chosen) : undefined;
  const chosenRow = chosen === -1 ? undefined : rowAt(page, chosen);
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both of the roles know all of these
    <table
      ref={element}
      role={role}
      aria-label={label}
      aria-rowcount={page.total + 1}
      aria-colcount={columns.length}
      aria-activedescendant={focused}
      tabIndex={0}
      className={`grid ${list}-grid`}
      style={{ blockSize: (page.total + 1) * ROW_PX }}
      data-vscode-context={chosenRow === undefined ? undefined : JSON.stringify(menuContext(chosenRow))}
      {...hands}
    >
      <Head columns={columns} />
      <tbody className="rows" style={{ blockSize: page.total * ROW_PX }}>
        {items.map(({ index }) => (
          <MemoRow
            key={index}
            {...{ list, columns, menuContext, index }}
            {...(rowAttributes === undefined ? {} : { rowAttributes })}
            row={rowAt(page, index)}
            chosen={index === chosen}
          />
        ))}
      </tbody>
    </table>
  );
}
