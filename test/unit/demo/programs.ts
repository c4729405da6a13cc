import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { bundles, optionsOf } from '../../../scripts/lib/build/bundles.mjs';
import type { Supplies } from '../../../scripts/lib/demo/place.mjs';
import { fromRoot } from '../../../scripts/lib/project.mjs';

/** What a demo needs, built apart from `dist`, which another run may be writing. The caller removes `programs`. */
export async function buildSupplies(): Promise<Supplies> {
  const cli = bundles.find(({ name }) => name === 'cli');
  if (cli === undefined) throw new Error('there is no bundle cli');
  const programs = fs.mkdtempSync(path.join(os.tmpdir(), 'cortex-programs-'));
  await build({ ...optionsOf(cli, false), outdir: programs });
  return { programs, packages: fromRoot('node_modules') };
}

/** The processes of this machine whose arguments name a folder. */
export function processesOf(folder: string): readonly string[] {
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((id) => {
      try {
        return fs.readFileSync(`/proc/${id}/cmdline`, 'utf8').includes(folder);
      } catch {
        return false;
      }
    });
}
