import disk from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { readSpan } from '../../../../src/engine/log/segments/segment.ts';
import { nodeFileSystem } from '../../../../src/engine/platform/file-system.ts';
import { writeText } from '../../../support/fault-fs/files.ts';
import { FaultFileSystem } from '../../../support/fault-fs.ts';
import { temporaryFolder } from '../../../support/folders.ts';
import { DIRECTORY } from '../../../support/simulation.ts';

const SEGMENT = '000001.jsonl';
const GIBIBYTE = 1_024 ** 3;

let fs: FaultFileSystem;
beforeEach(() => {
  fs = new FaultFileSystem();
  fs.mkdirSync(DIRECTORY, { recursive: true });
  writeText(fs, `${DIRECTORY}/${SEGMENT}`, '0123456789');
});

const read = (from: number, to: number, segment = SEGMENT) => readSpan(fs, DIRECTORY, { segment, from, to })?.toString() ?? null;

test('readSpan returns the bytes of a record at the place that a checkpoint names', () => {
  expect([read(0, 10), read(3, 5)]).toEqual(['0123456789', '34']);
});

// Checkpoints may come with a repository, so their places are not trusted.
test.each([
  ['behind the end', 3, 11],
  ['far behind it', 5 * GIBIBYTE, 5 * GIBIBYTE + 10],
  ['longer than any record', 0, 4 * GIBIBYTE],
  ['longer than memory', 0, Number.MAX_SAFE_INTEGER],
])('readSpan returns null for a place %s, without allocating it', (_where, from, to) => {
  const before = process.memoryUsage().arrayBuffers;
  expect(read(from, to)).toBeNull();
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(GIBIBYTE / 16);
  expect(fs.openCount).toBe(0);
});

test('readSpan returns null for a record above the size limit in a segment of any length', () => {
  const folder = temporaryFolder();
  const longest = 96 * 1_024 ** 2;
  disk.writeFileSync(path.join(folder, SEGMENT), '0123456789');
  disk.truncateSync(path.join(folder, SEGMENT), 2 * longest);
  const length = (to: number) => readSpan(nodeFileSystem, folder, { segment: SEGMENT, from: 0, to })?.length ?? null;
  expect([length(10), length(longest), length(longest + 1)]).toEqual([10, longest, null]);
});

test('readSpan returns null for a swept segment', () => {
  expect(read(0, 5, '000002-0123456789abcdef.jsonl')).toBeNull();
});
