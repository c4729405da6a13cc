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
  // The home of the person who runs the tests must not affect them.
  for (const name of ['HOME', 'USERPROFILE']) vi.stubEnv(name, temporaryFolder());
  project = new CliProject();
  git(project, 'init', '--quiet');
  await succeed(project, 'init', entry('base'));
});

describe('two clones that resolved one entry differently', () => {
  /** Two clones, each in the middle of a merge with the other, and the id of the entry. */
  async function diverged(ofOurs: readonly string[], ofTheirs: readonly string[]) {
    const id: string = dataOf(project)[0].id;
    commit(project, 'base');
    const clones = [new CliProject(), new CliProject()] as const;
    for (const [index, clone] of clones.entries()) {
      git(project, 'clone', '--quiet', project.root, clone.root);
      await succeed(clone, ['timeline', 'resolve', id, ...(index === 0 ? ofOurs : ofTheirs)]);
      commit(clone, 'ended');
    }
    for (const [index, clone] of clones.entries()) {
      git(clone, 'fetch', '--quiet', clones[1 - index]?.root ?? '', 'main:there');
      expect(() => git(clone, 'merge', 'there')).toThrow();
    }
    return { clones, id };
  }

  test('agree on one outcome, keep the other in the same entry, and report it', async () => {
    const { clones, id } = await diverged(['--outcome', 'success', '--detail', 'here'], ['--outcome', 'failure', '--detail', 'there']);
    for (const clone of clones) {
      const { code, err } = await clone.run('timeline merge');
      expect(code).toBe(0);
      expect(err).toMatch(
        /Merge with two different outcomes of "[^"]+"\. The outcome is "failure: there" or "success: here"\. Until you choose, "failure: there" counts\./,
      );
    }
    const [here, there] = clones.map((clone) => dataOf(clone));
    const timeless = (entries: { timestamp: number }[]) => entries.map(({ timestamp: _timestamp, ...entry }) => entry);
    expect(timeless(here)).toEqual(timeless(there));
    expect(here).toMatchObject([
      { id, outcome: 'failure', outcomeDetail: 'there' },
      {
        type: 'conflict',
        refs: [id],
        context: { state: { endings: [{ outcome: 'failure' }, { outcome: 'success', outcomeDetail: 'here' }] } },
      },
    ]);
    for (const clone of clones) expect(timeless(await clone.timeline())).toEqual(timeless(here));
  });

  test('record the conflict at the time of the merge, and agree on the later record when they merge again', async () => {
    const { clones, id } = await diverged(['--outcome', 'success'], ['--outcome', 'failure']);
    const [here, there] = clones;
    for (const clone of clones) {
      await succeed(clone, 'timeline merge');
      expect(dataOf(clone)).toMatchObject([{ id }, { type: 'conflict' }]);
      expect((await clone.timeline()).at(-1)).toMatchObject({ type: 'conflict' });
      commit(clone, 'merged');
    }
    const [first, second] = clones.map((clone) => dataOf(clone)[1].timestamp);
    git(here, 'fetch', '--quiet', there.root, 'main:again');
    expect(() => git(here, 'merge', 'again')).toThrow();
    await succeed(here, 'timeline merge');
    expect(dataOf(here)[1]).toMatchObject({
      type: 'conflict',
      timestamp: second,
      context: { state: { otherVersions: [{ timestamp: first }] } },
    });
  });

  test('have no conflict if one side left the entry pending', async () => {
    const { clones, id } = await diverged(['--outcome', 'success'], ['--outcome', 'pending', '--detail', 'not yet']);
    for (const clone of clones) {
      expect(await clone.run('timeline merge')).toMatchObject({ code: 0, err: '' });
      expect(dataOf(clone)).toMatchObject([{ id, outcome: 'success' }]);
      expect(await clone.timeline()).toHaveLength(1);
    }
  });

  test('keep outcomes that were recorded during or after the merge', async () => {
    const { clones, id } = await diverged(['--outcome', 'success'], ['--outcome', 'failure']);
    const [here, there] = clones;
    await succeed(here, 'timeline merge', `timeline resolve ${id} --outcome success`, 'timeline merge');
    expect(dataOf(here)).toMatchObject([{ id, outcome: 'success' }, { type: 'conflict' }]);
    await succeed(there, `timeline resolve ${id} --outcome abandoned`, 'timeline merge');
    expect(dataOf(there)).toMatchObject([{ id, outcome: 'abandoned' }, { type: 'conflict' }]);
  });
});

/** Creates a branch `other` that git cannot merge into `main`. */
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

describe('an unreadable side', () => {
  const trace = 'reasoning/broken.crtx';

  test.each([
    { side: 'theirs', name: 'git\'s other side of the conflict ("--theirs")', take: '--ours' },
    { side: 'ours', name: 'git\'s own side of the conflict ("--ours")', take: '--theirs' },
  ])('excludes only its file from the merge ($side), with a step that resolves it', async ({ side: broken, name, take }) => {
    await succeed(project, step('broken', 'base'), step('whole', 'base'));
    await makeConflict(async (side) => {
      await succeed(project, entry(side), step('broken', side), step('whole', side));
      if (side === broken) fs.writeFileSync(fileIn(project, trace), '{"broken\n');
    });
    const conflicted = textOf(project, trace);
    const { code, out } = await project.run('timeline merge');
    expect(code).toBe(1);
    expect(out).toContain(`${fileIn(project, trace)}: ${name} cannot be read at line 1, column 9: is not JSON`);
    expect(out).toContain(`run "git checkout ${take}" with its path. Then run "git add"`);
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

describe('text that was typed between the markers', () => {
  const aside = () => fs.readdirSync(fileIn(project, '.')).filter((name) => name.includes('.corrupt-'));
  beforeEach(() => makeConflict((side) => succeed(project, entry(side))));

  test('is kept in a copy, which is named', async () => {
    const typed = textOf(project).replace('"data": [', '"data": [\n    {"id": "tle_by_hand"},');
    fs.writeFileSync(fileIn(project), typed);
    const { code, err } = await project.run('timeline merge');
    const [name = ''] = aside();
    expect(code).toBe(0);
    expect(err).toContain(`${fileIn(project)}: the text between the conflict markers`);
    expect(err).toContain(`a copy of the old file is in ${name}.`);
    expect(textOf(project, name)).toBe(typed);
    expect((await project.run('verify')).out).toContain(`${name}: warning: copy of timeline.crtx from before the repair`);
    expect(dataOf(project)).toHaveLength(3);
    await succeed(project, 'timeline merge');
    expect(aside()).toEqual([name]);
  });

  test('is not assumed if the file is as git wrote it, with any line endings', async () => {
    fs.writeFileSync(fileIn(project), textOf(project).replaceAll('\n', '\r\n'));
    expect(await project.run('timeline merge')).toMatchObject({ code: 0, err: '' });
    expect(aside()).toEqual([]);
  });

  test('cannot be detected without AUTO_MERGE, so the whole file is kept', async () => {
    fs.rmSync(path.join(project.root, '.git/AUTO_MERGE'));
    const conflicted = textOf(project);
    await succeed(project, 'timeline merge');
    expect(aside().map((name) => textOf(project, name))).toEqual([conflicted]);
  });
});
