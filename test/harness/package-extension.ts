import { mkdir, mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { packageExtension } from '../../scripts/lib/vsix.mjs';

/**
 * Packages an extension for one run: two runs may package the same extension at the same time.
 * @returns the path of a new `.vsix` below out/vsix
 * @throws Error with the packager's output
 */
export async function packageForTests(folder: string): Promise<string> {
  const parent = fromRoot('out', 'vsix');
  await mkdir(parent, { recursive: true });
  const vsix = path.join(await mkdtemp(path.join(parent, `${path.basename(folder)}-`)), 'extension.vsix');
  await packageExtension(folder, vsix);
  return vsix;
}
