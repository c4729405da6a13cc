/** What Tab leads to in a list, a card or a page. */
const TAB_STOP = '[tabindex="0"]';

function around(element: Element): Element[] {
  const parent = element.parentElement;
  return parent === null ? [] : [parent, ...around(parent)];
}

/**
 * Keeps a person's place in the page. A menu, a question or the palette of the editor takes the keyboard away, and the editor gives it
 * back to the page as a whole: without this, whoever has only keys would have to find their place again after each of them. What they
 * were at may have gone by then, settled by their answer: its neighbour is the nearest.
 */
export function rememberFocus(): void {
  let places: readonly Element[] = [];
  document.addEventListener('focusin', ({ target }) => {
    places = target instanceof Element ? [target, ...around(target)] : [];
  });
  // Who presses beside everything has left it.
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
