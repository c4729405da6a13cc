import { CORTEX_FOLDER } from './root.ts';

/** Names and messages of files that were replaced because they could not be read. */

/** Part of the name of a file that was moved aside because it could not be read. */
export const ASIDE = '.corrupt-';

/** Whether a name is that of a file that was moved aside. */
export const isAside = (name: string): boolean => name.includes(`.crtx${ASIDE}`);

/** Message about such a file. */
export const ASIDE_FINDING = {
  message: 'contains the old bytes of a file that was not valid or had merge conflicts, and was replaced from its log or by the merge',
  next: 'Copy what you still need, then remove it.',
} as const;

/** Advice for a file with a log and invalid entries. @param name below `.cortex/` */
export const takenOver = (name: string): string =>
  `The next command that uses the file adopts all valid entries, and moves these bytes to ${CORTEX_FOLDER}/${name}${ASIDE}<time>-entries. Correct it here now, or there afterwards.`;
