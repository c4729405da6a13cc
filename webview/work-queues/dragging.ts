import { type DragEvent, type HTMLAttributes, useCallback, useEffect, useState } from 'react';
import type { QueueCard, QueueList } from '../../src/host/dashboards/work-queues/protocol.ts';
import { actionInto } from './task-actions.ts';

/** Whether the column under a dragged card accepts it. */
export type Drop = 'takes' | 'refuses' | null;

/**
 * Ends a drag when the mouse button is no longer pressed. If another person moves the dragged card, its element vanishes and `dragend`
 * never fires.
 */
function useEndOfDrag(isDragged: boolean, end: () => void): void {
  useEffect(() => {
    if (!isDragged) return;
    const move = ({ buttons }: PointerEvent) => buttons === 0 && end();
    window.addEventListener('pointermove', move);
    return () => window.removeEventListener('pointermove', move);
  }, [isDragged, end]);
}

/** Drag and drop between columns. @param refusal reason why nothing can be changed @param onMove called for a dropped card */
export function useDragging(refusal: string | null, onMove: (card: QueueCard, list: QueueList) => void) {
  const [dragged, setDragged] = useState<QueueCard | null>(null);
  const [over, setOver] = useState<QueueList | null>(null);
  const end = useCallback((): void => {
    setDragged(null);
    setOver(null);
  }, []);
  useEndOfDrag(dragged !== null, end);
  const rowAttributes = useCallback(
    (card: QueueCard): HTMLAttributes<HTMLElement> => {
      if (refusal !== null) return {};
      return {
        draggable: true,
        onDragStart: ({ dataTransfer }: DragEvent) => {
          dataTransfer.effectAllowed = 'move';
          dataTransfer.setData('text/plain', card.title);
          setDragged(card);
        },
        onDragEnd: end,
      };
    },
    [refusal, end],
  );
  const takes = (list: QueueList): boolean => dragged !== null && typeof actionInto(dragged, list, refusal) !== 'string';
  return {
    rowAttributes,
    onOver: (list: QueueList, event: DragEvent): void => {
      if (dragged === null) return;
      if (over !== list) setOver(list);
      // Columns that refuse a card also receive the drop, to report the reason.
      event.preventDefault();
      event.dataTransfer.dropEffect = takes(list) ? 'move' : 'none';
    },
    onDrop: (list: QueueList): void => {
      end();
      if (dragged !== null && dragged.list !== list) onMove(dragged, list);
    },
    dropOf: (list: QueueList): Drop =>
      dragged === null || over !== list || dragged.list === list ? null : takes(list) ? 'takes' : 'refuses',
  };
}
