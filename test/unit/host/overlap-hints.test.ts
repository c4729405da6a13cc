import { expect, onTestFinished, test } from 'vitest';
import type { SwarmManifest } from '../../../src/engine/crtx/index.ts';
import { nodeRuntime } from '../../../src/engine/platform/runtime.ts';
import { OverlapHints } from '../../../src/host/overlap-hints.ts';
import { waitFor } from '../../harness/wait.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { edgeOf } from '../../support/graphs.ts';
import { plantGraph } from '../../support/plant-graph.ts';
import { lock, manifest, task, viewModel } from './view-models.ts';

const PRICES = [edgeOf('src/price.ts > src/round.ts')];
const TREE = manifest(
  task('root', { children: [task('T-1', { description: 'Round in src/round.ts' }), task('T-2', { description: 'src/price.ts' })] }),
);
const viewOf = (shown: SwarmManifest | null, locks = [lock('src/other.ts', 'ada')]) => viewModel({ manifest: shown, locks }).view;

function watching() {
  const seen = { changes: 0, errors: [] as unknown[] };
  const hints = new OverlapHints(
    nodeRuntime(),
    () => {
      seen.changes += 1;
    },
    (error) => seen.errors.push(error),
  );
  onTestFinished(() => hints.dispose());
  const marked = (root: string) => Object.fromEntries([...hints.marksIn(root)].map(([id, marks]) => [id, marks.map(({ other }) => other)]));
  return { hints, seen, marked };
}

test('tasks are marked once a graph is built, and no longer when they are gone', async () => {
  const root = temporaryFolder();
  const { hints, seen, marked } = watching();
  hints.look(root, viewOf(TREE));
  expect(marked(root)).toEqual({});
  await plantGraph(root, PRICES);
  await waitFor('the marks', async () => seen.changes === 1);
  expect(marked(root)).toEqual({ 'T-1': ['T-2'], 'T-2': ['T-1'] });
  hints.look(root, viewOf(null));
  await waitFor('no marks', async () => seen.changes === 2);
  expect(marked(root)).toEqual({});
  expect(seen.errors).toEqual([]);
});

test('marks of one project do not apply to another, and unchanged marks are not reported again', async () => {
  const [one, other] = [temporaryFolder(), temporaryFolder()];
  await plantGraph(one, PRICES);
  const { hints, seen, marked } = watching();
  hints.look(one, viewOf(TREE));
  await waitFor('the marks', async () => seen.changes === 1);
  hints.look(one, viewOf(TREE));
  hints.look(other, viewOf(TREE));
  expect([marked(one), marked(other)]).toEqual([{}, {}]);
  hints.look(null, null);
  expect(seen).toEqual({ changes: 1, errors: [] });
});

test('active tasks of a large swarm are compared first', async () => {
  const root = temporaryFolder();
  await plantGraph(root, PRICES);
  const many = Array.from({ length: 300 }, (_, n) => task(`p-${n}`, { description: n === 0 ? 'src/price.ts' : `src/new-${n}.ts` }));
  const busy = task('late', { description: 'src/round.ts', status: 'active', assignedTo: 'ada' });
  const { hints, seen, marked } = watching();
  hints.look(root, viewOf(manifest(task('root', { children: [...many, busy] }))));
  await waitFor('the marks', async () => seen.changes === 1);
  expect(marked(root)).toEqual({ 'p-0': ['late'], late: ['p-0'] });
});
