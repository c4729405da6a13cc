import path from 'node:path';
import { expect, test } from 'vitest';
import { acquireOutput } from '../../../src/engine/swarm/index.ts';
import { CliProject, cortexFile, runProcess } from '../../support/cortex-cli.ts';
import { edgeOf } from '../../support/graphs.ts';
import { plantGraph } from '../../support/plant-graph.ts';

const ROUNDS = 4;

/** Each file depends on the other, so each is in the impact of the other. */
const CROSSING = [
  edgeOf('src/a.ts > src/b.ts'),
  edgeOf('src/b.ts > src/a.ts'),
  edgeOf('src/user.ts > src/a.ts'),
  edgeOf('src/user.ts > src/b.ts'),
];

test('of two processes with overlapping sets, one always gets its whole set and the other nothing', async () => {
  const project = new CliProject();
  await project.run('init');
  await plantGraph(project.root, CROSSING);
  const take = async (file: string, agent: string) => {
    const { out, err } = await runProcess([
      cortexFile,
      'lock',
      'acquire',
      file,
      '--agent',
      agent,
      '--with-blast',
      '--json',
      '--root',
      project.root,
    ]);
    expect(err).toBe('');
    return acquireOutput().parse(JSON.parse(out));
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    const answers = await Promise.all([take('src/a.ts', 'ann'), take('src/b.ts', 'bob')]);
    const winners = ['ann', 'bob'].filter((_, n) => answers[n]?.granted === true);
    expect(winners).toHaveLength(1);
    const [winner = ''] = winners;
    const [own, other] = winner === 'ann' ? ['src/a.ts', 'src/b.ts'] : ['src/b.ts', 'src/a.ts'];
    const locks = project.manifest.locks.map(({ path: file, agentId, type }) => `${agentId} ${type} ${file}`);
    expect(locks.sort()).toEqual([`${winner} exclusive ${own}`, `${winner} shared ${other}`, `${winner} shared src/user.ts`].sort());
    await project.run(`lock release --all --agent ${winner}`);
  }
});

test('paths are relative to the current folder, and the impact is that of the project', async () => {
  const project = new CliProject();
  await project.run('init');
  await plantGraph(project.root, CROSSING);
  const { out } = await runProcess(
    [cortexFile, 'lock', 'acquire', 'a.ts', '--agent', 'ann', '--with-blast', '--json'],
    path.join(project.root, 'src'),
  );
  const { locks } = acquireOutput().parse(JSON.parse(out));
  expect(locks.map((lock) => lock.path)).toEqual(['src/a.ts', 'src/b.ts', 'src/user.ts']);
});
