/** Focuses a list, if it is shown. */
export function focusList(list: string): void {
  document.querySelector<HTMLElement>(`.${list}-grid`)?.focus();
}
