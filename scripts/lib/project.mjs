// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The top folder of the project. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** @param {string[]} parts */
export const fromRoot = (...parts) => path.join(root, ...parts);

/** @param {string} file relative to the top folder */
export const exists = (file) => fs.existsSync(fromRoot(file));

/**
 * @typedef {object} Manifest
 * @property {string} name
 * @property {string} version
 * @property {string} [license]
 * @property {{ node: string }} engines
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies]
 */

/**
 * @param {string} [folder]
 * @returns {Manifest}
 */
export function readManifest(folder = root) {
  return JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
}

/**
 * All files below a folder that `keep` accepts, as sorted paths from `base` with forward slashes; none when the folder is missing.
 * @param {string} base
 * @param {string} folder relative to `base`
 * @param {(file: string) => boolean} keep
 */
export function listFiles(base, folder, keep) {
  const top = path.join(base, folder);
  if (!fs.existsSync(top)) return [];
  return fs
    .readdirSync(top, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(base, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .filter((file) => !file.includes('node_modules/') && keep(file))
    .sort();
}

/**
 * The script behind a program of an installed package. Started with `node` and not through `node_modules/.bin`, whose
 * entries are shell scripts on Windows.
 * @param {string} name of the package
 * @param {string} [program] when it differs from the package's name
 */
export function programOf(name, program = name) {
  const folder = fromRoot('node_modules', ...name.split('/'));
  const { bin } = /** @type {{ bin: string | Record<string, string> }} */ (
    JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'))
  );
  const script = typeof bin === 'string' ? bin : bin[program];
  if (script === undefined) throw new Error(`${name} has no program ${program}`);
  return path.join(folder, script);
}
