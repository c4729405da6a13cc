import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { OverviewCard } from '../../src/host/dashboards/overview/protocol.ts';

/** Returns the ids of the buttons in a card, row by row: links of the head, then each line with its actions. */
function rowsOf({ ways, lines }: OverviewCard): readonly (readonly string[])[] {
  const ofLines = lines.map(({ id, leads, actions }) => [...(leads ? [id] : []), ...actions.map((action) => action.id)]);
  return [ways.map(({ id }) => id), ...ofLines].filter((row) => row.length > 0);
}

interface Place {
  readonly id: string;
  readonly row: number;
}

/** Returns the present place: the same button as before, else the same row, else the first line. */
function settled(rows: readonly (readonly string[])[], place: Place | null, first: number): Place | null {
  if (place !== null) {
    const row = rows.findIndex((ids) => ids.includes(place.id));
    if (row >= 0) return { id: place.id, row };
  }
  const row = Math.min(place?.row ?? first, rows.length - 1);
  const id = rows[row]?.[0];
  return id === undefined ? null : { id, row };
}

/** Returns the place that a key moves to; `null` for other keys. */
function stepOf(key: string, rows: readonly (readonly string[])[], { id, row }: Place): Place | null {
  const column = Math.max(0, rows[row]?.indexOf(id) ?? 0);
  const at = (wanted: number, from: number): Place => {
    const next = Math.max(0, Math.min(wanted, rows.length - 1));
    const ids = rows[next] ?? [];
    return { id: ids[Math.max(0, Math.min(from, ids.length - 1))] ?? id, row: next };
  };
  switch (key) {
    case 'ArrowDown':
      return at(row + 1, 0);
    case 'ArrowUp':
      return at(row - 1, 0);
    case 'ArrowRight':
      return at(row, column + 1);
    case 'ArrowLeft':
      return at(row, column - 1);
    case 'Home':
      return at(0, 0);
    case 'End':
      return at(rows.length - 1, 0);
    default:
      return null;
  }
}

/** Keyboard navigation of a card, with one tab stop and arrow keys. When the focused button vanishes, the focus stays in the card. */
export interface Roving {
  readonly card: RefObject<HTMLElement | null>;
  /** Id of the button that is the tab stop. */
  readonly current: string | null;
  onKeyDown(event: KeyboardEvent): void;
  onFocus(event: FocusEvent): void;
  onBlur(event: FocusEvent): void;
}

const idOf = (target: EventTarget): string | null => (target instanceof HTMLElement ? (target.dataset.id ?? null) : null);

export function useRoving(shown: OverviewCard): Roving {
  const card = useRef<HTMLElement>(null);
  const hasFocus = useRef(false);
  const [place, setPlace] = useState<Place | null>(null);
  const rows = rowsOf(shown);
  const here = settled(rows, place, shown.ways.length > 0 ? 1 : 0);
  const go = (id: string): void => {
    const buttons = card.current?.querySelectorAll<HTMLElement>('[data-id]') ?? [];
    for (const button of buttons) if (button.dataset.id === id) button.focus();
  };
  useEffect(() => {
    if (hasFocus.current && here !== null && document.activeElement === document.body) go(here.id);
  });
  return {
    card,
    current: here?.id ?? null,
    onKeyDown: (event) => {
      const next = here === null || event.ctrlKey || event.altKey || event.metaKey ? null : stepOf(event.key, rows, here);
      if (next === null) return;
      event.preventDefault();
      go(next.id);
    },
    onFocus: ({ target }) => {
      hasFocus.current = true;
      const id = idOf(target);
      const row = rows.findIndex((ids) => id !== null && ids.includes(id));
      if (id !== null && row >= 0) setPlace({ id, row });
    },
    onBlur: ({ target, relatedTarget }) => {
      if (relatedTarget !== null) hasFocus.current = false;
      // A vanished button loses the focus, which then moves to its neighbour. If the button still exists, the person left the card.
      else
        requestAnimationFrame(() => {
          if (target.isConnected && document.activeElement !== target) hasFocus.current = false;
        });
    },
  };
}
