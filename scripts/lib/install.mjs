// @ts-check
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { fromRoot, readManifest } from './project.mjs';
import { runNpm } from './run.mjs';

const stampFile = fromRoot('node_modules', '.cortex-install');

function wantedStamp() {
  return createHash('sha256')
    .update(fs.readFileSync(fromRoot('package-lock.json')))
    .digest('hex');
}

function stampInstall() {
  fs.writeFileSync(stampFile, `${wantedStamp()}\n`);
}

/** @typedef {{ packages: Record<string, { version?: string, integrity?: string, optional?: boolean }> }} Lock */

/**
 * Returns whether node_modules matches a lock file; packages for other systems may be missing.
 * @param {Lock} wanted package-lock.json
 * @param {Lock} installed node_modules/.package-lock.json, which npm writes at the end of an install
 */
export function isSameInstall({ packages: wanted }, { packages: installed }) {
  const all = Object.entries(wanted).filter(([place]) => place !== '');
  return (
    Object.keys(installed).every((place) => place in wanted) &&
    all.every(([place, { version, integrity, optional = false }]) => {
      const found = installed[place];
      return found === undefined ? optional : found.version === version && found.integrity === integrity;
    })
  );
}

/**
 * @param {string[]} place
 * @returns {Lock}
 */
const readLock = (...place) => JSON.parse(fs.readFileSync(fromRoot(...place), 'utf8'));

/** Returns whether node_modules matches package-lock.json, by our stamp or, after a manual install, by npm's lock file. */
function isInstalled() {
  try {
    if (fs.existsSync(stampFile) && fs.readFileSync(stampFile, 'utf8').trim() === wantedStamp()) return true;
    if (!isSameInstall(readLock('package-lock.json'), readLock('node_modules', '.package-lock.json'))) return false;
    stampInstall();
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns why this Node is refused, or undefined. Patch numbers are ignored.
 * @param {string} version such as `20.19.0`
 * @param {string} wanted such as `>=20.19.0`
 */
export function nodeProblem(version, wanted) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [wantedMajor = 0, wantedMinor = 0] = wanted.replace(/^\D+/, '').split('.').map(Number);
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return undefined;
  return `Node ${version} is too old: the project needs ${wanted}. Install a newer Node and try again.`;
}

/**
 * Installs the packages of package-lock.json when they are missing or of another lock file.
 * @param {(line: string) => void} say
 * @returns {Promise<boolean>} false if that failed; the reason was printed
 */
export async function ensureInstalled(say) {
  const problem = nodeProblem(process.versions.node, readManifest().engines.node);
  if (problem !== undefined) {
    say(problem);
    return false;
  }
  if (isInstalled()) {
    say('install: node_modules matches package-lock.json, up to date');
    return true;
  }
  say('install: npm ci (the packages of package-lock.json, into node_modules) …');
  const started = performance.now();
  // Tests need the development packages also where the environment asks for a production install, and people need npm's
  // warnings also under a silent `npm test`.
  const { code, output } = await runNpm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=warn'], { timeoutMs: 900_000 });
  if (code !== 0) {
    say(`${output}\ninstall: npm ci failed with exit code ${code}. Check the network and try again.`);
    return false;
  }
  stampInstall();
  say(`install: done in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return true;
}
