import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { CliProject } from '../../../support/cortex-cli.ts';

let project: CliProject;
let other: CliProject;
beforeEach(async () => {
  project = new CliProject();
  other = new CliProject();
  for (const each of [project, other]) await each.run('init');
  await other.run('reasoning add t1 --agent zoe --action theirs --reasoning b');
});

const traces = (of: CliProject) => path.join(of.root, '.cortex/reasoning');

function link(target: string): void {
  fs.rmSync(traces(project), { recursive: true });
  fs.symlinkSync(target, traces(project));
}

/** A repository may contain a link to the traces of another project. */
describe('a link in place of the traces folder', () => {
  test.each([
    ['add', 'reasoning add t1 --agent ann --action ours --reasoning b'],
    ['show', 'reasoning show t1'],
    ['init', 'init'],
  ])('is refused with its name by %s: nothing is read or written through it', async (_, command) => {
    link(path.relative(path.dirname(traces(project)), traces(other)));
    const before = fs.readFileSync(path.join(traces(other), 't1.crtx'), 'utf8');
    const run = await project.run(command);
    expect(run).toMatchObject({ code: 1, out: '' });
    expect(run.err).toMatch(/\.cortex\/reasoning: the path leads out of .* symbolic link.*Remove the link/);
    expect(fs.readFileSync(path.join(traces(other), 't1.crtx'), 'utf8')).toBe(before);
    expect(fs.readdirSync(traces(other))).toEqual(['t1.crtx']);
  });

  test('is also rejected if it leads to another folder of the project', async () => {
    fs.mkdirSync(path.join(project.root, 'sub'));
    link('../sub');
    expect(await project.run('reasoning add t1 --agent ann --action ours --reasoning b')).toMatchObject({ code: 1 });
    expect(fs.readdirSync(path.join(project.root, 'sub'))).toEqual([]);
  });

  test('is a need, and verify names the same next step', async () => {
    link(traces(other));
    expect((await project.run('needs-you')).out).toMatch(/\.cortex\/reasoning.*leads out of .*Remove the link/s);
    expect((await project.run('verify')).out).toMatch(/\.cortex\/reasoning: error: .*Remove the link/);
  });
});
