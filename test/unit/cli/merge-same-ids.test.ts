import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CliProject } from '../../support/cortex-cli.ts';
import { folderWithCortex } from '../../support/program-on-path.ts';

const WHO = ['-c', 'user.name=test', '-c', 'user.email=test@localhost', '-c', 'init.defaultBranch=main'];
const ID = '2026-11-28T10:00';
const QUEUE = 'team/projects/web.md';
const PLAN = '.cstack/PLAN.md';

let bin: string;
let project: CliProject;

beforeAll(async () => {
  bin = await folderWithCortex();
});

afterAll(() => fs.rmSync(bin, { recursive: true, force: true }));

beforeEach(async () => {
  project = new CliProject();
  git('init', '--quiet');
  for (const words of ['init', 'install git --write']) expect(await project.run(words)).toMatchObject({ code: 0 });
});

const withProgram = () => ({ ...process.env, PATH: `${bin}:${process.env.PATH ?? ''}` });
const git = (...args: string[]) =>
  execFileSync('git', [...WHO, ...args], { cwd: project.root, encoding: 'utf8', stdio: 'pipe', env: withProgram() });
const read = (file: string) => fs.readFileSync(path.join(project.root, file), 'utf8');

/** Merges two branches that both changed a file. @returns what git said */
function mergeBranches(file: string, { base, ours, theirs }: Record<'base' | 'ours' | 'theirs', string>): string {
  const commit = (text: string) => {
    project.write(file, text);
    git('add', '--all');
    git('commit', '--quiet', '--message', 'a');
  };
  commit(base);
  git('checkout', '--quiet', '-b', 'other');
  commit(theirs);
  git('checkout', '--quiet', 'main');
  commit(ours);
  const { stdout, stderr } = spawnSync('git', [...WHO, 'merge', 'other'], { cwd: project.root, encoding: 'utf8', env: withProgram() });
  return stdout + stderr;
}

const task = (heading: string, title: string, agent?: string) =>
  `\n### ${heading}\n**Task:** ${title}\n**Status:** ${agent === undefined ? 'ready' : `in-progress\n**Agent:** ${agent}`}\n`;
