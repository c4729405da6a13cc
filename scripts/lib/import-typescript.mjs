// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { fromRoot } from './project.mjs';

/**
 * Imports a TypeScript module of the tests from a script: the oldest Node that the project supports cannot.
 * Packages and our own `.mjs` files stay imports, so that they exist only once; for the latter to resolve, the bundle lies
 * as deep below the top as its source.
 * @param {`test/${'bench' | 'harness' | 'host'}/${string}.ts`} file relative to the top of the project
 * @returns {Promise<unknown>} the module; the caller says what it is
 */
export async function importTypeScript(file) {
  const bundle = fromRoot('out', 'harness', `${path.basename(file, '.ts')}-${process.pid}-${Date.now()}.mjs`);
  await build({
    entryPoints: [fromRoot(file)],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    external: ['*.mjs'],
    sourcemap: 'inline',
    logLevel: 'silent',
  });
  try {
    return await import(pathToFileURL(bundle).href);
  } finally {
    fs.rmSync(bundle, { force: true });
  }
}
