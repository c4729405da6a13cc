import type { Expanded } from './expand.ts';
import { commandName } from './wrappers.ts';

const LISTS = new Set('ls find fd fdfind grep egrep fgrep rg ag ack'.split(' '));
const GIT_LISTS = new Set('ls-files grep ls-tree'.split(' '));

/** Returns whether a command prints file names, which a later command may change. @param words without wrappers */
export function listsFiles([command, ...words]: readonly Expanded[]): boolean {
  const name = commandName(command);
  if (name !== 'git') return LISTS.has(name);
  return words.some(({ plain }) => GIT_LISTS.has(plain) || plain === '--name-only' || plain === '--name-status');
}
