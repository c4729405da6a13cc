import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { CliProject } from '../../support/cortex-cli.ts';
import { temporaryFolder } from '../../support/folders.ts';

const WHO = ['-c', 'user.name=test', '-c', 'user.email=test@localhost', '-c', 'init.defaultBranch=main'];

const git = (project: CliProject, ...args: string[]) => execFileSync('git', [...WHO, ...args], { cwd: project.root, stdio: 'ignore' });
const fileIn = (project: CliProject, name = 'timeline.crtx') => path.join(project.root, '.cortex', name);
const textOf = (project: CliProject, name?: string): string => fs.readFileSync(fileIn(project, name), 'utf8');
const dataOf = (project: CliProject, name?: string) => JSON.parse(textOf(project, name)).data;
const entry = (action: string) => `timeline add --agent ann --type fix --action ${action} --reasoning r`;
const step = (task: string, action: string) => `reasoning add ${task} --agent ann --action ${action} --reasoning r`;

function commit(project: CliProject, message: string): void {
  git(project, 'add', '--all');
  git(project, 'commit', '--quiet', '--message', message);
}

async function succeed(project: CliProject, ...commands: readonly (string | readonly string[])[]): Promise<void> {
  for (const words of commands) expect(await project.run(words), String(words)).toMatchObject({ code: 0 });
}

let project: CliProject;

beforeEach(async () => {
  // What waits at the home of whoever runs the tests is nothing to them.
  for (const name of ['HOME', 'USERPROFILE']) vi.stubEnv(name, temporaryFolder());
  project = new CliProject();
  git(project, 'init', '--quiet');
  await succeed(project, 'init', entry('base'));
});

/** A branch `other` and `main`, which git cannot unite. */
async function makeConflict(change: (side: 'theirs' | 'ours') => Promise<void>): Promise<void> {
  commit(project, 'base');
  for (const side of ['theirs', 'ours'] as const) {
    git(project, 'checkout', '--quiet', ...(side === 'theirs' ? ['-b', 'other'] : ['main']));
    fs.rmSync(fileIn(project, '.local'), { recursive: true });
    await change(side);
    commit(project, side);
  }
  expect(() => git(project, 'merge', 'other')).toThrow();
}

describe('a side that cannot be read', () => {
  const trace = 'reasoning/broken.crtx';

  test.each([
    { side: 'theirs', name: 'git\'s other side of the conflict ("--theirs")', take: '--ours' },
    { side: 'ours', name: 'git\'s own side of the conflict ("--ours")', take: '--theirs' },
  ])('leaves only its file ($side), with a step that settles it', async ({ side: broken, name, take }) => {
    await succeed(project, step('broken', 'base'), step('whole', 'base'));
    await makeConflict(async (side) => {
      await succeed(project, entry(side), step('broken', side), step('whole', side));
      if (side === broken) fs.writeFileSync(fileIn(project, trace), '{"broken\n');
    });
    const conflicted = textOf(project, trace);
    const { code, out } = await project.run('timeline merge');
    expect(code).toBe(1);
    expect(out).toContain(`${fileIn(project, trace)}: ${name} cannot be read at its line 1, column 9: is not JSON`);
    expect(out).toContain(`type "git checkout ${take}" and its path; then "git add" it, and run this again`);
    expect(textOf(project, trace)).toBe(conflicted);
    expect(dataOf(project).map(({ action }: { action: string }) => action)).toEqual(['base', 'theirs', 'ours']);
    expect(dataOf(project, 'reasoning/whole.crtx')).toHaveLength(3);
    expect(await project.json('timeline merge')).toMatchObject({
      files: [{ file: fileIn(project, 'reasoning/whole.crtx') }, { file: fileIn(project) }],
      left: [{ file: fileIn(project, trace) }],
    });

    git(project, 'checkout', take, fileIn(project, trace));
    git(project, 'add', fileIn(project, trace));
    expect(await project.run('timeline merge')).toMatchObject({ code: 0 });
    commit(project, 'merged');
    expect(await project.json('verify')).toMatchObject({ errors: 0 });
  });
});
