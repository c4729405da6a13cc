import type { Expanded } from './expand.ts';
import { isFormatter } from './formatters.ts';
import { parseArguments } from './options.ts';

/** Commands that change everything below the folders that they get, with the options that make them do so; `true` if they always do. */
const REACHING: ReadonlyMap<string, string | true> = new Map<string, string | true>([
  ...['mv', 'rename', 'rimraf', 'trash', 'trash-put', 'gio', 'rsync'].map((name) => [name, true] as const),
  ...['prettier', 'gofmt', 'goimports', 'shfmt'].map((name) => [name, true] as const),
  ...'remove-item ri del erase rd move-item mi move copy-item ci cpi copy rename-item rni ren'
    .split(' ')
    .map((name) => [name, true] as const),
  ...['rm', 'srm', 'gzip', 'bzip2', 'xz', 'zstd', 'scp'].map((name) => [name, 'rR'] as const),
  ...['chmod', 'chown', 'chgrp'].map((name) => [name, 'R'] as const),
  ['cp', 'rRa'],
]);

/** Commands after which their arguments are no longer at their place. */
const REMOVERS = new Set(
  'rm srm rmdir unlink shred rimraf trash trash-put gio mv rename remove-item ri del erase rd move-item mi move rename-item rni ren'.split(
    ' ',
  ),
);

/** Returns whether a command changes everything below the folders that it gets. */
export function reachesBelow(name: string, words: readonly Expanded[]): boolean {
  if (isFormatter(name)) return true;
  const letters = REACHING.get(name);
  return letters === true || (letters !== undefined && parseArguments(words).has(letters, '--recursive', '--archive'));
}

/** Returns whether a command removes or moves what it gets. @param name of a command, or of a subcommand of git */
export const isRemover = (name: string): boolean => REMOVERS.has(name);
