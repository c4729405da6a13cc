/** The warnings about edits of locked files that were shown. */
export class ShownWarnings {
  readonly #shown = new Set<string>();

  /**
   * Reports whether to show a warning now: once for each event and lock. An automatic saving after a warning about the edit adds none.
   * @param lock identifies the lock and the file
   */
  take(event: 'edit' | 'save', lock: string, isAutomatic: boolean): boolean {
    const key = `${event} ${lock}`;
    if (this.#shown.has(key) || (isAutomatic && this.#shown.has(`edit ${lock}`))) return false;
    this.#shown.add(key);
    return true;
  }
}
