import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { CliProject } from '../../support/cortex-cli.ts';

let project: CliProject;
const log = () => path.join(project.root, '.cortex/.local/swarm/000001.jsonl');
const lines = () => fs.readFileSync(log(), 'utf8').split('\n');
const fenceOf = async (agent: string): Promise<number> => {
  const { locks } = Object(await project.json('lock list'));
  return locks.find((lock: { agentId: string }) => lock.agentId === agent)?.fence;
};

beforeEach(async () => {
  project = new CliProject();
  await project.run('init');
  await project.run('swarm create --task T --coordinator queen');
  await project.run('swarm recruit ann --role r');
  await project.run('lock acquire a.ts --agent bob --ttl 1h');
});

describe('the fence of a held lock stays', () => {
  test.each([
    ['the first record', (all: readonly string[]) => all.findIndex((line) => line.includes('"op":"begin"'))],
    ['a later record', (all: readonly string[]) => all.findIndex((line) => line.includes('"op":"swarm.recruit"'))],
  ])('when the line of %s is damaged', async (_, indexIn) => {
    const before = await fenceOf('bob');
    const all = lines();
    const index = indexIn(all);
    expect(index).toBeGreaterThan(0);
    fs.writeFileSync(log(), all.with(index, all[index]?.replace('"id"', '"iX"') ?? '').join('\n'));
    expect(await fenceOf('bob')).toBe(before);
    await project.run('lock acquire b.ts --agent eve --ttl 1h');
    expect([await fenceOf('bob'), (await fenceOf('eve')) > before]).toEqual([before, true]);
  });

  test('when part of a record was appended', async () => {
    fs.appendFileSync(log(), '\n{"c":"0123456789abcdef","n":99,"r":{"id":"rec_');
    await project.run('lock acquire b.ts --agent eve --ttl 1h');
    const before = [await fenceOf('bob'), await fenceOf('eve')];
    await project.run('lock acquire c.ts --agent kim --ttl 1h');
    expect([await fenceOf('bob'), await fenceOf('eve')]).toEqual(before);
    expect(await fenceOf('kim')).toBeGreaterThan(before[1] ?? 0);
  });
});
