import { type DragEvent, type HTMLAttributes, type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react';
import type { Page } from '../../src/host/dashboards/protocol.ts';
import type { QueueCard, QueueList } from '../../src/host/dashboards/work-queues/protocol.ts';
import type { Cursor } from '../cursor.ts';
import { Grid } from '../grid/grid.tsx';
import type { Column } from '../grid/grid-props.ts';
import { Button, Empty } from '../parts.tsx';
import { Section } from '../section.tsx';
import { CARD_PX, Card } from './card.tsx';
import { useQueues } from './queues-store.ts';
import { showCard } from './show-card.ts';

export const TITLES: Readonly<Record<QueueList, string>> = {
  ready: 'Ready',
  working: 'In progress',
  done: 'Done',
  other: 'Unknown status',
};

/** What it means that a column is empty. */
export const EMPTY: Readonly<Record<QueueList, string>> = {
  ready: 'Nothing waits for an agent.',
  working: 'No agent has a task in progress.',
  done: 'Nothing is done yet.',
  other: '',
};

const COLUMNS: readonly Column<QueueCard>[] = [{ name: 'task', title: 'Task', cell: (card) => <Card {...card} /> }];
const menuContext = (): Readonly<Record<string, string>> => ({ webviewSection: 'queue-task' });

/** What a person does with the cards of the board. */
export interface Hands {
  onOpen(card: QueueCard): void;
  /** Opens the card that is chosen. */
  onDouble(list: QueueList): void;
  /** A key that the list itself has no use for. @returns whether it meant something */
  onKey(list: QueueList, key: string, card: QueueCard): boolean;
  /** @param x in pixels of the window */
  onMenu(list: QueueList, x: number, y: number): void;
  /** Moves the chosen card by one column to the left, or to the right. */
  onShift(list: QueueList, by: -1 | 1): void;
  onNew(): void;
  readonly rowAttributes: (card: QueueCard) => HTMLAttributes<HTMLElement>;
  /** Of the column that a card is dragged over. */
  onOver(list: QueueList, event: DragEvent): void;
  onDrop(list: QueueList): void;
}

interface ColumnProps {
  readonly list: QueueList;
  readonly page: Page<QueueCard>;
  readonly cursor: Cursor | null;
  /** Why nothing can be dispatched; `null` where it can. */
  readonly refusal: string | null;
  readonly hands: Hands;
  /** What it is for the card that is dragged; `null` while none is. */
  readonly drop: 'takes' | 'refuses' | null;
  /** What stands in it where it is empty. */
  readonly empty: string;
}

/** Double clicks, clicks on the three dots of a card, and what the editor's keys and mice know as the context menu. */
function menuHands(list: QueueList, { onMenu, onDouble }: Hands) {
  return {
    onDoubleClick: ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('.card') !== null && target.closest('.more') === null) onDouble(list);
    },
    onClick: ({ target, clientX, clientY }: MouseEvent) => {
      if (target instanceof Element && target.closest('.more') !== null) onMenu(list, clientX, clientY);
    },
    onContextMenu: (event: MouseEvent) => {
      event.preventDefault();
      const isOnCard = event.target instanceof Element && event.target.closest('[data-index]') !== null;
      const row = isOnCard ? null : document.querySelector(`.${list}-grid [aria-selected=true]`)?.getBoundingClientRect();
      onMenu(list, row?.left ?? event.clientX, row?.bottom ?? event.clientY);
    },
  };
}

/** A card that was chosen before it came may be higher than others: it is brought into view once more. */
function useAwaited(list: QueueList, cursor: Cursor | null): void {
  const [index, isAwaited] = [cursor?.index ?? 0, cursor?.awaited === true];
  const wasAwaited = useRef(false);
  useEffect(() => {
    if (wasAwaited.current && !isAwaited) showCard(list, index);
    wasAwaited.current = isAwaited;
  }, [list, index, isAwaited]);
}

function ColumnGrid({ list, page, cursor, hands }: Pick<ColumnProps, 'list' | 'page' | 'cursor' | 'hands'>) {
  useAwaited(list, cursor);
  return (
    <Grid
      keeper={useQueues()}
      list={list}
      label={TITLES[list]}
      role="grid"
      columns={COLUMNS}
      page={page}
      cursor={cursor}
      rowPx={CARD_PX}
      measured
      menuContext={menuContext}
      rowAttributes={hands.rowAttributes}
      onOpen={hands.onOpen}
      onKey={(key, card) => hands.onKey(list, key, card)}
    />
  );
}

/** One column of the board. */
export function BoardColumn({ list, page, cursor, refusal, hands, drop, empty }: ColumnProps) {
  const shift = (event: KeyboardEvent): void => {
    if (!event.shiftKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
    event.preventDefault();
    event.stopPropagation();
    hands.onShift(list, event.key === 'ArrowLeft' ? -1 : 1);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is done here is done with the cards of the list inside
    <div
      className={drop === null ? 'column' : `column ${drop}`}
      onKeyDownCapture={shift}
      onDragOver={(event) => hands.onOver(list, event)}
      onDrop={() => hands.onDrop(list)}
      {...menuHands(list, hands)}
    >
      <Section
        name={list}
        title={TITLES[list]}
        total={page.total}
        steps={list === 'ready' ? <Button label="Dispatch…" icon="add" shortcut="N" refusal={refusal} onPress={hands.onNew} /> : null}
      >
        {page.total === 0 ? <Empty text={empty} /> : <ColumnGrid {...{ list, page, cursor, hands }} />}
      </Section>
    </div>
  );
}
