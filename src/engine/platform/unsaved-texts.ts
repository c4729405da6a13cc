/** Files with unsaved changes in an editor. Edits to them are made in the editor (rulings, all protocols 2). */
export interface UnsavedTexts {
  /** Returns the unsaved text; `null` if the file has no unsaved changes. @param path below the root, `/`-separated */
  text(path: string): string | null;
  /** Edits the unsaved text, which stays unsaved. @throws CortexError if it cannot be edited, and every error of `change` */
  edit(path: string, change: (text: string) => string): Promise<void>;
}

/** For programs without an editor. */
export const NOTHING_UNSAVED: UnsavedTexts = {
  text: () => null,
  edit: () => Promise.reject(new Error('nothing is open')),
};
