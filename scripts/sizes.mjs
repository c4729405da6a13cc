// @ts-check
import fs from 'node:fs';
import { exists, fromRoot } from './lib/project.mjs';

const MEGABYTE = 1_000_000;

const budgets = [
  // It is to be one: docs/decisions/0016-size-of-the-host.md.
  { file: 'dist/extension.cjs', most: 1.25 * MEGABYTE },
  { file: 'out/cortex-mission-control.vsix', most: 6 * MEGABYTE },
];

for (const { file, most } of budgets) {
  if (!exists(file)) {
    console.log(`${file}: not built`);
    continue;
  }
  const { size } = fs.statSync(fromRoot(file));
  const verdict = size > most ? 'TOO LARGE: out/meta/host.json tells what fills it' : 'ok';
  console.log(`${file}: ${(size / MEGABYTE).toFixed(2)} MB of ${most / MEGABYTE} MB, ${verdict}`);
  if (size > most) process.exitCode = 1;
}
