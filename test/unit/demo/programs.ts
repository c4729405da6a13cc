import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { bundleNamed, optionsOf } from '../../../scripts/lib/build/bundles.mjs';
import { writeFiles } from '../../../scripts/lib/build/write-files.mjs';
import type { Sources } from '../../../scripts/lib/demo/demo-folder.mjs';
import { fromRoot } from '../../../scripts/lib/project.mjs';

/** Builds what a demo needs outside of `dist`, which another run may be writing. The caller removes `programs`. */
export async function buildSupplies(): Promise<Sources> {
  const programs = fs.mkdtempSync(path.join(os.tmpdir(), 'cortex-programs-'));
  const { metafile, outputFiles } = await build({ ...optionsOf(bundleNamed('cli'), false), outdir: programs });
  writeFiles(outputFiles, metafile);
  return { programs, packages: fromRoot('node_modules') };
}
