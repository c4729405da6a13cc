import { CORTEX_FOLDER } from './root.ts';

/** Names and messages of files that were replaced because they could not be read. */

/** Part of the name of a file that was moved aside because it could not be read. */
export const ASIDE = '.corrupt-';

/** Whether a name is that of a file that was moved aside. */
export const isBackupName = (name: string): boolean => name.includes(`.crtx${ASIDE}`);

/** Returns the message about such a file. @param name of the file */
export function backupFinding(name: string): { readonly message: string; readonly next: string } {
  const original = name.slice(0, name.indexOf(ASIDE));
  return { message: `copy of ${original} from before the repair`, next: 'Copy what you still need from it, then delete it.' };
}

/** Advice for a file with a log and invalid entries. @param name below `.cortex/` */
export const adviceForInvalidEntries = (name: string): string =>
  `The next command that uses the file adopts all valid entries, and moves these bytes to ${CORTEX_FOLDER}/${name}${ASIDE}<time>-entries. Correct or delete it here now, or in that copy afterwards.`;
