// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { createVSIX } from '@vscode/vsce';

/**
 * Packages an extension as people install it.
 * @param {string} folder of the extension, built
 * @param {string} vsix where the package is written, absolute
 * @throws Error that says what the packager refuses
 */
export async function packageExtension(folder, vsix) {
  await fs.promises.mkdir(path.dirname(vsix), { recursive: true });
  await createVSIX({
    cwd: folder,
    packagePath: vsix,
    dependencies: false,
    allowMissingRepository: true,
    rewriteRelativeLinks: false,
    skipLicense: true,
  });
}
