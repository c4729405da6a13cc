import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, expectTypeOf, onTestFinished, test, vi } from 'vitest';
import { CortexIO, writeGraphGaps } from '../../../../../src/engine/crtx/index.ts';
import { type ExplorerOptions, GraphExplorer } from '../../../../../src/engine/graph/explore/explorer.ts';
import { EXPLORER_FILE } from '../../../../../src/engine/graph/explore/explorer-file.ts';
import type { GraphAnswer, GraphQuestion } from '../../../../../src/engine/graph/schemas/graph-answer.ts';
import { nodeRuntime } from '../../../../../src/engine/platform/runtime.ts';
import type { GraphSnapshot, GraphView } from '../../../../../src/host/dashboards/graph/protocol.ts';
import { waitFor } from '../../../../harness/wait.ts';
import { temporaryFolder } from '../../../../support/folders.ts';
import { edgeOf, graphOf, makeFiles } from '../../../../support/graphs.ts';
import { ALL, cluster, idsOf } from './exploring.ts';

let root: string;
beforeEach(() => {
  root = temporaryFolder();
});

function explorerOf(options: Partial<ExplorerOptions> = {}): GraphExplorer {
  const explorer = new GraphExplorer({ root, ...options });
  onTestFinished(() => explorer.dispose());
  return explorer;
}

const question = (asked: Partial<GraphQuestion> = {}): GraphQuestion => ({
  place: { kind: 'clusters' },
  filter: ALL,
  chosen: null,
  words: '',
  ...asked,
});

const graphFile = () => path.join(root, '.cortex', 'graph.crtx');

/** Writes a graph and its missing files, so that no file is newer than the graph. Returns the time of the graph. */
async function writeGraph(...ends: readonly string[]): Promise<number> {
  const graph = graphOf(ends.map((each) => edgeOf(each)));
  makeFiles(root, graph);
  await new CortexIO(root).writeGraph({ ...graph, clusters: [cluster('it', ...graph.nodes.map(({ id }) => id))] });
  await writeGraphGaps(nodeRuntime(), root, { imports: [], files: [], commits: 0, fixes: 0 });
  return (await new CortexIO(root).readGraph())?.header.updated ?? 0;
}

/** Writes a file. @param later its modification time, in milliseconds after `time` */
function writeFile(name: string, time: number, later: number): void {
  const file = path.join(root, name);
  fs.writeFileSync(file, '');
  fs.utimesSync(file, (time + later) / 1_000, (time + later) / 1_000);
}

const ports = () => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length;

test('types of answers and questions match the snapshot and view of the dashboard', () => {
  expectTypeOf<GraphAnswer>().toExtend<Pick<GraphSnapshot, keyof GraphAnswer>>();
  expectTypeOf<Omit<GraphView, 'follow'>>().toExtend<GraphQuestion>();
});

