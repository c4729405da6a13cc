import { execFile } from 'node:child_process';
import { mkdir, mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { fromRoot, programOf } from '../../scripts/lib/project.mjs';

const PACKAGE_TIMEOUT_MS = 120_000;

/**
 * Packages an extension as people install it.
 * @returns the path of a new `.vsix` below out/vsix
 * @throws Error with the packager's output
 */
export async function packageExtension(folder: string): Promise<string> {
  const parent = fromRoot('out', 'vsix');
  await mkdir(parent, { recursive: true });
  // Two runs may package the same extension at the same time.
  const vsix = path.join(await mkdtemp(path.join(parent, `${path.basename(folder)}-`)), 'extension.vsix');
  const options = ['--no-dependencies', '--allow-missing-repository', '--no-rewrite-relative-links', '--skip-license', '--out', vsix];
  await promisify(execFile)(process.execPath, [programOf('@vscode/vsce', 'vsce'), 'package', ...options], {
    cwd: folder,
    timeout: PACKAGE_TIMEOUT_MS,
  });
  return vsix;
}
