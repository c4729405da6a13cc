import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Metafile } from 'esbuild';
import { afterAll, expect, test } from 'vitest';
import { writeFiles } from '../../../scripts/lib/build/write-files.mjs';
import { root } from '../../../scripts/lib/project.mjs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cortex-write-files-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const inFolder = (name: string) => path.join(folder, name);
const nameOf = (name: string) => path.relative(root, inFolder(name)).split(path.sep).join('/');
const output: Metafile['outputs'][string] = { bytes: 0, inputs: {}, imports: [], exports: [] };

/** Writes the files, and returns the names in the order of the renames. */
function write(texts: Readonly<Record<string, string>>, entries: readonly string[], programs: readonly string[] = []): string[] {
  const order: string[] = [];
  const watched = Object.entries(texts).map(([name, text]) => ({
    path: inFolder(name),
    get contents() {
      order.push(name);
      return text;
    },
  }));
  const outputs = Object.fromEntries(
    Object.keys(texts).map((name) => [nameOf(name), entries.includes(name) ? { ...output, entryPoint: name } : output]),
  );
  writeFiles(watched, { inputs: {}, outputs }, programs.map(nameOf));
  return order;
}

test('a reader of a replaced file keeps the complete old file', () => {
  write({ 'bin/a.cjs': 'old' }, []);
  const reader = fs.openSync(inFolder('bin/a.cjs'), 'r');
  try {
    write({ 'bin/a.cjs': 'new text' }, []);
    expect(fs.readFileSync(reader, 'utf8')).toBe('old');
    expect(fs.readFileSync(inFolder('bin/a.cjs'), 'utf8')).toBe('new text');
  } finally {
    fs.closeSync(reader);
  }
  expect(fs.readdirSync(inFolder('bin'))).toEqual(['a.cjs']);
});

test('programs are written last, after other entry points and chunks, and are executable', () => {
  const texts = { 'program.cjs': '1', 'command.cjs': '2', 'chunk.cjs': '3' };
  expect(write(texts, ['program.cjs', 'command.cjs'], ['program.cjs'])).toEqual(['chunk.cjs', 'command.cjs', 'program.cjs']);
  if (process.platform !== 'win32') expect(fs.statSync(inFolder('program.cjs')).mode & 0o111).toBe(0o111);
});
