import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';

/** The themes and languages of what the tests open and look at. */
const NEEDED = ['json', 'json-language-features', 'markdown-basics', 'theme-defaults', 'theme-seti', 'typescript-basics'];

/**
 * Makes a folder with a few of the extensions that VS Code brings: every window reads, registers and starts all there are, which takes a
 * third of its start. A window with few is ready before VS Code's own watcher, which then misses what a folder contains that is created in
 * this moment: tests of views that rely on that watcher have all.
 * @param parent a folder in which nothing has the name `built-in` yet
 * @param serverMain the main script of the editor's server
 * @returns the folder
 */
export async function fewBuiltIns(parent: string, serverMain: string): Promise<string> {
  const all = path.join(path.dirname(serverMain), '..', 'extensions');
  const few = path.join(parent, 'built-in');
  await mkdir(few);
  for (const name of NEEDED) await symlink(path.join(all, name), path.join(few, name));
  return few;
}
