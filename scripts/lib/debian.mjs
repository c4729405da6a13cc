// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { run } from './run.mjs';

/** @param {string} program by its bare name; gives the full path of the first one on PATH */
export function onPath(program) {
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    const file = path.join(folder, program);
    if (folder !== '' && fs.existsSync(file)) return file;
  }
  return undefined;
}

/** Whether this process may install Debian packages: only root can, and nobody is asked for a password. */
export const canInstallDebianPackages = () => process.platform === 'linux' && process.getuid?.() === 0 && onPath('apt-get') !== undefined;

/**
 * Installs Debian packages; waits up to five minutes for another installation on the machine to finish.
 * @param {readonly string[]} packages
 * @throws Error with the end of apt-get's own output
 */
export async function installDebianPackages(packages) {
  const options = ['-y', '-q', '-o', 'DPkg::Lock::Timeout=300'];
  const calls = [
    ['update', ...options],
    ['install', ...options, '--no-install-recommends', ...packages],
  ];
  for (const args of calls) {
    const { code, output } = await run('apt-get', args, { env: { DEBIAN_FRONTEND: 'noninteractive' } });
    if (code !== 0) {
      throw new Error(
        `apt-get ${args[0]} failed with exit code ${code}:\n${output.slice(-2000)}\n` +
          `Check the network, then run: apt-get update && apt-get install ${packages.join(' ')}`,
      );
    }
  }
}
