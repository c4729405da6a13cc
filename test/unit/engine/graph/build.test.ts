import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { semanticGraphSchema } from '../../../../src/engine/crtx/schema/graph.ts';
import { buildGraph, computeBlastRadius, GraphModel } from '../../../../src/engine/graph/index.ts';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import { temporaryFolder } from '../../../support/folders.ts';
import { git } from '../../../support/git-commits.ts';

const runtime = nodeRuntime({ CORTEX_NOW: '2026-06-01T00:00:00Z' });

let root: string;
beforeEach(() => {
  root = temporaryFolder();
});

function write(files: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), text);
  }
}

function commit(message: string, files: Readonly<Record<string, string>>): void {
  write(files);
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '--message', message);
}

const SHOP = {
  'src/session.ts': 'export function open() { return 1; }\n',
  'src/login.ts': "import { open } from './session.ts';\nexport function login() { return open(); }\n",
  'test/login.test.ts': "import { login } from '../src/login.ts';\nlogin();\n",
};

describe('buildGraph', () => {
  test('builds a graph from code and history, which answers queries', async () => {
    git(root, 'init', '--quiet', '--initial-branch=main');
    commit('feat(login): begin', SHOP);
    commit('fix(login): session', { 'src/session.ts': 'export function open() { return 2; }\n' });
    commit('feat(login): more', { 'src/login.ts': `${SHOP['src/login.ts']}// more\n` });
    const told: string[] = [];
    const { graph, problems, counts } = await buildGraph(runtime, root, { progress: (message) => told.push(message) });
    expect(semanticGraphSchema().parse(graph)).toEqual(graph);
    expect(problems).toEqual([]);
    expect(counts).toEqual({ files: 3, parsed: 3, unresolved: 0, leftOut: 0 });
    expect(told.at(-1)).toBe('assembling the graph');
    expect(graph.nodes.map(({ id, type, touchCount }) => `${type} ${id} ${touchCount}`)).toEqual([
      'feature feature:login 3',
      'file src/login.ts 2',
      'function src/login.ts#login 2',
      'file src/session.ts 2',
      'function src/session.ts#open 2',
      'test test/login.test.ts 1',
    ]);
    expect(graph.nodes.find(({ id }) => id === 'src/session.ts')).toMatchObject({ importance: 1 });
    expect(computeBlastRadius(new GraphModel(graph), ['src/session.ts'])).toMatchObject({
      files: [{ path: 'src/login.ts', tests: ['test/login.test.ts'] }],
      tests: [{ path: 'test/login.test.ts' }],
    });
  });

  test('builds from code alone without git, and reports that and unreadable files', async () => {
    write({ ...SHOP, 'src/broken.ts': 'export function half( {{{\n', 'package.json': '{"name":' });
    const { graph, problems } = await buildGraph(runtime, root);
    expect(graph.nodes.filter(({ type }) => type === 'file').map(({ id }) => id)).toContain('src/login.ts');
    expect(graph.nodes.every(({ touchCount, lastTouched }) => touchCount === 0 && lastTouched === 0)).toBe(true);
    expect(problems.map(({ message }) => message)).toContain('cannot read the git history: the project is not in a git repository');
    expect(problems.find((problem) => problem.path === 'package.json')).toBeDefined();
  });

  test('returns an empty graph for an empty folder', async () => {
    expect((await buildGraph(runtime, root)).graph).toEqual({ nodes: [], edges: [], clusters: [] });
  });

  test('parses only changed files on a rebuild, with the same result as without a cache', async () => {
    git(root, 'init', '--quiet', '--initial-branch=main');
    commit('one', SHOP);
    fs.mkdirSync(path.join(root, '.cortex'));
    const first = await buildGraph(runtime, root);
    const second = await buildGraph(runtime, root);
    expect(second).toEqual({ ...first, counts: { ...first.counts, parsed: 0 } });
    write({ 'src/session.ts': 'export function open() { return 3; }\nexport function close() {}\n' });
    const third = await buildGraph(runtime, root);
    expect(third.counts.parsed).toBe(1);
    expect(third.graph.nodes.map(({ id }) => id)).toContain('src/session.ts#close');
    const { graph } = await buildGraph(runtime, root);
    fs.rmSync(path.join(root, '.cortex'), { recursive: true });
    expect((await buildGraph(runtime, root)).graph).toEqual(graph);
  });

  test('rejects when it is aborted', async () => {
    write(SHOP);
    await expect(buildGraph(runtime, root, { signal: AbortSignal.abort(new Error('not any more')) })).rejects.toThrow('not any more');
  });
});
