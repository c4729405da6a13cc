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

/** Commands that change no file except by redirection, and cortex itself. Other commands must not name a path that was just refused. */
const READERS: ReadonlySet<string> = new Set(
  [
    'cat less more head tail tac nl od xxd hexdump strings bat',
    'grep egrep fgrep rg ag ack ls exa eza tree wc diff cmp comm stat file du realpath readlink basename dirname',
    'md5sum sha1sum sha256sum cksum cut tr fold column jq sort uniq find',
    'echo printf true false test [ [[ : cd pushd popd pwd sleep date which type command wait exit return set export',
    'done fi esac }',
    'cortex cstack',
  ].flatMap((line) => line.split(' ')),
);

/** Returns whether a command only reads. Its writing options are detected separately: `sort -o`, `find -delete`, redirections. */
export const isReader = (name: string): boolean => READERS.has(name);
