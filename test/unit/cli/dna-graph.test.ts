import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { showDnaOutput } from '../../../src/engine/dna/index.ts';
import { CliProject } from '../../support/cortex-cli.ts';
import { edgeOf } from '../../support/graphs.ts';
import { plantGraph } from '../../support/plant-graph.ts';

let project: CliProject;
const zones = async () =>
  showDnaOutput()
    .parse(await project.json('dna show'))
    .dna.risks.map(({ path: file, reason }) => `${file}: ${reason}`);
const plant = (fragility: number) =>
  plantGraph(project.root, [edgeOf('src/price.ts > src/round.ts')], {
    said: { 'src/round.ts': { importance: 1, fragility, touchCount: 9, lastTouched: Date.now() } },
  });

/** A repository with one fix commit, which is too few for a risk zone from the history. */
beforeEach(async () => {
  project = new CliProject();
  const git = (...args: string[]) => execFileSync('git', ['-C', project.root, '-c', 'user.name=n', '-c', 'user.email=e', ...args]);
  git('init', '--quiet');
  for (const file of ['src/round.ts', 'src/price.ts']) project.write(file, '');
  git('add', '.');
  git('commit', '--quiet', '-m', 'fix: rounding');
  await project.run('init');
});

const OF_GRAPH = 'src/round.ts: the graph: 100 % important, 50 % fragile';

test('fragile files with many dependents in the graph become risk zones that name the graph as their source', async () => {
  await project.run('dna detect');
  expect(await zones()).toEqual([]);
  await plant(0.5);
  expect((await project.run('dna detect')).out).toContain('+  risks  src/round.ts');
  expect(await zones()).toEqual([OF_GRAPH]);
  await plant(0.1);
  expect((await project.run('dna detect')).out).toContain('-  risks  src/round.ts');
  expect(await zones()).toEqual([]);
});

test('risk zones of the graph stay while the digest is missing, and are removed with the graph', async () => {
  await plant(0.5);
  await project.run('dna detect');
  fs.rmSync(path.join(project.root, '.cortex/.local/graph/digest.jsonl'));
  await project.run('dna detect');
  expect(await zones()).toEqual([OF_GRAPH]);
  fs.rmSync(path.join(project.root, '.cortex/graph.crtx'));
  await project.run('dna detect');
  expect(await zones()).toEqual([]);
});

test('graph hotspots names the risk zone of each file, written by hand or detected', async () => {
  await plant(0.5);
  await project.run('dna detect');
  expect(await project.json('graph hotspots')).toMatchObject({
    files: [{ path: 'src/round.ts', zone: 'the graph: 100 % important, 50 % fragile' }],
  });
  const file = path.join(project.root, '.cortex/manifest.crtx');
  const dna = JSON.parse(fs.readFileSync(file, 'utf8'));
  dna.data.risks = [{ path: 'src/', reason: 'We never dared', breakFrequency: 0, lastBroken: 0, mitigations: [] }];
  fs.writeFileSync(file, JSON.stringify(dna));
  const { out } = await project.run('graph hotspots');
  expect(
    out
      .split('\n')
      .slice(0, 2)
      .map((line) => line.trim().split(/ {2,}/).at(-1)),
  ).toEqual(['risk zone of the DNA', 'We never dared']);
  fs.rmSync(file);
  expect(await project.json('graph hotspots')).toMatchObject({ files: [{ zone: null }] });
});
