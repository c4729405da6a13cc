import path from 'node:path';
import { listParentFolders, mayExist } from '../../engine/files/marker-files.ts';
import type { FileSystem } from '../../engine/platform/file-system.ts';
import { WORD } from '../../engine/platform/suggested.ts';
import { shellWord } from '../../engine/text/shell-word.ts';

/** A suggested command of git without `-C`, and the first path in it. */
const OF_GIT = new RegExp(
  `(?<![\\w./-])git ((?:--literal-pathspecs )?(?:add|rm|log|restore|checkout --(?:ours|theirs)) -- (${WORD}))`,
  'g',
);

/** Returns a word as `shellWord` got it. */
function unquoted(word: string): string {
  if (word.startsWith('"')) return word.slice(1, -1);
  return word.startsWith("'") ? word.slice(1, -1).replaceAll("'\\''", "'") : word;
}

/** Returns the folder of the repository around a folder; `null` if there is none. */
function repositoryOf(fs: FileSystem, folder: string): string | null {
  const top = listParentFolders(fs, folder).at(-1) ?? folder;
  return mayExist(fs, path.join(top, '.git')) ? top : null;
}

/**
 * Adds `-C` to suggested commands of git whose files are in another repository than the current folder, so that they can be pasted there.
 * @param here the current folder; `null` if it has been deleted
 */
export function runnableGitCommands(fs: FileSystem, text: string, here: string | null): string {
  if (here === null || !text.includes('git ')) return text;
  const own = repositoryOf(fs, here);
  return text.replace(OF_GIT, (command: string, rest: string, word: string) => {
    const file = unquoted(word);
    if (!path.isAbsolute(file)) return command;
    const folder = repositoryOf(fs, path.dirname(file));
    return folder === null || folder === own ? command : `git -C ${shellWord(folder)} ${rest}`;
  });
}
