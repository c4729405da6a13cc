import fs from 'node:fs';
import path from 'node:path';
import { makeBundle } from '../../scripts/lib/build/bundle.mjs';
import { bundleNamed } from '../../scripts/lib/build/bundles.mjs';
import { fromRoot, listFiles, root } from '../../scripts/lib/project.mjs';

const SOURCES = ['src/engine', 'scripts/lib/build'];
const MADE = ['worker.cjs', 'explorer-worker.cjs'].map((name) => fromRoot('dist', 'graph', name));

/** Makes the threads of the semantic graph, once before all tests, where their sources are newer. */
export async function setup(): Promise<void> {
  const made = Math.min(...MADE.map((file) => fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0));
  const files = SOURCES.flatMap((folder) => listFiles(root, folder, () => true));
  if (files.every((file) => fs.statSync(path.join(root, file)).mtimeMs < made)) return;
  const { text, failed } = await makeBundle(bundleNamed('graph'), false);
  if (failed) throw new Error(`The threads of the semantic graph cannot be made: ${text}`);
}
