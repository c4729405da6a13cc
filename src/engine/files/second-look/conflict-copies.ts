import path from 'node:path';
import { inSentences } from '../../platform/errors.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { type Need, needOf } from '../../platform/need.ts';
import { ignoreFiles } from '../git-ignore.ts';

/** Texts that somebody wrote while a file was replaced, or that git took out of it: beside the file, until a person removes them. */

/** Git does not have to know them. */
export const CONFLICT_COPIES = '*.kept-*';
const PART_OF_NAME = '.kept-';
const NAME = /^(.+)\.kept-\d{8}T\d{6}Z(?:-\d+)?$/;

/** Such a text. */
export interface ConflictCopy {
  /** Absolute. */
  readonly file: string;
  readonly message: string;
  readonly next: string;
}

function namesIn(fs: FileSystem, folder: string): string[] {
  try {
    // Of a folder with very many notes hardly one is to be put in order.
    return fs
      .readdirSync(folder)
      .filter((name) => name.includes(PART_OF_NAME))
      .sort();
  } catch {
    // A folder that is not there has none, and what cannot be listed is told by those who read its files.
    return [];
  }
}

/** Those in some folders. @param folders absolute */
export function conflictCopies(fs: FileSystem, folders: Iterable<string>): ConflictCopy[] {
  return [...new Set(folders)].flatMap((folder) =>
    namesIn(fs, folder).flatMap((name) => {
      const [, of] = NAME.exec(name) ?? [];
      if (of === undefined) return [];
      const message = `holds text that was missing in ${of} when another program or git had written that`;
      return { file: path.join(folder, name), message, next: `Add to ${of} what is still missing there, then remove this copy.` };
    }),
  );
}

/** One for each of them (docs/decisions/0018-needs-you.md). @param folders absolute */
export function conflictCopyNeeds(fs: FileSystem, folders: Iterable<string>): Need[] {
  return conflictCopies(fs, folders).map(({ file, message, next }) =>
    needOf({
      ...{ kind: 'kept', about: [file], rank: 'soon', title: path.basename(file), since: null },
      ...{ why: inSentences(message, next), place: { file, line: null }, actions: [] },
    }),
  );
}

/** Keeps them out of git in a folder of ours, whose `.gitignore` names what is of this machine. */
export function ignoreKept(fs: FileSystem, folder: string): void {
  try {
    ignoreFiles(fs, folder, [CONFLICT_COPIES], '.local/');
  } catch {
    // The text is kept; that git shows it loses nothing.
  }
}
