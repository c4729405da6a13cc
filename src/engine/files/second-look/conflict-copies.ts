import path from 'node:path';
import { joinSentences } from '../../platform/errors.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { createNeed, type Need } from '../../platform/need.ts';
import { compareCommand } from '../../platform/suggested.ts';
import { ignoreFiles } from '../git-ignore.ts';

/**
 * Copies of text that another program wrote while a file was replaced, or that git removed from it. They stay beside the file until a
 * person removes them.
 */

/** Pattern of the copies for git to ignore. */
export const CONFLICT_COPIES = '*.kept-*';
const PART_OF_NAME = '.kept-';
const NAME = /^(.+)\.kept-\d{8}T\d{6}Z(?:-\d+)?$/;

/** A copy beside a file. */
export interface ConflictCopy {
  /** Absolute. */
  readonly file: string;
  readonly message: string;
  readonly next: string;
  /** Shows how it differs from its file. */
  readonly command: string;
}

function namesIn(fs: FileSystem, folder: string): string[] {
  try {
    // Filtered before sorting: a folder with very many notes has hardly any copies.
    return fs
      .readdirSync(folder)
      .filter((name) => name.includes(PART_OF_NAME))
      .sort();
  } catch {
    // A missing folder has no copies. If it cannot be listed, the code that reads its files reports it.
    return [];
  }
}

/** Returns the copies in some folders. @param folders absolute */
export function conflictCopies(fs: FileSystem, folders: Iterable<string>): ConflictCopy[] {
  return [...new Set(folders)].flatMap((folder) =>
    namesIn(fs, folder).flatMap((name) => {
      const [, of] = NAME.exec(name) ?? [];
      if (of === undefined) return [];
      const message = `contains text that was missing in ${of} after another program or git had written that file`;
      const file = path.join(folder, name);
      const command = compareCommand(path.join(folder, of), file);
      return { file, message, next: `Add what is still missing to ${of}, then remove this copy.`, command };
    }),
  );
}

/** Returns a need for each copy (docs/decisions/0018-needs-you.md). @param folders absolute */
export function conflictCopyNeeds(fs: FileSystem, folders: Iterable<string>): Need[] {
  return conflictCopies(fs, folders).map(({ file, message, next, command }) =>
    createNeed({
      kind: 'kept',
      about: [file],
      rank: 'soon',
      title: path.basename(file),
      since: null,
      why: joinSentences(message, next),
      command,
      place: { file, line: null },
      actions: [],
    }),
  );
}

/** Makes git ignore the copies in a folder of ours, whose `.gitignore` names the files that belong to one machine. */
export function ignoreKept(fs: FileSystem, folder: string): void {
  try {
    ignoreFiles(fs, folder, [CONFLICT_COPIES], '.local/');
  } catch {
    // The copy exists. If git shows it, nothing is lost.
  }
}
