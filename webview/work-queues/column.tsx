import { type DragEvent, type HTMLAttributes, type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react';
import type { Page } from '../../src/host/dashboards/protocol.ts';
import type { QueueCard, QueueList } from '../../src/host/dashboards/work-queues/protocol.ts';
import type { Cursor } from '../cursor.ts';
import { Grid } from '../grid/grid.tsx';
import type { Column } from '../grid/grid-props.ts';
import { Button, Empty, Section } from '../parts.tsx';
import { CARD_PX, Card } from './card.tsx';
import { useQueues } from './queues-store.ts';

export const TITLES: Readonly<Record<QueueList, string>> = {
  ready: 'Ready',
  working: 'In progress',
  done: 'Done',
  other: 'Unknown status',
};

/** Text of an empty column. */
export const EMPTY: Readonly<Record<QueueList, string>> = {
  ready: 'There are no ready tasks.',
  working: 'There are no tasks in progress.',
  done: 'There are no completed tasks.',
  other: '',
};

const COLUMNS: readonly Column<QueueCard>[] = [{ name: 'task', title: 'Task', cell: (card) => <Card {...card} /> }];
const menuContext = (): Readonly<Record<string, string>> => ({ webviewSection: 'queue-task' });

/** Handlers for the cards of the board. */
export interface CardHandlers {
  onOpen(card: QueueCard): void;
  /** Opens the selected card. */
  onDouble(list: QueueList): void;
  /** Handles a key that the list does not use. @returns whether it was handled */
  onKey(list: QueueList, key: string, card: QueueCard): boolean;
  /** @param x in pixels from the left edge of the window, like `y` from the top */
  onMenu(list: QueueList, x: number, y: number): void;
  /** Moves the selected card one column to the left or right. */
  onShift(list: QueueList, by: -1 | 1): void;
  onNew(): void;
  readonly rowAttributes: (card: QueueCard) => HTMLAttributes<HTMLElement>;
  /** Called for the column under a dragged card. */
  onOver(list: QueueList, event: DragEvent): void;
  onDrop(list: QueueList): void;
}

interface ColumnProps {
  readonly list: QueueList;
  readonly page: Page<QueueCard>;
  readonly cursor: Cursor | null;
  /** Reason why nothing can be dispatched; `null` when it can. */
  readonly refusal: string | null;
  readonly hands: CardHandlers;
  /** Whether the column accepts the dragged card; `null` when none is dragged over it. */
  readonly drop: 'takes' | 'refuses' | null;
  /** Text of the empty column. */
  readonly empty: string;
}

/** Handles double clicks, clicks on the three dots of a card, and the context menu of mouse and keyboard. */
function menuHands(list: QueueList, { onMenu, onDouble }: CardHandlers) {
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

/** A card selected before it arrived may be taller than estimated, so scroll to it again. */
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

/** A column of the board. */
export function BoardColumn({ list, page, cursor, refusal, hands, drop, empty }: ColumnProps) {
  const shift = (event: KeyboardEvent): void => {
    if (!event.shiftKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
    event.preventDefault();
    event.stopPropagation();
    hands.onShift(list, event.key === 'ArrowLeft' ? -1 : 1);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handlers act on the cards of the list inside
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

/** Number of frames to retry. New cards have their final height one frame after rendering, and their final position after one more. */
const FRAMES = 3;

/** Scrolls a card into view, even if it is not rendered yet. */
export function showCard(list: string, index: number, frames = FRAMES): void {
  const card = document.getElementById(`${list}-${index}`);
  const grid = document.querySelector(`.${list}-grid`);
  if (card !== null) card.scrollIntoView({ block: 'nearest' });
  else if (grid !== null) grid.scrollTop = index * CARD_PX;
  if (frames > 0) requestAnimationFrame(() => showCard(list, index, frames - 1));
}
