// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { fromRoot, listFiles, root } from '../project.mjs';
import { metafileOf, optionsOf, presentEntries } from './bundles.mjs';
import { asFunction } from './command-functions.mjs';
import { toCommonJs } from './common-js.mjs';
import { writeFiles } from './write-files.mjs';

/** @typedef {{ name: string, text: string, failed: boolean }} BuildOutcome */

/** @param {number} bytes */
export const kilobytes = (bytes) => `${(bytes / 1024).toFixed(1)} KiB`;

/**
 * Removes files of an earlier build from a bundle's folders: after the build, so that a running program keeps its files until their
 * replacements are there.
 * @param {import('./bundles.mjs').Bundle} bundle
 * @param {ReadonlySet<string>} outputs
 */
function removeStale({ owned }, outputs) {
  for (const place of owned) {
    const isFolder = fs.statSync(fromRoot(place), { throwIfNoEntry: false })?.isDirectory() ?? false;
    const files = isFolder ? listFiles(root, place, () => true) : [place];
    for (const file of files) if (!outputs.has(file)) fs.rmSync(fromRoot(file), { force: true });
  }
}

/**
 * @param {import('./bundles.mjs').Bundle} bundle
 * @param {import('esbuild').Metafile} metafile
 */
function finish(bundle, metafile) {
  const outputs = Object.entries(metafile.outputs);
  removeStale(bundle, new Set(outputs.map(([file]) => file)));
  const file = fromRoot(metafileOf(bundle.name));
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, JSON.stringify(metafile));
}

/**
 * Builds the files of a bundle without writing them.
 * @param {import('./bundles.mjs').Bundle} bundle
 * @param {ReturnType<typeof optionsOf>} options
 * @param {boolean} production
 */
export async function filesOf({ divided, cached = false }, options, production) {
  const built = await esbuild.build(options);
  const { metafile, warnings } = built;
  if (divided === undefined) return { files: built.outputFiles, metafile, warnings };
  const files = await toCommonJs(built, path.resolve(root, options.outdir ?? '', divided), production);
  return { files: cached ? files.map((file) => ({ ...file, contents: asFunction(String(file.contents)) })) : files, metafile, warnings };
}

/**
 * @param {import('./bundles.mjs').Bundle} bundle
 * @param {boolean} production
 */
async function build(bundle, production) {
  const { files, metafile, warnings } = await filesOf(bundle, optionsOf(bundle, production), production);
  writeFiles(files, metafile, bundle.programs);
  return { metafile, warnings };
}

/** @param {unknown} error */
async function explain(error) {
  if (!(error instanceof Error && 'errors' in error && Array.isArray(error.errors))) return String(error);
  return (await esbuild.formatMessages(error.errors, { kind: 'error' })).join('');
}

/**
 * Builds one bundle with its metafile, or returns why it cannot be built yet.
 * @param {import('./bundles.mjs').Bundle} bundle
 * @param {boolean} production
 * @returns {Promise<BuildOutcome>}
 */
export async function makeBundle(bundle, production) {
  const { name, entries } = bundle;
  const present = presentEntries(bundle);
  const missing = entries.filter((entry) => !present.includes(entry)).map((entry) => `${entry} does not exist yet`);
  if (present.length === 0) {
    removeStale(bundle, new Set());
    fs.rmSync(fromRoot(metafileOf(name)), { force: true });
    return { name, text: `skipped: ${missing.join(', ')}`, failed: false };
  }
  try {
    const { metafile, warnings } = await build(bundle, production);
    finish(bundle, metafile);
    const code = Object.entries(metafile.outputs).filter(([file]) => !file.endsWith('.map'));
    const size = code.reduce((sum, [, { bytes }]) => sum + bytes, 0);
    const said = await esbuild.formatMessages(warnings, { kind: 'warning' });
    return { name, text: [`${code.length} files, ${kilobytes(size)}`, ...missing, ...said].join('; '), failed: false };
  } catch (error) {
    return { name, text: await explain(error), failed: true };
  }
}
