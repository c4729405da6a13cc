import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/folders.ts';
import { project, useProject } from '../../support/swarm-project.ts';

useProject();

const task = (n: number, more = '') => `---\nid: task-${n}\ntitle: Title ${n}\n${more}---\n`;
const link = (target: string, name: string) => fs.symlinkSync(target, path.join(project.root, name));

/** Creates a file outside of the project. */
function outside(name: string, text: string): string {
  const folder = temporaryFolder();
  fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  fs.writeFileSync(path.join(folder, name), text);
  return folder;
}

test('a link out of a folder of Backlog.md is not followed, and is named', async () => {
  project.write('backlog/tasks/task-1.md', task(1));
  project.write('backlog/archive/keep', '');
  const elsewhere = outside('secret.md', task(7));
  link(path.join(elsewhere, 'secret.md'), 'backlog/tasks/task-7.md');
  link(path.join(elsewhere, 'gone.md'), 'backlog/tasks/task-8.md');
  link(elsewhere, 'backlog/completed');
  link(elsewhere, 'backlog/archive/tasks');
  const { code, out, err } = await project.run('import backlog');
  expect(code).toBe(0);
  expect(out).toContain('# 1 open task of');
  expect(out).not.toMatch(/left out|Title 7/);
  for (const name of ['tasks/task-7.md', 'tasks/task-8.md', 'completed', 'archive/tasks'])
    expect(err).toContain(`${path.join(project.root, 'backlog', name)}: is a link that leads out of`);
});

test('a link inside of the folder is followed', async () => {
  project.write('backlog/tasks/task-1.md', task(1));
  project.write('backlog/tasks/old/2.md', task(2));
  link('old/2.md', 'backlog/tasks/task-2.md');
  expect((await project.run('import backlog')).out).toContain('# 2 open tasks of');
});

test.each([
  ['backlog', 'backlog', 'tasks/task-1.md', task(1), 'backlog/tasks'],
  ['taskmaster', '.taskmaster', 'tasks/tasks.json', '{"tasks":[{"id":1,"title":"A"}]}', '.taskmaster/tasks/tasks.json'],
  ['spec-kit', 'tasks.md', 'tasks.md', '- [ ] T001 A\n', 'tasks.md'],
])('tasks of %s behind a link out of the folder are imported only if they are named', async (format, name, file, text, place) => {
  const elsewhere = outside(file, text);
  link(name === file ? path.join(elsewhere, file) : elsewhere, name);
  const { code, err } = await project.run(['import', format]);
  expect(code).not.toBe(0);
  const found = path.join(project.root, place);
  expect(err).toContain(`${found}: is a link that leads out of ${project.root}`);
  expect(err).toContain(`cortex import ${format} ${found}`);
  expect((await project.run(['import', format, found])).code).toBe(0);
});

test('ten warnings are printed, and all are in the answer as JSON', async () => {
  for (let n = 1; n <= 30; n += 1) project.write(`backlog/tasks/task-${n}.md`, task(n, `dependencies: [gone-${n}]\n`));
  const { err } = await project.run('import backlog');
  expect(err.match(/^warning: /gm)).toHaveLength(11);
  expect(err).toContain('and 20 more like these: --json lists all');
  const { notes } = Object(await project.json('import backlog'));
  expect(notes).toHaveLength(30);
});
