import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { CortexIO } from '../../../src/engine/crtx/index.ts';
import { acquireOutput, listOutput, SwarmProtocol } from '../../../src/engine/swarm/index.ts';
import { Timeline } from '../../../src/engine/timeline/index.ts';
import { CliProject } from '../../support/cortex-cli.ts';
import { edgeOf } from '../../support/graphs.ts';
import { plantGraph } from '../../support/plant-graph.ts';

const EDGES = [
  edgeOf('src/a.ts > src/base.ts'),
  edgeOf('src/b.ts > src/base.ts', 'depends', 0.7),
  edgeOf('src/b.ts > src/a.ts', 'depends', 0.9),
  edgeOf('src/weak.ts > src/base.ts', 'depends', 0.4),
  edgeOf('src/base.test.ts > src/base.ts', 'tests'),
];

let project: CliProject;
const answered = z.object({ error: z.object({ message: z.string() }) });
const acquire = async (words: string) => acquireOutput().parse(await project.json(`lock acquire ${words}`));
const held = async () => {
  const { locks } = listOutput().parse(await project.json('lock list'));
  return locks.map(({ path: file, agentId, type }) => `${agentId} ${type} ${file}`);
};
const pathsOf = (files: readonly { path: string }[]) => files.map((file) => file.path);

beforeEach(async () => {
  project = new CliProject();
  await project.run('init');
});

describe('without a graph', () => {
  test('a lock is granted without an impact', async () => {
    expect(await acquire('src/base.ts --agent ann')).toMatchObject({ granted: true, mayBreak: [], tests: [] });
    expect(await project.run('lock renew src/base.ts --agent ann')).toMatchObject({ code: 0 });
  });

  test.each([
    ['no graph', 'the project has no graph yet, so the impact is unknown'],
    ['a graph from elsewhere', 'the graph was built elsewhere or replaced since, so the impact is unknown'],
  ])('--with-blast is refused with %s, locks nothing, and says how to build a graph', async (what, problem) => {
    if (what !== 'no graph') await plantGraph(project.root, EDGES, { digest: false });
    const { code, out } = await project.run('lock acquire src/base.ts --agent ann --with-blast --json');
    expect([code, answered.parse(JSON.parse(out)).error.message]).toEqual([1, expect.stringContaining(problem)]);
    expect(out).toContain('cortex graph build');
    expect(await held()).toEqual([]);
  });
});

test('with a graph from another machine a lock reports that the impact is unknown, and how to build it', async () => {
  await plantGraph(project.root, EDGES, { digest: false });
  const { out } = await project.run('lock acquire src/base.ts --agent ann');
  expect(out).toContain('\nThe impact of a change is unknown. Build the graph: cortex graph build');
  expect(out).not.toContain('the list');
});

