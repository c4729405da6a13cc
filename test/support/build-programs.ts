import fs from 'node:fs';
import path from 'node:path';
import { makeBundle } from '../../scripts/lib/build/bundle.mjs';
import { bundleNamed } from '../../scripts/lib/build/bundles.mjs';
import { fromRoot, listFiles, root } from '../../scripts/lib/project.mjs';

const SOURCES = ['src/engine', 'src/cli', 'src/mcp', 'src/guard', 'scripts/lib/build'];
const MADE = [
  'graph/worker.cjs',
  'graph/explorer-worker.cjs',
  'threads/vault-worker.cjs',
  'bin/cortex.cjs',
  'bin/cstack.cjs',
  'bin/commands/mcp.cjs',
].map((name) => fromRoot('dist', name));

/** Builds programs and threads before all tests, if their sources are newer. */
export async function setup(): Promise<void> {
  const made = Math.min(...MADE.map((file) => fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0));
  const files = SOURCES.flatMap((folder) => listFiles(root, folder, () => true));
  if (files.every((file) => fs.statSync(path.join(root, file)).mtimeMs < made)) return;
  for (const { name, text, failed } of await Promise.all(
    ['graph', 'threads', 'cli', 'shared'].map((name) => makeBundle(bundleNamed(name), false)),
  )) {
    if (failed) throw new Error(`${name} cannot be made for the tests: ${text}`);
  }
}
