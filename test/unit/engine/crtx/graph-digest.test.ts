import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { GraphDigest, MAX_DIGEST_BYTES } from '../../../../src/engine/crtx/graph/graph-digest.ts';
import { GraphModel } from '../../../../src/engine/graph/graph-model.ts';
import { computeBlastRadius } from '../../../../src/engine/graph/questions/blast-radius.ts';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import { temporaryFolder } from '../../../support/folders.ts';
import { edgeOf, graphOf } from '../../../support/graphs.ts';
import { plantGraph } from '../../../support/plant-graph.ts';

const EDGES = [
  edgeOf('src/a.ts > src/base.ts'),
  edgeOf('src/b.ts > src/base.ts', 'depends', 0.6),
  edgeOf('lib/far.ts > src/base.ts', 'depends', 0.9),
  edgeOf('src/base.test.ts > src/base.ts', 'tests'),
  edgeOf('src/base.ts > src/tax.ts', 'breaks_if_changed', 0.5),
];

let root: string;
const open = (most = MAX_DIGEST_BYTES) => GraphDigest.open(nodeRuntime(), root, most);
const digestFile = () => path.join(root, '.cortex/.local/graph/digest.jsonl');
const graphFile = () => path.join(root, '.cortex/graph.crtx');
const followersOf = (file: string) => {
  const digest = open();
  return digest?.dependentsOf(digest.paths.indexOf(file));
};
beforeEach(async () => {
  root = temporaryFolder();
  await plantGraph(root, EDGES, { said: { 'src/base.ts': { importance: 1, fragility: 0.5, touchCount: 9, lastTouched: Date.now() } } });
});

test('contains the blast radius of each file from 30 % on, and of tests from 10 % on', () => {
  const model = new GraphModel(graphOf(EDGES));
  expect(open()?.paths).toEqual(['lib/far.ts', 'src/a.ts', 'src/b.ts', 'src/base.test.ts', 'src/base.ts', 'src/tax.ts']);
  for (const file of open()?.paths ?? []) {
    const { files, tests } = computeBlastRadius(model, [file]);
    expect(followersOf(file)).toEqual({
      files: files.filter(({ likelihood }) => likelihood >= 0.3).map(({ tests: _, ...each }) => each),
      tests: tests.filter(({ likelihood }) => likelihood >= 0.1),
    });
  }
  expect(followersOf('src/base.ts')?.files.map((each) => each.path)).toEqual(['src/a.ts', 'lib/far.ts', 'src/tax.ts', 'src/b.ts']);
});

test('lists the riskiest files', () => {
  expect(open()?.risky).toEqual([{ path: 'src/base.ts', importance: 1, fragility: 0.5, risk: expect.closeTo(0.249, 2) }]);
});

test('lists at most eight files', async () => {
  await plantGraph(
    root,
    Array.from({ length: 12 }, (_, n) => edgeOf(`src/user-${String(n).padStart(2, '0')}.ts > src/base.ts`)),
  );
  expect(followersOf('src/base.ts')?.files.map((each) => each.path)).toEqual(Array.from({ length: 8 }, (_, n) => `src/user-0${n}.ts`));
});

describe('is null', () => {
  test('without its graph or for another version of it', () => {
    const { mtime } = fs.statSync(graphFile());
    fs.utimesSync(graphFile(), mtime, new Date(mtime.getTime() + 1_000));
    expect(open()).toBeNull();
    fs.rmSync(graphFile());
    expect(open()).toBeNull();
  });

  test('if it is larger than the limit', () => {
    const { size } = fs.statSync(digestFile());
    expect(open(size)).not.toBeNull();
    expect(open(size - 1)).toBeNull();
  });

  test.each(['', '{}', '{}\n{}\n', 'no JSON\n', '{"version":1,"graph":"1-1","paths":[],"starts":[],"risky":[]}\n'])(
    'if it contains %j',
    (text) => {
      fs.writeFileSync(digestFile(), text);
      expect(open()).toBeNull();
    },
  );

  test('if it is truncated at any position', () => {
    const bytes = fs.readFileSync(digestFile());
    for (let size = bytes.length - 1; size >= 0; size -= 1) {
      fs.writeFileSync(digestFile(), bytes.subarray(0, size));
      expect({ size, digest: open() }).toEqual({ size, digest: null });
    }
  });

  test('if any byte of its lines differs', () => {
    const bytes = fs.readFileSync(digestFile());
    for (let at = bytes.indexOf('\n') + 1; at < bytes.length; at += 1) {
      const garbled = Buffer.from(bytes);
      garbled[at] = bytes[at] === 0x31 ? 0x32 : 0x31;
      fs.writeFileSync(digestFile(), garbled);
      expect({ at, digest: open() }).toEqual({ at, digest: null });
    }
  });

  test('if it is a folder or missing', () => {
    fs.rmSync(digestFile());
    expect(open()).toBeNull();
    fs.mkdirSync(digestFile());
    expect(open()).toBeNull();
  });
});

/** Writes other lines with a valid hash, as another program could. */
function writeLines(lines: readonly string[]): void {
  const [head = ''] = fs.readFileSync(digestFile(), 'utf8').split('\n');
  const text = lines.map((line) => `${line}\n`).join('');
  const sha256 = createHash('sha256').update(text).digest('hex');
  fs.writeFileSync(digestFile(), `${JSON.stringify({ ...JSON.parse(head), sha256 })}\n${text}`);
}

test('ignores invalid lines, and places out of range', () => {
  const lines = fs.readFileSync(digestFile(), 'utf8').split('\n').slice(1, -1);
  writeLines(lines.map((line) => line.replaceAll('[1,', '[9,')));
  expect(followersOf('src/base.ts')?.files.map((each) => each.path)).not.toContain('src/a.ts');
  writeLines(lines.map((line) => 'x'.repeat(line.length)));
  expect(followersOf('src/base.ts')).toEqual({ files: [], tests: [] });
});
