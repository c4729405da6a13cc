import path from 'node:path';
import type { FileSystem } from '../../platform/file-system.ts';
import { readGit } from '../../platform/git/git.ts';
import { isDead } from '../source-lister.ts';

/** A link in the index of git: mode, hash, stage and path. */
const LINK = /^120000 ([\da-f]+) \d\t(.+)$/s;
/** Maximum number of links to nothing whose targets are read. */
const MAX_READ = 20;

/** Returns the tracked symbolic links that lead to a deleted file, or to a folder that contained it. @param root a real path */
export async function deadLinksTo(fs: FileSystem, root: string, file: string): Promise<string[]> {
  const answer = await readGit(root, ['ls-files', '--stage', '-z']);
  if (!('output' in answer)) return [];
  const found: string[] = [];
  const links = answer.output
    .toString('utf8')
    .split('\0')
    .flatMap((line) => {
      const [, hash, link] = LINK.exec(line) ?? [];
      return hash === undefined || link === undefined || !isDead(fs, path.join(root, link)) ? [] : [{ hash, link }];
    });
  for (const { hash, link } of links.slice(0, MAX_READ)) {
    const read = await readGit(root, ['cat-file', 'blob', hash]);
    const target = 'output' in read ? path.posix.join(path.posix.dirname(link), read.output.toString('utf8')) : '';
    if (target === file || (target !== '' && file.startsWith(`${target}/`))) found.push(link);
  }
  return found;
}
