import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { filesOf } from '../../../scripts/lib/build/bundle.mjs';
import { bundleNamed, optionsOf } from '../../../scripts/lib/build/bundles.mjs';
import { writeFiles } from '../../../scripts/lib/build/write-files.mjs';
import type { Sources } from '../../../scripts/lib/demo/demo-folder.mjs';
import { fromRoot } from '../../../scripts/lib/project.mjs';

/** Builds what a demo needs outside of `dist`, which another run may be writing. The caller removes `programs`. */
export async function buildSupplies(): Promise<Sources> {
  const programs = fs.mkdtempSync(path.join(os.tmpdir(), 'cortex-programs-'));
  for (const bundle of ['cli', 'shared'].map(bundleNamed)) {
    const { metafile, files } = await filesOf(bundle, { ...optionsOf(bundle, false), outdir: programs }, false);
    writeFiles(files, metafile);
  }
  return { programs, packages: fromRoot('node_modules') };
}
