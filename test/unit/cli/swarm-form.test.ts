import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { CliProject } from '../../support/cortex-cli.ts';

let project: CliProject;
const file = (name = 'swarm.crtx') => path.join(project.root, '.cortex', name);
const read = () => JSON.parse(fs.readFileSync(file(), 'utf8'));
const write = (value: unknown, name?: string) => fs.writeFileSync(file(name), JSON.stringify(value, null, 2));
beforeEach(async () => {
  project = new CliProject();
  await project.run('init');
  await project.run(['swarm', 'create', '--task', 'Release', '--coordinator', 'queen']);
});

describe('the form of swarm.crtx', () => {
  /** Returns the file with additions of another program. */
  const foreign = () => {
    const { header, data } = read();
    const { id, ...others } = data;
    return { header, extra: { mine: 1 }, data: { id, custom: 'x', ...others } };
  };

  test('is kept from a file without a log, by a command that only reads', async () => {
    const { header, ...rest } = foreign();
    fs.rmSync(path.join(project.root, '.cortex', '.local'), { recursive: true });
    write({ header: { ...header, created: 1_795_981_000_000 }, ...rest });
    await project.run('swarm status');
    await project.run('swarm recruit ann --role coder');
    const now = read();
    expect([now.header.created, now.extra, Object.keys(now)]).toEqual([1_795_981_000_000, { mine: 1 }, ['header', 'extra', 'data']]);
    expect(Object.keys(now.data)).toEqual(Object.keys(rest.data));
    expect(now.data.agents).toMatchObject([{ id: 'ann' }]);
  });

  test('is kept when it is changed by hand, and after the log is read from a checkpoint', async () => {
    write(foreign());
    await project.run('swarm status');
    write({ ...read(), extra: { mine: 2 } });
    await project.run('swarm recruit ann --role coder');
    expect([read().extra, Object.keys(read().data).slice(0, 2)]).toEqual([{ mine: 2 }, ['id', 'custom']]);
    expect(fs.readdirSync(file('.')).filter((name) => name.includes('.corrupt-'))).toEqual([]);
  });
});

test('spending that is typed by hand is named with its line, and not adopted', async () => {
  const now = read();
  now.data.budget.spent.costUsd = 60;
  write(now);
  const { err } = await project.run('swarm status');
  expect(err).toMatch(/-entries:\d+:\d+: .*budget\.spent cannot be edited/);
  expect(read().data.budget.spent.costUsd).toBe(0);
});

test.each([
  ['agents', 7, 'it is the number of agents that have joined'],
  ['durationMs', 10 ** 12, 'it is the time that the swarm has been running'],
  ['durationMs', -5, 'it is the time that the swarm has been running'],
])('spent.%s typed as %d is named with its line, and not adopted', async (field, value, why) => {
  const now = read();
  const before = now.data.budget.spent[field];
  now.data.budget.spent[field] = value;
  write(now);
  const line =
    JSON.stringify(now, null, 2)
      .split('\n')
      .findIndex((each) => each.includes(`"${field}": ${value}`)) + 1;
  expect((await project.run('verify')).out).toContain(`swarm.crtx:${line}:`);
  const { err } = await project.run('swarm status');
  expect(err).toMatch(new RegExp(`-entries:${line}:\\d+: budget\\.spent\\.${field} cannot be edited: ${why}`));
  if (field === 'agents') expect(read().data.budget.spent.agents).toBe(before);
  else expect(Math.abs(read().data.budget.spent.durationMs)).toBeLessThan(10 ** 9);
});

test('the time that has passed, and the number of agents with new ones, may be written', async () => {
  await project.run('swarm recruit ann --role coder');
  const now = read();
  now.data.budget.spent.durationMs += 1;
  now.data.budget.spent.agents += 1;
  now.data.agents.push({ ...now.data.agents[0], id: 'new' });
  await new Promise((resolve) => setTimeout(resolve, 20));
  write(now);
  expect((await project.run('swarm status')).err).toBe('');
  expect(read().data.budget.spent.agents).toBe(now.data.budget.spent.agents);
});

test('each corrected part of a copy is adopted, while others in it are still wrong', async () => {
  const now = read();
  const [good, bad] = ['n1', 'n2'].map((id) => {
    return { id, description: id, status: 'pending', priority: 'x', estimatedTokens: 0, dependencies: [], children: [] };
  });
  now.data.decomposition.children.push(good, bad);
  write(now);
  const said = await project.run('swarm status');
  expect(said.err).toMatch(/priority/);
  const [copy = ''] = fs.readdirSync(file('.')).filter((name) => name.endsWith('-entries'));
  fs.writeFileSync(file(copy), fs.readFileSync(file(copy), 'utf8').replace('"priority": "x"', '"priority": 2'));
  const { err } = await project.run('swarm status');
  expect(read().data.decomposition.children.map(({ id }: { id: string }) => id)).toEqual(['n1']);
  expect(err).toMatch(/-entries:\d+:\d+: .*priority/);
  fs.writeFileSync(file(copy), fs.readFileSync(file(copy), 'utf8').replace('"priority": "x"', '"priority": 2'));
  expect((await project.run('swarm status')).err).not.toContain('-entries');
  expect(read().data.decomposition.children.map(({ id }: { id: string }) => id)).toEqual(['n1', 'n2']);
  expect(fs.readdirSync(file('.')).filter((name) => name.endsWith('-entries'))).toEqual([]);
});
