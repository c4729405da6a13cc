import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { assessChange } from '../../../../src/engine/graph/live/assess-change.ts';
import type { Source, Sources } from '../../../../src/engine/graph/sources.ts';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import { temporaryFolder } from '../../../support/folders.ts';

const runtime = nodeRuntime({});
const source = (file: string): Source => ({ path: file, size: 0, mtimeNs: 1n });
const sourcesOf = (...paths: readonly string[]): Sources => ({
  files: paths.map(source),
  configs: [],
  paths: new Set(paths),
  links: new Map(),
  problems: [],
  unread: [],
  leftOut: 0,
});

/** Returns a project with an import that may mean a picture with this name. */
const known = (sources: Sources, picture = '') => ({
  sources,
  structure: { mayImport: (file: string) => path.basename(file) === picture },
});

test('assessChange requests a full listing for a created or deleted folder, but not for a picture in one', () => {
  const root = temporaryFolder();
  const sources = sourcesOf('gone/deep/a.ts');
  expect(assessChange(runtime, root, known(sources), ['gone/deep/a.png', 'b.txt'])).toMatchObject({ paths: new Set(), sources });
  for (const folder of ['gone', 'gone/deep']) expect(assessChange(runtime, root, known(sources), [folder]).sources).toBeNull();
  fs.mkdirSync(path.join(root, 'new'));
  expect(assessChange(runtime, root, known(sources), ['new']).sources).toBeNull();
});

test('assessChange requests a full listing if an importable file that is not a source was created or deleted', () => {
  const root = temporaryFolder();
  fs.writeFileSync(path.join(root, 'there.png'), '');
  fs.writeFileSync(path.join(root, 'new.png'), '');
  const sources = { ...sourcesOf('a.ts'), paths: new Set(['a.ts', 'there.png', 'gone.png']) };
  const all = ['there.png', 'gone.png', 'new.png'];
  expect(assessChange(runtime, root, known(sources), all)).toEqual({ paths: new Set(), sources });
  const isListedAnew = (picture: string) => assessChange(runtime, root, known(sources, picture), all).sources === null;
  expect(all.map(isListedAnew)).toEqual([false, true, true]);
});

// An algorithm whose cost is the product of both numbers would time out.
test('assessChange handles very many pictures in a very large project', () => {
  const sources = sourcesOf(...Array.from({ length: 100_000 }, (_, n) => `src/module${n % 300}/deep/file${n}.ts`));
  const pictures = Array.from({ length: 50_000 }, (_, n) => `pictures/${n % 10}/p${n}.png`);
  expect(assessChange(runtime, temporaryFolder(), known(sources), pictures).paths.size).toBe(0);
});
