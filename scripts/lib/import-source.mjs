// @ts-check
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { fromRoot } from './project.mjs';

/**
 * Imports a module of the sources, with all that it imports. The caller names its type.
 * @template Module
 * @param {readonly string[]} parts of its path
 * @returns {Module}
 */
export function importSource(...parts) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cortex-source-'));
  try {
    const outfile = path.join(folder, 'module.cjs');
    buildSync({ entryPoints: [fromRoot(...parts)], outfile, bundle: true, platform: 'node', format: 'cjs', logLevel: 'silent' });
    return createRequire(outfile)(outfile);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
