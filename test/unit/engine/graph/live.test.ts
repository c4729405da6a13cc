import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { LiveGraph } from '../../../../src/engine/graph/index.ts';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import { temporaryFolder } from '../../../support/folders.ts';
import { git } from '../../../support/git-commits.ts';

test('LiveGraph runs updates one after the other, and excludes files while git ignores them', async () => {
  const root = temporaryFolder();
  const write = (file: string, text: string) => {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), text);
  };
  const files = ({ built }: LiveGraph) => built.graph.nodes.filter(({ type }) => type === 'file').map(({ path: file }) => file);
  git(root, 'init', '--quiet');
  write('.gitignore', 'made/\n');
  write('a.ts', "import { b } from './made/b';\nexport const a = () => b();\n");
  write('kept.ts', '');
  const live = await LiveGraph.open(nodeRuntime({}), root);
  expect(live.built.counts.unresolved).toBe(1);
  write('made/b.ts', 'export const b = () => 1;\n');
  write('c.ts', '');
  const [first, second] = [live.update(['made/b.ts', 'readme.md']), live.update(['c.ts'])];
  // An ignored file resolves imports, but is not in the graph.
  expect((await first).counts.unresolved).toBe(0);
  await second;
  expect(files(live)).toEqual(['a.ts', 'c.ts', 'kept.ts']);
  write('.gitignore', '');
  fs.rmSync(path.join(root, 'kept.ts'));
  await live.update(['.gitignore', 'kept.ts']);
  expect(files(live)).toEqual(['a.ts', 'c.ts', 'made/b.ts']);
  expect(live.built.counts).toMatchObject({ unresolved: 0, parsed: 1 });
  expect(live.built.graph.edges.map(({ from, to }) => `${from} → ${to}`)).toContain('a.ts#a → made/b.ts#b');
  await live.close();
});
