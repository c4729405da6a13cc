import { CORTEX_FOLDER } from './root.ts';

/** Files whose bytes nobody could read, and which were replaced: what they are called, and what is said of them. */

/** In the names of files that were moved aside because nobody could read them. */
export const ASIDE = '.corrupt-';

/** True for the name of a file that was moved aside. */
export const isAside = (name: string): boolean => name.includes(`.crtx${ASIDE}`);

/** What a person is told of such a file. */
export const ASIDE_FINDING = {
  message: 'was not valid or had merge conflicts, and was replaced by what its log or the merge says; these are its bytes',
  next: 'Take out what you still need, then remove it.',
} as const;

/** What becomes of a file that has a log, and of which some entries are not valid. @param name below `.cortex/` */
export const takenOver = (name: string): string =>
  `The next command that uses the file takes over all that is valid, and moves these bytes to ${CORTEX_FOLDER}/${name}${ASIDE}<time>-entries: correct it here now, or there then.`;
