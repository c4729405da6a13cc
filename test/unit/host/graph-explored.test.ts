import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { CortexIO, writeGraphGaps } from '../../../src/engine/crtx/index.ts';
import type { GraphQuestion } from '../../../src/engine/graph/index.ts';
import { nodeRuntime } from '../../../src/engine/platform/runtime.ts';
import { type Explored, ExploredGraph } from '../../../src/host/dashboards/graph/explored.ts';
import { NO_FILTER } from '../../../webview/graph/saved-graph.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { edgeOf, graphOf, makeFiles } from '../../support/graphs.ts';

let root: string;
beforeEach(() => {
  root = temporaryFolder();
});

const graphFile = () => path.join(root, '.cortex', 'graph.crtx');

/** Writes a graph and its missing files, so that no file counts as changed. */
async function writeGraph(...ends: readonly string[]): Promise<void> {
  const graph = graphOf(ends.map((each) => edgeOf(each)));
  makeFiles(root, graph);
  const nodes = graph.nodes.map(({ id }) => id);
  const clusters = [{ id: 'c1', name: 'it', nodes, cohesion: 1, coupling: 0 }];
  await new CortexIO(root).writeGraph({ ...graph, clusters });
  await writeGraphGaps(nodeRuntime(), root, { imports: [], files: [], commits: 0, fixes: 0 });
}

const question = (asked: Partial<GraphQuestion> = {}): GraphQuestion => ({
  place: { kind: 'clusters' },
  filter: NO_FILTER,
  chosen: null,
  words: '',
  ...asked,
});

/** Opens a graph, with functions that wait for a certain answer. */
function look(follows = false) {
  let changed = () => {};
  const graph = new ExploredGraph({ fs: nodeRuntime().fs, root, changed: () => changed(), follows: () => follows });
  onTestFinished(() => graph.dispose());
  const until = (asked: GraphQuestion, isWanted: (explored: Explored) => boolean): Promise<Explored> =>
    new Promise((resolve) => {
      changed = () => {
        const explored = graph.look(asked);
        if (isWanted(explored)) resolve(explored);
      };
      changed();
    });
  const answered = (asked: GraphQuestion) => until(asked, ({ answer, looking }) => answer !== null && !looking);
  return { graph, until, answered };
}

const namesOf = ({ answer }: Explored) => answer?.scene.nodes.map(({ name }) => name).sort();

