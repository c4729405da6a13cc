import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { removeStrays } from '../../../../src/engine/files/stray-files.ts';
import { nodeFileSystem } from '../../../../src/engine/platform/file-system.ts';
import { temporaryFolder } from '../../../support/folders.ts';

const HOUR_MS = 3_600_000;
const NOW = Date.UTC(2020, 0, 2, 3);

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

/** Writes a file dated `hours` before the last change of the folder. */
function plant(name: string, hours: number): void {
  const time = new Date(NOW - hours * HOUR_MS);
  fs.writeFileSync(path.join(folder, name), 'half');
  fs.utimesSync(path.join(folder, name), time, time);
}

function swept(): string[] {
  fs.utimesSync(folder, new Date(NOW), new Date(NOW));
  removeStrays(nodeFileSystem, folder);
  return fs.readdirSync(folder).sort();
}

test("removeStrays removes temporary files older than a day, measured by the folder's time, and keeps all others", () => {
  plant('.tmp-dead', 25);
  plant('.tmp-writing', 23);
  plant('.tmp-ahead', -48);
  plant('graph.crtx', 1_000);
  plant('x.tmp-dead', 1_000);
  expect(swept()).toEqual(['.tmp-ahead', '.tmp-writing', 'graph.crtx', 'x.tmp-dead']);
});

test('removeStrays skips a stray that cannot be removed, and removes the others', () => {
  fs.mkdirSync(path.join(folder, '.tmp-a'));
  const old = new Date(NOW - 48 * HOUR_MS);
  fs.utimesSync(path.join(folder, '.tmp-a'), old, old);
  plant('.tmp-b', 48);
  expect(swept()).toEqual(['.tmp-a']);
});

test('removeStrays ignores a missing folder', () => {
  expect(() => removeStrays(nodeFileSystem, path.join(folder, 'none'))).not.toThrow();
});
