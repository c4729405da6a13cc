import fs from 'node:fs';

/** Returns the real path of a document, because a folder may be opened through a symlink. Falls back to its path if the file is gone. */
export function realFile({ fsPath }: { readonly fsPath: string }): string {
  try {
    return fs.realpathSync(fsPath);
  } catch {
    return fsPath;
  }
}
