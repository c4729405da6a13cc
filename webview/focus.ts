/** Puts the keyboard into a list, where it is shown. */
export function focusList(list: string): void {
  document.querySelector<HTMLElement>(`.${list}-grid`)?.focus();
}
