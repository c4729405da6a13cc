import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import type { QueueCard } from '../../src/host/dashboards/work-queues/protocol.ts';
import { keyTarget } from '../cursor.ts';
import { Icon } from '../parts.tsx';
import { clip, plain } from '../text.ts';
import type { TaskAction } from './task-actions.ts';

const MAX_NAME_LENGTH = 60;

/** An open menu of a card, and its position in pixels of the window. */
export interface OpenMenu {
  readonly card: QueueCard;
  readonly x: number;
  readonly y: number;
}

export interface MenuItem extends Pick<TaskAction, 'label' | 'icon' | 'key' | 'refusal'> {
  onPress(): void;
}

/** Keeps a menu inside the window, and focuses its first item. */
function useMenuPlace(x: number, y: number) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const menu = element.current;
    if (menu === null) return;
    const { width, height } = menu.getBoundingClientRect();
    menu.style.left = `${Math.max(0, Math.min(x, window.innerWidth - width))}px`;
    menu.style.top = `${Math.max(0, Math.min(y, window.innerHeight - height))}px`;
    menu.querySelector('button')?.focus();
  }, [x, y]);
  return element;
}

interface MenuProps extends OpenMenu {
  readonly items: readonly MenuItem[];
  /** @param isBack whether to restore the focus */
  onClose(isBack: boolean): void;
}

/** Menu of actions on a card. */
export function Menu({ card, x, y, items, onClose }: MenuProps) {
  const element = useMenuPlace(x, y);
  const press = ({ refusal, onPress }: MenuItem): void => {
    if (refusal !== null) return;
    onClose(true);
    onPress();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const at = buttons.findIndex((button) => button.matches(':focus'));
    const target = keyTarget(event.key, at, buttons.length, buttons.length);
    const meant = items.find(({ key }) => key === event.key && key !== 'Enter');
    if (target !== undefined) buttons[target]?.focus();
    else if (event.key === 'Escape' || event.key === 'Tab') onClose(true);
    else if (meant !== undefined) press(meant);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={element}
      className="card-menu"
      role="menu"
      tabIndex={-1}
      aria-label={`Actions for ${plain(clip(card.title, MAX_NAME_LENGTH))}`}
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onClose(false);
      }}
    >
      {items.map((item) => (
        <button
          key={item.label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          aria-disabled={item.refusal !== null}
          title={item.refusal ?? undefined}
          onClick={() => press(item)}
        >
          <Icon name={item.icon} />
          <span className="label">{item.label}</span>
          <kbd>{item.key.length === 1 ? item.key.toUpperCase() : item.key}</kbd>
        </button>
      ))}
    </div>
  );
}
