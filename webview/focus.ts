/** Focuses a list, if it is shown. */
export function focusList(list: string): void {
  document.querySelector<HTMLElement>(`.${list}-grid`)?.focus();
}

/** Tab stop of a list, card or page. */
const TAB_STOP = '[tabindex="0"]';

function around(element: Element): Element[] {
  const parent = element.parentElement;
  return parent === null ? [] : [parent, ...around(parent)];
}

/**
 * Restores the focus. After a menu, dialog or quick pick, the editor focuses only the page as a whole, so keyboard users would have to find
 * their position again. If the focused element is gone, the nearest remaining tab stop gets the focus.
 */
export function rememberFocus(): void {
  let places: readonly Element[] = [];
  document.addEventListener('focusin', ({ target }) => {
    places = target instanceof Element ? [target, ...around(target)] : [];
  });
  // A click outside everything removes the focus on purpose.
  document.addEventListener('pointerup', () => {
    if (document.activeElement === document.body) places = [];
  });
  window.addEventListener('focus', () => {
    if (document.activeElement !== document.body) return;
    const nearest = places.find((place) => place.isConnected);
    const stop = nearest === places[0] ? nearest : nearest?.querySelector(TAB_STOP);
    if (stop instanceof HTMLElement) stop.focus({ preventScroll: true });
  });
}
