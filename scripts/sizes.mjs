// @ts-check
import fs from 'node:fs';
import { metafileOf } from './lib/build/bundles.mjs';
import { fromRoot } from './lib/project.mjs';
import { packageExtension } from './lib/vsix.mjs';

const MEGABYTE = 1_000_000;

/** Entries that are also loaded in a folder with all protocols: docs/decisions/0016-extension-size.md. */
const OF_FOLDERS = [
  'src/engine/workspace/project-files.ts',
  'src/engine/workspace/checked-files.ts',
  'src/engine/vault/live/live-vault.ts',
  'src/host/vault/vault-part.ts',
  'src/engine/stack/live/live-stacks.ts',
  'src/host/stack/stack-part.ts',
  'src/engine/team/live/live-team.ts',
  'src/host/team/team-part.ts',
  'src/host/commands/unsaved-documents.ts',
];

/**
 * Returns the bytes that the extension host reads to load these entries and their static imports.
 * @param {readonly string[]} entries
 * @throws Error if one is not an entry
 */
function loadedWith(entries) {
  const { outputs } = /** @type {import('esbuild').Metafile} */ (JSON.parse(fs.readFileSync(fromRoot(metafileOf('host')), 'utf8')));
  const waiting = entries.map((entry) => {
    const output = Object.keys(outputs).find((file) => outputs[file]?.entryPoint === entry);
    if (output === undefined) throw new Error(`${entry} is not an entry of the bundle. Correct the list in scripts/sizes.mjs.`);
    return output;
  });
  const loaded = new Set(waiting);
  for (const file of loaded) {
    for (const { path, kind, external } of outputs[file]?.imports ?? [])
      if (external !== true && kind !== 'dynamic-import') loaded.add(path);
  }
  return [...loaded].reduce((sum, file) => sum + fs.statSync(fromRoot(file)).size, 0);
}

/** @param {readonly string[]} entries */
const ofHost = (entries) => loadedWith(['src/host/extension.ts', ...entries]);

const vsix = 'out/cortex-mission-control.vsix';
await packageExtension(fromRoot(), fromRoot(vsix));
const budgets = [
  { name: 'files loaded at extension start', size: ofHost([]), most: 0.33 * MEGABYTE },
  { name: 'files loaded in a folder with all protocols', size: ofHost(OF_FOLDERS), most: MEGABYTE },
  { name: vsix, size: fs.statSync(fromRoot(vsix)).size, most: 6 * MEGABYTE },
];

for (const { name, size, most } of budgets) {
  const verdict = size > most ? 'TOO LARGE (largest inputs: out/meta/host.json)' : 'ok';
  console.log(`${name}: ${(size / MEGABYTE).toFixed(2)} MB of ${most / MEGABYTE} MB, ${verdict}`);
  if (size > most) process.exitCode = 1;
}
