import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { bundleNamed, optionsOf } from '../../../scripts/lib/build/bundles.mjs';
import type { Supplies } from '../../../scripts/lib/demo/place.mjs';
import { fromRoot } from '../../../scripts/lib/project.mjs';

/** Builds what a demo needs outside of `dist`, which another run may be writing. The caller removes `programs`. */
export async function buildSupplies(): Promise<Supplies> {
  const programs = fs.mkdtempSync(path.join(os.tmpdir(), 'cortex-programs-'));
  await build({ ...optionsOf(bundleNamed('cli'), false), outdir: programs });
  return { programs, packages: fromRoot('node_modules') };
}
