import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { CliProject } from '../../support/cortex-cli.ts';
import { temporaryFolder } from '../../support/folders.ts';

const COMMANDS = {
  swarm: 'lock acquire b.ts --agent ann',
  timeline: 'timeline add --agent ann --type fix --action A --reasoning r',
};

test.each(Object.entries(COMMANDS))('the log of the %s is not appended to through a hard link', async (log, command) => {
  const project = new CliProject();
  const other = path.join(temporaryFolder(), 'rc');
  fs.writeFileSync(other, 'alias ll=ls\n');
  const file = path.join(project.root, '.cortex/.local', log, '000001.jsonl');
  await project.run('init');
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.rmSync(file, { force: true });
  fs.linkSync(other, file);
  const { code, err } = await project.run(command);
  expect(code).toBe(1);
  expect(err).toContain('the log has another name (hard link)');
  expect(err).toContain(file);
  expect(fs.readFileSync(other, 'utf8')).toBe('alias ll=ls\n');
  fs.rmSync(other);
  expect(await project.run(command)).toMatchObject({ code: 0 });
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
