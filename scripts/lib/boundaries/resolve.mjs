// @ts-check
import fs from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';

/** @typedef {import('./rules.mjs').Target} Target */

const ENDINGS = ['', '.ts', '.tsx', '/index.ts', '/index.tsx'];

/**
 * The package of a specifier: `react-dom/client` → `react-dom`, `@scope/name/part` → `@scope/name`.
 * @param {string} specifier
 */
export function packageOf(specifier) {
  const parts = specifier.split('/');
  return parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
}

/**
 * @param {string} specifier that is not relative
 * @returns {Target}
 */
export function bareTarget(specifier) {
  return isBuiltin(specifier) ? { kind: 'node', name: specifier } : { kind: 'package', name: packageOf(specifier) };
}

/**
 * Resolves an import.
 * @param {string} root of the tree
 * @param {string} from the importing file, relative to the root, with forward slashes
 * @param {string} specifier
 * @returns {Target}
 */
export function resolveImport(root, from, specifier) {
  const local = specifier.startsWith('.') || path.isAbsolute(specifier);
  if (!local) return bareTarget(specifier);
  const base = path.resolve(root, path.dirname(from), specifier);
  for (const ending of ENDINGS) {
    const stat = fs.statSync(base + ending, { throwIfNoEntry: false });
    if (stat?.isFile()) return { kind: 'file', file: path.relative(root, base + ending).replaceAll(path.sep, '/') };
  }
  return { kind: 'nowhere' };
}