describe('GraphExplorer with a graph', () => {
  test('answers questions from a thread', async () => {
    const built = await writeGraph('a > b', 'b > c');
    const answer = await explorerOf().ask(question({ place: { kind: 'blast', node: 'b' }, chosen: 'a', words: 'c' }));
    expect(answer).toMatchObject({
      built,
      changed: 0,
      counts: { nodes: 3, edges: 2, files: 3, clusters: 1 },
      clusters: ['it'],
      scene: { title: 'b', place: { kind: 'blast', node: 'b' } },
      detail: { id: 'a', cluster: 'it', leansOn: { total: 1 } },
      blast: { node: 'b', files: [{ path: 'a' }] },
      found: [{ id: 'c' }],
      problems: [],
    });
    expect(idsOf(answer.scene)).toEqual(['b', 'a']);
  });

  test('counts changed and deleted files when the graph is read and on recheck', async () => {
    const built = await writeGraph('a > b', '../out > c');
    const explorer = explorerOf();
    writeFile('a', built, 1_000);
    writeFile('b', built, -1_000);
    writeFile('other', built, 1_000);
    writeFile('../out', built, 1_000);
    onTestFinished(() => fs.rmSync(path.join(root, '..', 'out'), { force: true }));
    expect(await explorer.ask(question())).toMatchObject({ changed: 1 });
    writeFile('b', built, 1_000);
    fs.rmSync(path.join(root, 'c'));
    expect(await explorer.ask(question())).toMatchObject({ changed: 1 });
    explorer.recheck();
    expect(await explorer.ask(question())).toMatchObject({ changed: 3 });
    fs.rmSync(path.join(root, '..', 'out'));
    explorer.recheck();
    expect(await explorer.ask(question())).toMatchObject({ changed: 3 });
  });

  test('counts new source files if listing is enabled', async () => {
    const built = await writeGraph('a.ts > b.ts');
    writeFile('come.ts', built, 1_000);
    writeFile('renamed.ts', built, -1_000);
    writeFile('notes.txt', built, 1_000);
    const renewed = vi.fn();
    expect(await explorerOf().ask(question())).toMatchObject({ changed: 0 });
    let lists = false;
    const explorer = explorerOf({ renewed, lists: () => lists });
    expect(await explorer.ask(question())).toMatchObject({ changed: 0 });
    lists = true;
    explorer.recheck();
    expect(await explorer.ask(question())).toMatchObject({ changed: 0 });
    await waitFor('what has come', async () => renewed.mock.calls.length > 0);
    expect(await explorer.ask(question())).toMatchObject({ changed: 2 });
    expect(renewed).toHaveBeenCalledTimes(1);
  });

  test('reads a changed graph again only after forget', async () => {
    await writeGraph('a > b');
    const explorer = explorerOf();
    expect(await explorer.ask(question())).toMatchObject({ counts: { nodes: 2 } });
    await writeGraph('a > b', 'b > c');
    expect(await explorer.ask(question())).toMatchObject({ counts: { nodes: 2 }, scene: { nodes: [{ within: 2 }] } });
    explorer.forget();
    expect(await explorer.ask(question())).toMatchObject({ counts: { nodes: 3 }, scene: { nodes: [{ within: 3 }] } });
  });

  test('reports a node that the graph does not contain', async () => {
    await writeGraph('a > b');
    const answer = await explorerOf().ask(question({ place: { kind: 'around', node: 'gone' }, chosen: 'gone' }));
    expect(answer).toMatchObject({
      scene: { title: 'gone', nodes: [], edges: [] },
      detail: null,
      problems: [{ severity: 'warning', message: expect.stringContaining('Not in the graph: "gone"'), place: null }],
    });
  });

  test('answers with a warning if the checksum does not match', async () => {
    await writeGraph('a > b');
    fs.writeFileSync(graphFile(), fs.readFileSync(graphFile(), 'utf8').replace('"a depends b"', '"A depends B"'));
    const { problems } = await explorerOf().ask(question());
    expect(problems).toMatchObject([
      { severity: 'warning', message: expect.stringContaining('checksum'), place: { file: graphFile() } },
      // The stored gaps belong to another graph.
      { severity: 'warning', message: expect.stringContaining('unknown which imports are unresolved'), place: null },
    ]);
  });
});

describe('GraphExplorer without a valid graph', () => {
  test('rejects with the command that builds one, and answers once it exists', async () => {
    const explorer = explorerOf();
    await expect(explorer.ask(question())).rejects.toMatchObject({
      name: 'CortexError',
      code: 'not-found',
      data: { file: graphFile(), next: expect.stringMatching(/cortex graph build.*Build Semantic Graph/) },
    });
    await writeGraph('a > b');
    expect(await explorer.ask(question())).toMatchObject({ counts: { nodes: 2 } });
  });

  test('rejects with the line at which the file is broken', async () => {
    await writeGraph('a > b');
    fs.writeFileSync(graphFile(), fs.readFileSync(graphFile(), 'utf8').replace('"type": "graph"', '"type": "swarm"'));
    await expect(explorerOf().ask(question())).rejects.toMatchObject({
      name: 'CortexError',
      code: 'broken-file',
      data: { file: graphFile(), line: expect.any(Number), value: 'swarm' },
    });
  });

  test('omits an invalid edge, and reports its line', async () => {
    await writeGraph('a > b');
    const text = fs.readFileSync(graphFile(), 'utf8').replace('"weight": 1', '"weight": 2');
    fs.writeFileSync(graphFile(), text);
    const line = text.slice(0, text.indexOf('"weight": 2')).split('\n').length;
    expect(await explorerOf().ask(question())).toMatchObject({
      counts: { nodes: 2, edges: 0 },
      problems: expect.arrayContaining([expect.objectContaining({ place: expect.objectContaining({ file: graphFile(), line }) })]),
    });
  });
});

