/**
 * Keeps a person's place in the page. A menu, a question or the palette of the editor takes the keyboard away, and the editor gives it
 * back to the page as a whole: without this, whoever has only keys would have to find their place again after each of them.
 */
export function keepFocus(): void {
  let last: HTMLElement | null = null;
  document.addEventListener('focusin', ({ target }) => {
    last = target instanceof HTMLElement ? target : null;
  });
  // Who presses beside everything has left it.
  document.addEventListener('pointerup', () => {
    if (document.activeElement === document.body) last = null;
  });
  window.addEventListener('focus', () => {
    if (document.activeElement === document.body) last?.focus({ preventScroll: true });
  });
}
