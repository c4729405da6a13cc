import fs from 'node:fs';
import path from 'node:path';
import { makeBundle } from '../../scripts/lib/build/bundle.mjs';
import { bundleNamed } from '../../scripts/lib/build/bundles.mjs';
import { fromRoot, listFiles, root } from '../../scripts/lib/project.mjs';

const SOURCES = ['src/engine/code-graph', 'src/engine/kernel', 'scripts/lib/build'];
const MADE = fromRoot('dist', 'graph', 'worker.cjs');

/** Makes the worker of the semantic graph, once before all tests, where its sources are newer. */
export async function setup(): Promise<void> {
  const made = fs.statSync(MADE, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const files = SOURCES.flatMap((folder) => listFiles(root, folder, () => true));
  if (files.every((file) => fs.statSync(path.join(root, file)).mtimeMs < made)) return;
  const { text, failed } = await makeBundle(bundleNamed('graph'), false);
  if (failed) throw new Error(`The worker of the semantic graph cannot be made: ${text}`);
}