describe('with a graph', () => {
  beforeEach(() => plantGraph(project.root, EDGES));

  test('a lock lists the impact and the tests to run, and locks only its path', async () => {
    const { mayBreak, tests } = await acquire('src/base.ts --agent ann');
    expect(mayBreak).toEqual([
      { path: 'src/a.ts', likelihood: 0.6, because: ['src/a.ts depends src/base.ts'] },
      { path: 'src/b.ts', likelihood: 0.42, because: ['src/b.ts depends src/base.ts'] },
    ]);
    expect(tests).toEqual([{ path: 'src/base.test.ts', likelihood: 0.7, because: ['src/base.test.ts tests src/base.ts'] }]);
    expect(await held()).toEqual(['ann exclusive src/base.ts']);
  });

  test('prints the impact and the tests as text', async () => {
    const { out } = await project.run('lock acquire src/base.ts --agent ann');
    expect(out.split('\n').slice(1)).toEqual([
      '',
      'Affected by a change here',
      '60 %  src/a.ts  src/a.ts depends src/base.ts',
      '42 %  src/b.ts  src/b.ts depends src/base.ts',
      '',
      'Tests to run',
      '70 %  src/base.test.ts  src/base.test.ts tests src/base.ts',
      '',
    ]);
  });

  test('--with-blast adds shared locks on the impact, with the same fencing token and expiry', async () => {
    const { locks } = await acquire('src/base.ts --agent ann --ttl 5m --with-blast');
    expect(locks.map(({ path: file, type }) => [file, type])).toEqual([
      ['src/a.ts', 'shared'],
      ['src/b.ts', 'shared'],
      ['src/base.ts', 'exclusive'],
    ]);
    expect(new Set(locks.map(({ fence, expiresAt }) => `${fence} ${expiresAt}`)).size).toBe(1);
    // Shared locks are compatible.
    expect(await acquire('src/weak.ts src/a.ts --agent bob --shared')).toMatchObject({ granted: true });
    expect(await acquire('src/b.ts --agent bob')).toMatchObject({ granted: false, blockedBy: [{ agentId: 'ann', path: 'src/b.ts' }] });
    expect(await project.json('lock release --all --agent ann')).toMatchObject({ locks: [{}, {}, {}] });
  });

  test('--with-blast locks all or nothing, and names the holder', async () => {
    await acquire('src/b.ts --agent bob');
    const refused = await project.run('lock acquire src/base.ts --agent ann --with-blast');
    expect(refused).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^Not granted\. To wait for it, add --wait 10m\.\nsrc\/b\.ts {2}held by bob {2}exclusive/),
    });
    expect(await held()).toEqual(['bob exclusive src/b.ts']);
  });

  test('a wait with --with-blast gets the whole set in its turn', async () => {
    await acquire('src/b.ts --agent bob');
    const waiting = acquire('src/base.ts --agent ann --with-blast --wait 60s');
    await expect.poll(async () => listOutput().parse(await project.json('lock list')).waiting.length).toBe(1);
    await project.run('lock release --all --agent bob');
    expect(pathsOf((await waiting).locks)).toEqual(['src/a.ts', 'src/b.ts', 'src/base.ts']);
  });

  test('locks neither paths that the agent holds already nor paths that the given ones cover', async () => {
    await acquire('src/a.ts --agent ann');
    await acquire('src/base.ts --agent ann --with-blast');
    expect(await held()).toEqual(['ann exclusive src/a.ts', 'ann shared src/b.ts', 'ann exclusive src/base.ts']);
    expect((await acquire('src/base.ts src/a.ts --agent ann --with-blast')).mayBreak.map((each) => each.path)).toEqual(['src/b.ts']);
  });

  test.each([
    ['src/ --agent ann', []],
    ['src/bas* --agent ann', ['src/a.ts', 'src/b.ts']],
    ['src/{base,a}.ts --agent ann', ['src/b.ts']],
    ['docs/ --agent ann', []],
  ])('folders and patterns stand for the files that they match: %s', async (words, expected) => {
    expect(pathsOf((await acquire(`${words} --with-blast`)).mayBreak)).toEqual(expected);
  });

  test('several paths are combined by the highest likelihood, and deleted files are left out', async () => {
    fs.rmSync(path.join(project.root, 'src/a.ts'));
    expect((await acquire('src/base.ts --agent ann --with-blast')).mayBreak.map(({ path: file }) => file)).toEqual(['src/b.ts']);
    expect((await acquire('src/base.ts src/a.ts --agent ann')).mayBreak).toEqual([
      { path: 'src/b.ts', likelihood: 0.54, because: ['src/b.ts depends src/a.ts'] },
    ]);
  });
});

test('the library does the same, and sees a graph that was built after opening', async () => {
  const io = new CortexIO(project.root);
  const swarm = new SwarmProtocol(io, new Timeline(io));
  expect(await swarm.acquire({ paths: ['src/base.ts'], agent: 'ann' })).toMatchObject({ granted: true, mayBreak: [] });
  await expect(swarm.acquire({ paths: ['src/base.ts'], agent: 'ann', withBlast: true })).rejects.toMatchObject({ code: 'not-found' });
  await plantGraph(project.root, EDGES);
  const { locks, mayBreak } = await swarm.acquire({ paths: ['src/base.ts'], agent: 'ann', withBlast: true });
  expect([pathsOf(locks), pathsOf(mayBreak)]).toEqual([
    ['src/a.ts', 'src/b.ts', 'src/base.ts'],
    ['src/a.ts', 'src/b.ts'],
  ]);
  await swarm.close();
});

test('lists at most five files and tests, and no path outside of the project', async () => {
  const names = Array.from({ length: 9 }, (_, n) => `src/user-${n}.ts`);
  await plantGraph(project.root, [
    ...names.map((name) => edgeOf(`${name} > src/base.ts`)),
    ...names.map((_, n) => edgeOf(`src/t${n}.test.ts > src/base.ts`, 'tests')),
  ]);
  const digest = path.join(project.root, '.cortex/.local/graph/digest.jsonl');
  fs.writeFileSync(
    digest,
    fs.readFileSync(digest, 'utf8').replace('"src/user-0.ts"', '"../out-00.ts"').replace('"src/user-1.ts"', '"/etc/hostname"'),
  );
  const { mayBreak, tests, locks } = await acquire('src/base.ts --agent ann --with-blast');
  expect(pathsOf(mayBreak)).toEqual(names.slice(2, 7));
  expect(pathsOf(tests)).toEqual(Array.from({ length: 5 }, (_, n) => `src/t${n}.test.ts`));
  expect(locks).toHaveLength(6);
});
