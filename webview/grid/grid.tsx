import { memo } from 'react';
import { useGridInput } from './grid-input.ts';
import type { Column, GridProps } from './grid-props.ts';
import { BORDER_PX, ROW_PX, type Scroller, useScroller } from './grid-scroller.ts';
import { rowAt } from './ranges.ts';

const rowElementId = (list: string, index: number): string => `${list}-${index}`;

function Head<Row>({ columns }: { readonly columns: readonly Column<Row>[] }) {
  return (
    <thead>
      <tr aria-rowindex={1} className="row">
        {columns.map(({ name, title, head = title, sort }) => (
          <th key={name} scope="col" aria-sort={sort} className={`cell ${name}`}>
            {head}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface RowProps<Row> extends Pick<GridProps<Row, string>, 'list' | 'columns' | 'rowAttributes' | 'menuContext'> {
  readonly row: Row | undefined;
  readonly index: number;
  readonly chosen: boolean;
  readonly hasHead: boolean;
  /** Offset from the first row, in pixels. */
  readonly start: number;
  /** Receives the row's element when rows are measured. */
  readonly measure: Scroller['measureElement'] | undefined;
}

function GridRow<Row>({ list, columns, rowAttributes, menuContext, row, index, chosen, hasHead, start, measure }: RowProps<Row>) {
  const known = row === undefined ? undefined : menuContext?.(row);
  const context = known === undefined ? undefined : JSON.stringify({ ...known, preventDefaultContextMenuItems: true });
  return (
    <tr
      {...(row === undefined ? { 'aria-busy': true } : rowAttributes?.(row))}
      ref={measure}
      id={rowElementId(list, index)}
      aria-rowindex={index + (hasHead ? 2 : 1)}
      aria-selected={chosen}
      className={chosen ? 'row chosen' : 'row'}
      data-index={index}
      data-vscode-context={context}
      style={{ transform: `translateY(${start}px)` }}
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

/** Memoized, so that scrolling does not render the remaining rows again. */
const MemoRow = memo(GridRow) as typeof GridRow;

/**
 * A virtualized list in columns, where only the rows in view are in the DOM. It is one tab stop, and arrow keys move inside it. Chromium,
 * and so every VS Code, exposes the rows and cells of a table with this role as those of a grid, whatever their `display`.
 */
export function Grid<Row, List extends string>(props: GridProps<Row, List>) {
  const { list, label, role, columns, page, cursor, rowAttributes, menuContext, measured = false } = props;
  const hasHead = columns.length > 1;
  const { element, scroller, screenful } = useScroller(props, hasHead);
  const hands = useGridInput(props, scroller, screenful);
  const items = scroller.getVirtualItems();
  const chosen = cursor !== null && cursor.id !== null ? cursor.index : -1;
  const focused = items.some(({ index }) => index === chosen) ? rowElementId(list, chosen) : undefined;
  const chosenRow = chosen === -1 ? undefined : rowAt(page, chosen);
  const known = chosenRow === undefined ? undefined : menuContext?.(chosenRow);
  const blockSize = scroller.getTotalSize();
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles support all of these attributes
    <table
      ref={element}
      role={role}
      aria-label={label}
      aria-rowcount={page.total + (hasHead ? 1 : 0)}
      aria-colcount={columns.length}
      aria-activedescendant={focused}
      tabIndex={0}
      className={`grid ${list}-grid`}
      style={{ blockSize: blockSize + (hasHead ? ROW_PX : 0) + BORDER_PX }}
      data-vscode-context={known === undefined ? undefined : JSON.stringify(known)}
      {...hands}
    >
      {hasHead ? <Head columns={columns} /> : null}
      <tbody className="rows" style={{ blockSize }}>
        {items.map(({ index, start }) => (
          <MemoRow
            key={index}
            {...{ list, columns, index, hasHead, start }}
            {...(menuContext === undefined ? {} : { menuContext })}
            {...(rowAttributes === undefined ? {} : { rowAttributes })}
            measure={measured ? scroller.measureElement : undefined}
            row={rowAt(page, index)}
            chosen={index === chosen}
          />
        ))}
      </tbody>
    </table>
  );
}
