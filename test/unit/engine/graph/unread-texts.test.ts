import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { readConfigTexts } from '../../../../src/engine/graph/live/config-texts.ts';
import { listSources } from '../../../../src/engine/graph/sources.ts';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import { temporaryFolder } from '../../../support/folders.ts';

const runtime = nodeRuntime({});
const MIB = 1_048_576;
let root: string;
beforeEach(() => {
  root = temporaryFolder();
});

function write(file: string, text: string): void {
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  fs.writeFileSync(path.join(root, file), text);
}

async function read() {
  const sources = await listSources(runtime, root);
  const { texts, unread } = readConfigTexts(runtime, root, sources);
  return { texts: [...texts.keys()], unread: [...sources.unread, ...unread] };
}

test('web pages and lists of services are read up to the limit of sources; larger ones are listed as not read', async () => {
  const page = '<script src="a.js"></script>';
  write('large.html', page.padEnd(MIB));
  write('larger.html', page.padEnd(MIB + 1));
  write('META-INF/services/a.B', 'a.C\n'.padEnd(MIB));
  write('META-INF/services/a.D', 'a.C\n'.padEnd(MIB + 1));
  const reason = 'is larger than 1 MiB';
  const found = await read();
  expect(found.texts.sort()).toEqual(['META-INF/services/a.B', 'large.html']);
  expect(found.unread.sort((one, other) => (one.path < other.path ? -1 : 1))).toEqual([
    { path: 'META-INF/services/a.D', reason, language: 'java' },
    { path: 'larger.html', reason, language: 'ts' },
  ]);
});

test('all web pages beyond the first 500 are listed as one entry', async () => {
  const name = (n: number): string => `docs/${String(n).padStart(4, '0')}.html`;
  for (let n = 0; n < 500; n += 1) write(name(n), '<script></script>');
  expect((await read()).unread).toEqual([]);
  write(name(500), '<script></script>');
  const reason = 'is not read: only the first 500 web pages are';
  expect((await read()).unread).toEqual([{ path: name(500), reason, language: 'ts' }]);
  for (const n of [501, 502]) write(name(n), '<script></script>');
  const { texts, unread } = await read();
  expect(texts).toHaveLength(500);
  expect(unread).toEqual([{ path: name(500), reason: reason.replace(':', ', nor are 2 more pages after it:'), language: 'ts' }]);
});
