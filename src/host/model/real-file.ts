import fs from 'node:fs';

/** Where a document really is: a folder may be opened by a link. A file that is gone is where it says. */
export function realFile({ fsPath }: { readonly fsPath: string }): string {
  try {
    return fs.realpathSync(fsPath);
  } catch {
    return fsPath;
  }
}
