import type { HTMLAttributes, ReactNode } from 'react';
import type { Page } from '../../src/host/dashboards/protocol.ts';
import type { Cursor } from '../cursor.ts';
import type { ListKeeper } from '../page-store.ts';

export interface Column<Row> {
  /** Also the CSS class of its cells. */
  readonly name: string;
  readonly title: string;
  /** Content of the header instead of the title. */
  readonly head?: ReactNode;
  /** Whether the rows are in the order of this column. */
  readonly sort?: 'descending';
  readonly cell: (row: Row) => ReactNode;
}

export interface GridProps<Row, List extends string> {
  readonly keeper: ListKeeper<List>;
  readonly list: List;
  readonly label: string;
  readonly role: 'grid' | 'treegrid';
  /** A single column has no header, because the label already names it. */
  readonly columns: readonly Column<Row>[];
  readonly page: Page<Row>;
  readonly cursor: Cursor | null;
  /** Row height in pixels; default: one line. */
  readonly rowPx?: number;
  /** Whether rows have varying heights by their content. Then `rowPx` is an estimate. */
  readonly measured?: boolean;
  readonly rowAttributes?: (row: Row) => HTMLAttributes<HTMLElement>;
  /** Returns a row's context for the editor's context menus. Without it, the menus can only copy the selection. */
  readonly menuContext?: (row: Row) => Readonly<Record<string, string | boolean | null>>;
  /** Called for Enter, and for a double click unless rows are measured, where that selects a word. */
  readonly onOpen: (row: Row) => void;
  /** Handles a key that the grid does not use. @returns whether it was handled; a number moves to that row */
  readonly onKey?: (key: string, row: Row, index: number) => boolean | number;
  /** Called for a click on an element with the class `twistie`. */
  readonly onTwistie?: (row: Row) => void;
}
