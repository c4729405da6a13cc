import type { HTMLAttributes, ReactNode } from 'react';
import type { Page } from '../../src/host/dashboards/protocol.ts';
import type { Cursor } from '../cursor.ts';
import type { ListKeeper } from '../page-store.ts';

export interface Column<Row> {
  /** Also the class of its cells. */
  readonly name: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
}

export interface GridProps<Row, List extends string> {
  readonly keeper: ListKeeper<List>;
  readonly list: List;
  readonly label: string;
  readonly role: 'grid' | 'treegrid';
  /** One column alone has no head: its title is the label's. */
  readonly columns: readonly Column<Row>[];
  readonly page: Page<Row>;
  readonly cursor: Cursor | null;
  /** In pixels; default: one line. */
  readonly rowPx?: number;
  /** Whether every row is as high as what stands in it; then `rowPx` is what most of them are. */
  readonly measured?: boolean;
  readonly rowAttributes?: (row: Row) => HTMLAttributes<HTMLElement>;
  /** What the editor's context menus know about a row; without it they only copy what is selected. */
  readonly menuContext?: (row: Row) => Readonly<Record<string, string | boolean | null>>;
  /** Enter, or a double click; where rows are texts to read, that selects a word. */
  readonly onOpen: (row: Row) => void;
  /** A key that the grid itself has no use for. @returns whether it meant something; an index moves to that row */
  readonly onKey?: (key: string, row: Row, index: number) => boolean | number;
  /** A click on an element with the class `twistie`. */
  readonly onTwistie?: (row: Row) => void;
}
