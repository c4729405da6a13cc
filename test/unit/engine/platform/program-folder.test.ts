import { expect, test } from 'vitest';
import { programFolder } from '../../../../src/engine/platform/program-folder.ts';

test('programFolder is relative to the running code', () => {
  expect(programFolder('graph', '/x/dist')).toBe('/x/dist/graph');
  expect(programFolder('threads', '/x/dist')).toBe('/x/dist/threads');
  expect(programFolder('graph', '/x/dist/bin/commands')).toBe('/x/dist/graph');
  expect(programFolder('graph', '/dist/x/dist/lib/chunks')).toBe('/dist/x/dist/graph');
  expect(programFolder('graph', '/x/src/engine/platform')).toBe('/x/dist/graph');
  expect(programFolder('threads', '/x/copy/bin/commands')).toBe('/x/copy/threads');
  expect(programFolder('threads', '/x/copy/host')).toBe('/x/copy/threads');
  expect(programFolder('graph', '/dist/my/x/src/engine/platform')).toBe('/dist/my/x/dist/graph');
});