/** A thread that fails once, in the way that the file `failing` specifies. */
const FAILING = `const fs = require('node:fs');
const { parentPort, workerData } = require('node:worker_threads');
const file = require('node:path').join(workerData.root, 'failing');
const how = fs.readFileSync(file, 'utf8');
fs.writeFileSync(file, '');
parentPort.on('message', ({ i }) => {
  if (how === 'throws') throw new Error('out of everything');
  if (how === 'exits') process.exit(3);
  if (how === 'hangs') for (;;);
  parentPort.postMessage({ t: 's', i, r: { ok: true, answer: 'at last' } });
});`;

/** A thread that answers questions, and dies of a `follow` message. */
const DYING = `const { parentPort } = require('node:worker_threads');
parentPort.on('message', ({ i, m }) => {
  if (m === 'follow') throw new Error('out of memory');
  parentPort.postMessage({ t: 's', i, r: { ok: true, answer: 'as it was' } });
});`;

describe('explorer thread', () => {
  function failing(how: string, options: Partial<ExplorerOptions> = {}): GraphExplorer {
    const folder = temporaryFolder();
    fs.writeFileSync(path.join(folder, EXPLORER_FILE), FAILING);
    fs.writeFileSync(path.join(root, 'failing'), how);
    return explorerOf({ folder, ...options });
  }

  test.each([
    ['throws', 'out of everything'],
    ['exits', 'it exited'],
    ['hangs', 'no output for 1.5 s'],
  ])('that %s rejects pending questions, and the next question starts another thread', async (how, why) => {
    const before = ports();
    const explorer = failing(how, how === 'hangs' ? { patienceMs: 1_500 } : {});
    const asked = await Promise.allSettled([explorer.ask(question()), explorer.ask(question())]);
    const reason = { name: 'CortexError', code: 'io', message: expect.stringContaining(why), data: { next: expect.any(String) } };
    expect(asked).toMatchObject([
      { status: 'rejected', reason },
      { status: 'rejected', reason },
    ]);
    expect(await explorer.ask(question())).toBe('at last');
    await explorer.dispose();
    expect(ports()).toBe(before);
  });

  test('that dies between questions calls renewed, rejects the next question, and is then replaced', async () => {
    const folder = temporaryFolder();
    fs.writeFileSync(path.join(folder, EXPLORER_FILE), DYING);
    let renewed = 0;
    const explorer = explorerOf({
      folder,
      renewed: () => {
        renewed += 1;
      },
    });
    expect(await explorer.ask(question())).toBe('as it was');
    explorer.follow(['a.ts']);
    await waitFor('the death to be told', async () => renewed > 0);
    await expect(explorer.ask(question())).rejects.toMatchObject({ code: 'io', message: expect.stringContaining('out of memory') });
    expect(await explorer.ask(question())).toBe('as it was');
  });

  test('that cannot be started rejects with the reason', async () => {
    await expect(explorerOf({ folder: temporaryFolder() }).ask(question())).rejects.toMatchObject({
      code: 'io',
      message: expect.stringContaining('Cannot find module'),
    });
  });

  test('that is disposed rejects all questions', async () => {
    const explorer = failing('hangs');
    const asked = explorer.ask(question());
    const closed = expect(asked).rejects.toMatchObject({ code: 'io', message: expect.stringContaining('it was closed') });
    await explorer.dispose();
    await closed;
    await expect(explorer.ask(question())).rejects.toMatchObject({ code: 'io' });
    await explorer.dispose();
  });
});