describe('an explored graph', () => {
  test('names the cluster of a node and of a cluster view, but none for the overview', async () => {
    await writeGraph('a > b');
    const { answered } = look();
    const around = await answered(question({ place: { kind: 'around', node: 'a' } }));
    expect(around.answer?.scene.cluster).toEqual({ id: 'c1', name: 'it' });
    expect((await answered(question())).answer?.scene.cluster).toBeNull();
    const inside = await answered(question({ place: { kind: 'cluster', cluster: 'c1' } }));
    expect(inside.answer?.scene.cluster).toEqual({ id: 'c1', name: 'it' });
  });

  test('answers only the latest question, and shows the previous answer until then', async () => {
    await writeGraph('a > b');
    const { graph, answered } = look();
    const first = await answered(question());
    graph.look(question({ words: 'a' }));
    graph.look(question({ words: 'b' }));
    const meanwhile = graph.look(question({ words: 'b' }));
    expect(meanwhile).toMatchObject({ looking: true, answer: { built: first.answer?.built, found: [] } });
    const last = await answered(question({ words: 'b' }));
    expect(last.answer?.found.map(({ name }) => name)).toEqual(['b']);
  });

  test('is read again after another program writes it', async () => {
    await writeGraph('a > b');
    const { answered, until } = look();
    const asked = question({ place: { kind: 'cluster', cluster: 'c1' } });
    expect(namesOf(await answered(asked))).toEqual(['a', 'b']);
    await writeGraph('a > b', 'b > c');
    expect(namesOf(await until(asked, (explored) => namesOf(explored)?.length === 3))).toEqual(['a', 'b', 'c']);
  });

  test('is hidden while its file is invalid or missing, and shown again once it is valid', async () => {
    await writeGraph('a > b');
    const { answered, until } = look();
    await answered(question());
    fs.writeFileSync(graphFile(), '{');
    const broken = await until(question(), ({ error }) => error !== null);
    expect(broken).toMatchObject({ answer: null, error: { code: 'broken-file', data: { file: graphFile() } } });
    fs.rmSync(graphFile());
    await until(question(), ({ error }) => error instanceof Error && 'code' in error && error.code === 'not-found');
    await writeGraph('a > b');
    expect((await answered(question())).error).toBeNull();
  });

  test('counts the changed files on recheck', async () => {
    await writeGraph('a > b');
    const { graph, answered, until } = look();
    expect((await answered(question())).answer?.changed).toBe(0);
    fs.writeFileSync(path.join(root, 'a'), '');
    fs.utimesSync(path.join(root, 'a'), Date.now() / 1_000 + 60, Date.now() / 1_000 + 60);
    graph.recheck();
    await until(question(), ({ answer }) => answer?.changed === 1);
  });

  const cache = () => path.join(root, '.cortex', '.local', 'graph', 'facts.jsonl');
  const namesAre = (names: readonly string[]) => (explored: Explored) => String(namesOf(explored)) === String(names);

  test('follows file changes until another graph is published', async () => {
    await writeGraph('a > b');
    const { graph, answered, until } = look(true);
    const asked = question({ place: { kind: 'around', node: 'a.ts' } });
    expect((await answered(asked)).answer?.live).toBe(false);
    fs.writeFileSync(path.join(root, 'a.ts'), "import './b.ts';\n");
    fs.writeFileSync(path.join(root, 'b.ts'), '');
    graph.touched(['a.ts', 'b.ts']);
    const live = await until(asked, namesAre(['a.ts', 'b.ts']));
    expect(live).toMatchObject({ error: null, answer: { live: true, changed: 0, problems: [] } });
    expect(graph.isUnknown('a.ts')).toBe(false);
    fs.writeFileSync(path.join(root, 'a.ts'), "import './b.ts';\nimport './c.ts';\n");
    fs.writeFileSync(path.join(root, 'c.ts'), '');
    graph.touched(['a.ts']);
    graph.touched(['c.ts']);
    await until(asked, namesAre(['a.ts', 'b.ts', 'c.ts']));
    fs.rmSync(path.join(root, 'b.ts'));
    graph.touched(['b.ts']);
    await until(asked, namesAre(['a.ts', 'c.ts']));
    await writeGraph('a.ts > d.ts');
    const published = await until(asked, namesAre(['a.ts', 'd.ts']));
    expect(published.answer).toMatchObject({ live: false });
  });

  test('applies changes that were made before it was opened', async () => {
    await writeGraph('a.ts > gone.ts');
    fs.rmSync(path.join(root, 'gone.ts'));
    const { until } = look(true);
    const { answer } = await until(question(), ({ answer }) => answer?.live === true);
    expect(answer).toMatchObject({ changed: 0, counts: { files: 1 } });
  });

  test('reads no code and writes nothing when it may not follow files, and counts changed files', async () => {
    await writeGraph('a.ts > b.ts');
    const { graph, answered, until } = look();
    await answered(question());
    const later = Date.now() / 1_000 + 60;
    fs.writeFileSync(path.join(root, 'a.ts'), '');
    fs.utimesSync(path.join(root, 'a.ts'), later, later);
    graph.touched(['a.ts']);
    const { answer } = await until(question(), (explored) => explored.answer?.changed === 1);
    expect(answer).toMatchObject({ live: false, counts: { files: 2 } });
    expect(fs.existsSync(cache())).toBe(false);
  });

  test('remembers unknown nodes until another graph is published', async () => {
    await writeGraph('a > b');
    const { graph, answered, until } = look();
    await answered(question({ place: { kind: 'around', node: 'c' } }));
    expect([graph.isUnknown('c'), graph.isUnknown('a')]).toEqual([true, false]);
    await writeGraph('a > b', 'b > c');
    await until(question({ place: { kind: 'around', node: 'c' } }), (explored) => namesOf(explored)?.includes('c') === true);
    expect(graph.isUnknown('c')).toBe(false);
  });
});
