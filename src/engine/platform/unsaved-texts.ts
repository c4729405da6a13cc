/** Files that a person has open and has typed in, and not saved: what is changed in them is changed there (rulings, all protocols 2). */
export interface UnsavedTexts {
  /** What is typed; `null` for a file that is as it is saved. @param path below the root, `/`-separated */
  text(path: string): string | null;
  /** Changes what is typed; it stays to be saved. @throws CortexError when it cannot be changed, and whatever the change throws */
  edit(path: string, change: (text: string) => string): Promise<void>;
}

/** Where nobody has anything open. */
export const NOTHING_UNSAVED: UnsavedTexts = {
  text: () => null,
  edit: () => Promise.reject(new Error('nothing is open')),
};