const queue = (...tasks: readonly string[]) => `---\ntype: project\n---\n\n## Work Queue\n${tasks.join('')}`;
const headings = () => read(QUEUE).match(/^### .*$/gm);
const withAttributes = () => project.write('.gitattributes', `${read('.gitattributes')}\nteam/projects/*.md merge=cortex\n`);
const LOGIN = '2026-11-27T09:00';
const twoClaims = {
  base: queue(task(LOGIN, 'Login page')),
  ours: queue(task(LOGIN, 'Login page', 'ann'), task(ID, 'More ann')),
  theirs: queue(task(LOGIN, 'Login page', 'bob'), task(ID, 'More bob')),
};
const RENAMED = `The id of the task "More bob" is now ${ID}:01, because another task has ${ID}.`;

describe('two tasks of a queue that two branches gave one id, beside another conflict', () => {
  test('get different ids by the merge driver', () => {
    withAttributes();
    expect(mergeBranches(QUEUE, twoClaims)).toContain(RENAMED);
    expect(headings()).toEqual([`### ${LOGIN}`, `### ${ID}`, `### ${ID}:01`]);
    expect(read(QUEUE)).toMatch(/^<{7} ours\n\*\*Agent:\*\* ann\n={7}\n\*\*Agent:\*\* bob\n>{7} theirs$/m);
  });

  test.each([`team settle ${QUEUE}`, 'settle'])(
    'get different ids by "cortex %s" if the text has both of them outside of the conflict',
    async (command) => {
      mergeBranches(QUEUE, twoClaims);
      const conflict = '**Status:** in-progress\n<<<<<<< ours\n**Agent:** ann\n=======\n**Agent:** bob\n>>>>>>> theirs\n';
      project.write(QUEUE, queue(`\n### ${LOGIN}\n**Task:** Login page\n${conflict}`, task(ID, 'More ann'), task(ID, 'More bob')));
      expect((await project.run(command)).err).toContain(RENAMED);
      expect(headings()).toEqual([`### ${LOGIN}`, `### ${ID}`, `### ${ID}:01`]);
    },
  );

  test('are named by the doctor of the team, unless both are done', async () => {
    project.write(QUEUE, queue(task(ID, 'More ann'), task(ID, 'More bob')));
    const { out } = await project.run('team doctor --team team');
    expect(out).toContain(`projects/web.md:11: More bob: its id is ${ID}#2, because the task in line 7 has the same heading.`);
    project.write(QUEUE, read(QUEUE).replaceAll('ready', 'done'));
    expect((await project.run('team doctor --team team')).out).not.toContain('same heading');
  });
});

describe('a task that one branch moved and another claimed is one task', () => {
  const MOVED = '2026-11-27T09:02';
  const others = [task(LOGIN, 'Login page'), task('2026-11-27T09:01', 'Second')];
  const claimedBy = (agent: string) => task(MOVED, 'Third', agent);
  const base = queue(...others, task(MOVED, 'Third'));
  const onTop = (text: string) => queue(text, ...others);
  const below = (text: string) => queue(...others, text);
  const both = `${claimedBy('ann')}**Agent:** bob\n`;

  test.each([
    ['ours moved it, both claimed it', { base, ours: onTop(claimedBy('ann')), theirs: below(claimedBy('bob')) }, both],
    ['theirs moved it, both claimed it', { base, ours: below(claimedBy('ann')), theirs: onTop(claimedBy('bob')) }, both],
    ['theirs only moved it', { base, ours: below(claimedBy('ann')), theirs: onTop(task(MOVED, 'Third')) }, claimedBy('ann')],
    ['ours only moved it', { base, ours: onTop(task(MOVED, 'Third')), theirs: below(claimedBy('bob')) }, claimedBy('bob')],
  ])('by "cortex team settle" and "cortex settle": %s', async (_, texts, moved) => {
    mergeBranches(QUEUE, texts);
    const marked = read(QUEUE);
    for (const command of [`team settle ${QUEUE}`, 'settle']) {
      project.write(QUEUE, marked);
      const { err } = await project.run(command);
      expect(err).not.toContain('The id of');
      expect(read(QUEUE)).toBe(onTop(moved));
    }
  });

  test('by the merge driver, also if both moved it', async () => {
    withAttributes();
    const said = mergeBranches(QUEUE, {
      base: queue(...others, task(MOVED, 'Third'), task('2026-11-27T09:03', 'Fourth'), task('2026-11-27T09:04', 'Fifth')),
      ours: queue(claimedBy('ann'), ...others, task('2026-11-27T09:03', 'Fourth'), task('2026-11-27T09:04', 'Fifth')),
      theirs: queue(...others, task('2026-11-27T09:03', 'Fourth'), task('2026-11-27T09:04', 'Fifth'), claimedBy('bob')),
    });
    expect(said).not.toContain('The id of');
    expect(headings()).toEqual([MOVED, LOGIN, '2026-11-27T09:01', '2026-11-27T09:03', '2026-11-27T09:04'].map((id) => `### ${id}`));
    expect(read(QUEUE)).toContain(both);
  });
});

test('the driver gives them different ids if git alone can merge the lines', () => {
  withAttributes();
  const [first, second] = [task('2026-11-27T09:00', 'First'), task('2026-11-27T09:01', 'Second')];
  const texts = {
    base: queue(first, second),
    ours: queue(task(ID, 'More ann'), first, second),
    theirs: queue(first, second, task(ID, 'More bob')),
  };
  expect(mergeBranches(QUEUE, texts)).toContain(RENAMED);
  expect(headings()).toContain(`### ${ID}:01`);
});

test('tasks of a plan with one id are named by the driver and by settle, beside another conflict', async () => {
  const plan = (...tasks: readonly string[]) => `# Plan\n\n## Tasks\n${tasks.map((each) => `- ${each}\n`).join('')}\n## Later\n`;
  const texts = {
    base: plan('[ ] one', '[ ] two', '[ ] three', '[ ] four'),
    ours: plan('[x] one', '[ ] two', '[ ] Ann (id: t9)', '[ ] three', '[ ] four'),
    theirs: `${plan('[!] one', '[ ] two', '[ ] three', '[ ] four')}- [ ] Bob (id: t9)\n`,
  };
  expect(mergeBranches(PLAN, texts)).toContain('The id t9 is now in line');
  expect((await project.run('settle')).err).toContain('The id t9 is now in line');
});
