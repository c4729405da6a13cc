import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { CliProject } from '../../support/cortex-cli.ts';
import { temporaryFolder } from '../../support/folders.ts';

const COMMANDS = {
  swarm: 'lock acquire b.ts --agent ann',
  timeline: 'timeline add --agent ann --type fix --action A --reasoning r',
};

test.each(Object.entries(COMMANDS))('the log of the %s is not appended to through a hard link', async (log, command) => {
  const project = new CliProject();
  const other = path.join(temporaryFolder(), 'rc');
  const file = path.join(project.root, '.cortex/.local', log, '000001.jsonl');
  await project.run('init');
  await project.run(command.replace('b.ts', 'a.ts'));
  fs.linkSync(file, other);
  const before = fs.readFileSync(other, 'utf8');
  const { code, err } = await project.run(command);
  expect(code).toBe(1);
  expect(err).toContain('000001.jsonl: has another name (hard link)');
  expect(err).toContain(file);
  expect(fs.readFileSync(other, 'utf8')).toBe(before);
  fs.rmSync(other);
  expect(await project.run(command)).toMatchObject({ code: 0 });
});

describe.each(Object.entries(COMMANDS))('the log of the %s', (log, command) => {
  let project: CliProject;
  let file: string;
  beforeEach(async () => {
    project = new CliProject();
    file = path.join(project.root, '.cortex/.local', log, '000001.jsonl');
    await project.run('init');
    fs.mkdirSync(path.dirname(file), { recursive: true });
  });

  test.each([
    ['a shell file', 'export A=b\nalias ll=ls\n', 1],
    ['a text without a line end', '\n\nalias ll=ls', 3],
    ['a JSON file', '{"a": 1}\n', 1],
    ['a long line', 'x'.repeat(300_000), 1],
  ])('is not appended to %s', async (_what, text, line) => {
    fs.writeFileSync(file, text);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const { code, err } = await project.run(command);
      expect(code).toBe(3);
      expect(err).toContain(`${file}:${line}: this file is no log`);
    }
    expect(fs.readFileSync(file, 'utf8')).toBe(text);
    const { code, out } = await project.run('verify');
    expect([code, out]).toEqual([1, expect.stringContaining(`.cortex/.local/${log}/000001.jsonl:${line}: error: this file is no log`)]);
  });

  test.each([
    ['the start of a record', '\n{"c":"0123'],
    ['fewer bytes of one', '\n{"'],
    ['zeros', '\0'.repeat(5_000)],
    [
      'a record with a damaged start',
      'XXXX"XXXXXXXXXXXX{","n":150,"r":{"id":"rec_1","t":1,"op":"begin","version":1,"boot":"b","floor":9,"pinned":false}}\n',
    ],
    ['nothing', '\n\n'],
  ])('is appended to what a power loss or a killed process leaves: %s', async (_what, text) => {
    fs.writeFileSync(file, text);
    expect(await project.run(command)).toMatchObject({ code: 0 });
    expect(await project.run('verify')).toMatchObject({ code: 0 });
  });

  test('is refused if it is larger than cortex writes, at once', async () => {
    await project.run(command);
    fs.truncateSync(file, 20 * 2 ** 30);
    const began = performance.now();
    const again = await project.run(command.replace('b.ts', 'c.ts'));
    const verified = await project.run('verify');
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(again.code).toBe(3);
    expect(again.err).toContain(`${file}: the log is larger (20,480 MiB) than any that cortex writes (at most 256 MiB)`);
    expect([verified.code, verified.out]).toEqual([
      1,
      expect.stringContaining(`.cortex/.local/${log}/000001.jsonl: error: the log is larger`),
    ]);
  });

  test('with 200 MiB of zeros at its end is read in little time', async () => {
    await project.run(command);
    fs.truncateSync(file, 200 * 2 ** 20);
    const began = performance.now();
    expect(await project.run(command.replace('b.ts', 'c.ts'))).toMatchObject({ code: 0 });
    expect(await project.run('verify')).toMatchObject({ code: 0 });
    expect(performance.now() - began).toBeLessThan(120_000);
  });
});

test('a link with the name of the socket folder only means that no socket is used', async () => {
  const project = new CliProject();
  await project.run('init');
  await project.run('lock acquire a.ts --agent ann');
  const folder = temporaryFolder();
  fs.symlinkSync(folder, path.join(project.root, '.cortex/.local/swarm', `answers-${process.getuid?.() ?? 0}`));
  expect(await project.run('lock list')).toMatchObject({ code: 0, out: expect.stringContaining('a.ts') });
  expect(await project.run('lock acquire b.ts --agent bob')).toMatchObject({ code: 0 });
  expect(fs.readdirSync(folder)).toEqual([]);
});

test.each(['.cortex/.local/graph', '.cortex/.local'])('the caches of the graph are not written through a link at %s', async (name) => {
  const project = new CliProject();
  await project.run('init');
  project.write('src/a.ts', 'export const a = 1;\n');
  project.write('mine/graph/facts.jsonl', 'mine\n');
  fs.rmSync(path.join(project.root, name), { recursive: true, force: true });
  fs.mkdirSync(path.dirname(path.join(project.root, name)), { recursive: true });
  fs.symlinkSync(path.join(project.root, name.endsWith('graph') ? 'mine/graph' : 'mine'), path.join(project.root, name));
  expect((await project.run('graph build')).err).toContain('symbolic link');
  expect(fs.readFileSync(path.join(project.root, 'mine/graph/facts.jsonl'), 'utf8')).toBe('mine\n');
  expect(fs.readdirSync(path.join(project.root, 'mine/graph'))).toEqual(['facts.jsonl']);
});
