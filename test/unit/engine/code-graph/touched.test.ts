import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { touchedBy } from '../../../../src/engine/code-graph/live/touched.ts';
import type { Source, Sources } from '../../../../src/engine/code-graph/sources.ts';
import { nodeRuntime } from '../../../../src/engine/kernel/runtime.ts';
import { temporaryFolder } from '../../../support/folders.ts';

const runtime = nodeRuntime({});
const source = (file: string): Source => ({ path: file, size: 0, mtimeNs: 1n });
const sourcesOf = (...paths: readonly string[]): Sources => ({
  ...{ files: paths.map(source), configs: [], paths: new Set(paths), problems: [], unread: [], leftOut: 0 },
});

test('a folder that came or went has all listed anew, a picture in one of them nothing', () => {
  const root = temporaryFolder();
  const sources = sourcesOf('gone/deep/a.ts');
  expect(touchedBy(runtime, root, sources, ['gone/deep/a.png', 'b.txt'])).toMatchObject({ paths: new Set(), sources });
  for (const folder of ['gone', 'gone/deep']) expect(touchedBy(runtime, root, sources, [folder]).sources).toBeNull();
  fs.mkdirSync(path.join(root, 'new'));
  expect(touchedBy(runtime, root, sources, ['new']).sources).toBeNull();
});

test('an asset that is gone has all listed anew, one that is still there nothing', () => {
  const root = temporaryFolder();
  fs.writeFileSync(path.join(root, 'there.png'), '');
  const sources = { ...sourcesOf('a.ts'), paths: new Set(['a.ts', 'there.png', 'gone.png']) };
  expect(touchedBy(runtime, root, sources, ['there.png'])).toEqual({ paths: new Set(), sources });
  expect(touchedBy(runtime, root, sources, ['there.png', 'gone.png']).sources).toBeNull();
});

// Whatever took these numbers times each other would not come to an end.
test('very many pictures in a very large project are looked at one by one', () => {
  const sources = sourcesOf(...Array.from({ length: 100_000 }, (_, n) => `src/module${n % 300}/deep/file${n}.ts`));
  const pictures = Array.from({ length: 50_000 }, (_, n) => `pictures/${n % 10}/p${n}.png`);
  expect(touchedBy(runtime, temporaryFolder(), sources, pictures).paths.size).toBe(0);
}, 20_000);
