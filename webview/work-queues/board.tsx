import { useEffect, useState } from 'react';
import type { QueueCard, QueueList, QueuesSnapshot } from '../../src/host/dashboards/work-queues/protocol.ts';
import { focusList } from '../focus.ts';
import { rowAt } from '../grid/ranges.ts';
import { BoardColumn, type CardHandlers, EMPTY, showCard } from './column.tsx';
import { useDragging } from './dragging.ts';
import { Form } from './form.tsx';
import { Menu, type MenuItem, type OpenMenu } from './menu.tsx';
import type { QueuesStore } from './queues-store.ts';
import { useQueues } from './queues-store.ts';
import { isEverything, LISTS, type SavedQueues } from './saved-queues.ts';
import { actionInto, isUndecided, type TaskAction, taskActions, toExpectedTask } from './task-actions.ts';

export interface BoardProps {
  readonly snapshot: QueuesSnapshot;
  readonly view: SavedQueues;
  /** Reports why an action was not even tried. */
  onSay(text: string): void;
}

/** Returns the selected card of a column from the store's present state. */
function chosenCard(store: QueuesStore, { lists }: QueuesSnapshot, list: QueueList): QueueCard | undefined {
  const cursor = store.get().view.cursors[list];
  return cursor === null || cursor.id === null ? undefined : rowAt(lists[list], cursor.index);
}

/** Focuses the next column with a card in a direction. */
function goTo(store: QueuesStore, { lists }: QueuesSnapshot, from: QueueList, by: -1 | 1): void {
  const [before, behind] = [LISTS.slice(0, LISTS.indexOf(from)).reverse(), LISTS.slice(LISTS.indexOf(from) + 1)];
  const list = (by === 1 ? behind : before).find((each) => lists[each].total > 0);
  if (list === undefined) return;
  const cursor = store.get().view.cursors[list];
  if (cursor === null || cursor.id === null) store.choose(list, Math.min(store.topOf(list), lists[list].total - 1));
  focusList(list);
}

/** Returns why no task can be dispatched; `null` when one can. */
const undispatchable = ({ readOnly, projects }: QueuesSnapshot): string | null =>
  readOnly ?? (projects.length === 0 ? 'The team has no project yet' : null);

/** Returns the actions on cards, which report the reason when they are refused. */
function useWishes({ snapshot, onSay }: BoardProps) {
  const store = useQueues();
  const { readOnly: refusal } = snapshot;
  const make = (card: QueueCard, request: TaskAction | string): void => {
    if (typeof request === 'string') onSay(request);
    else if (request.refusal !== null) onSay(request.refusal);
    else if (typeof request.ask === 'string') store.begin(request.ask, card);
    else store.move(card, request.ask);
  };
  const into = (card: QueueCard, list: QueueList): void => make(card, actionInto(card, list, refusal));
  const shift = (list: QueueList, by: -1 | 1): void => {
    const card = chosenCard(store, snapshot, list);
    // Cards of unknown status have no place in the order, so both directions move them to "Ready".
    const target = list === 'other' ? 'ready' : LISTS[LISTS.indexOf(list) + by];
    if (card !== undefined) into(card, target ?? list);
  };
  const press = (card: QueueCard, key: string): boolean => {
    const request = taskActions(card, refusal).find((each) => each.key === key);
    if (request !== undefined) make(card, request);
    return request !== undefined;
  };
  const begin = (): void => {
    const why = undispatchable(snapshot);
    if (why === null) store.begin('dispatch', null);
    else onSay(why);
  };
  const open = (card: QueueCard): void => store.take({ kind: 'open-task', task: toExpectedTask(card) });
  const itemsFor = (card: QueueCard): MenuItem[] => [
    { label: 'Open File', icon: 'go-to-file', key: 'Enter', refusal: null, onPress: () => open(card) },
    ...taskActions(card, refusal).map((request) => ({ ...request, onPress: () => make(card, request) })),
  ];
  return { into, shift, press, begin, open, itemsFor };
}

/** Scrolls to a card that was moved here and focuses its column, unless the person is typing elsewhere. */
function useArrival({ sought }: QueuesSnapshot): void {
  const [list, index] = [sought?.list, sought?.index ?? 0];
  useEffect(() => {
    const { activeElement } = document;
    if (list === undefined || activeElement instanceof HTMLInputElement || activeElement instanceof HTMLSelectElement) return;
    showCard(list, index);
    focusList(list);
  }, [list, index]);
}

type PlacedMenu = OpenMenu & { readonly list: QueueList };

/** Mouse and keyboard handlers of the board, and its open menu. */
function useHands(props: BoardProps) {
  const { snapshot } = props;
  const store = useQueues();
  const { into, shift, press, begin, open, itemsFor } = useWishes(props);
  const dragging = useDragging(snapshot.readOnly, into);
  const [menu, setMenu] = useState<PlacedMenu | null>(null);
  const onMenu = (list: QueueList, x: number, y: number): void => {
    const card = chosenCard(store, snapshot, list);
    if (card !== undefined) setMenu({ card, list, x, y });
  };
  const onKey = (list: QueueList, key: string, card: QueueCard): boolean => {
    const row = document.querySelector(`.${list}-grid [aria-selected=true]`)?.getBoundingClientRect();
    if (key === 'ArrowLeft' || key === 'ArrowRight') goTo(store, snapshot, list, key === 'ArrowLeft' ? -1 : 1);
    else if (key === 'm') onMenu(list, row?.left ?? 0, row?.bottom ?? 0);
    else if (key === 'n') begin();
    else return press(card, key);
    return true;
  };
  const onDouble = (list: QueueList): void => {
    const card = chosenCard(store, snapshot, list);
    if (card !== undefined) open(card);
  };
  const hands: CardHandlers = { ...dragging, onOpen: open, onDouble, onKey, onMenu, onShift: shift, onNew: begin };
  const closeMenu = (isBack: boolean): void => {
    setMenu(null);
    if (isBack && menu !== null) focusList(menu.list);
  };
  return { hands, dropOf: dragging.dropOf, menu, closeMenu, itemsFor };
}

export function Board(props: BoardProps) {
  const { snapshot, view } = props;
  const { readOnly: refusal, lists, others } = snapshot;
  const { hands, dropOf, menu, closeMenu, itemsFor } = useHands(props);
  useArrival(snapshot);
  return (
    <div className={others > 0 ? 'board four' : 'board'}>
      {LISTS.filter((list) => list !== 'other' || others > 0).map((list) => (
        <BoardColumn
          key={list}
          {...{ list, hands }}
          refusal={undispatchable(snapshot)}
          page={lists[list]}
          cursor={view.cursors[list]}
          drop={dropOf(list)}
          empty={isEverything(view.filter) ? EMPTY[list] : 'No tasks match.'}
        />
      ))}
      {menu === null ? null : <Menu {...menu} items={itemsFor(menu.card)} onClose={closeMenu} />}
      {view.form === null || isUndecided(view.form) ? null : <Form form={view.form} {...snapshot} refusal={refusal} />}
    </div>
  );
}
