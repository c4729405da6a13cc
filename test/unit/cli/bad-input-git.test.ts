import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { cortexProgram } from '../../../src/cli/cortex-program.ts';
import type { SwarmManifest, TimelineEntry } from '../../../src/engine/crtx/index.ts';
import { cortexFile, type Run, runProcess, runProgramHere } from '../../support/cortex-cli.ts';
import { temporaryFolder } from '../../support/folders.ts';

const WHO = ['-c', 'user.name=test', '-c', 'user.email=test@localhost', '-c', 'init.defaultBranch=main'];
const TASKS = ['a', 'b', 'c', 'd', 'e', 'f'];
const PLAN = `decomposition: {id: root, description: Release, children: [${TASKS.map((id) => `{id: ${id}, description: Do}`).join(', ')}]}`;

/** Contains all clones and worktrees of a test. */
let home: string;
let main: string;
const at = (name: string) => path.join(home, name);
const git = (folder: string, ...args: string[]) => execFileSync('git', [...WHO, ...args], { cwd: folder, stdio: 'pipe' }).toString();
/** Runs the program in a separate process: for contention, and in a linked worktree, which `--root` would make a project. */
const inProcess = (folder: string, words: string): Promise<Run> => runProcess([cortexFile, ...words.split(' ')], folder);

function cortex(folder: string, words: string): Promise<Run> {
  const isWorktree = fs.lstatSync(path.join(folder, '.git')).isFile();
  return isWorktree ? inProcess(folder, words) : runProgramHere(cortexProgram, [...words.split(' '), '--root', folder]);
}

async function succeed(folder: string, ...commands: readonly string[]): Promise<void> {
  for (const words of commands) expect(await cortex(folder, words), words).toMatchObject({ code: 0 });
}
async function json(folder: string, words: string): Promise<ReturnType<typeof Object>> {
  return Object(JSON.parse((await cortex(folder, `${words} --json`)).out));
}
const actions = async (folder: string): Promise<string[]> =>
  (await json(folder, 'timeline list --limit 1000')).entries
    .filter(({ type }: TimelineEntry) => type === 'fix')
    .map(({ action }: TimelineEntry) => action)
    .sort();
const add = (action: string) => `timeline add --agent ann --type fix --action ${action} --reasoning r`;
const done = (swarm: SwarmManifest) => swarm.decomposition.children.filter(({ status }) => status === 'done').map(({ id }) => id);

function commit(folder: string, message: string): void {
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message', message);
}

beforeEach(async () => {
  home = temporaryFolder();
  main = at('main');
  fs.mkdirSync(main);
  git(main, 'init', '--quiet');
  fs.writeFileSync(path.join(main, 'plan.yaml'), PLAN);
  await succeed(main, 'init', `swarm create --task T --coordinator queen --file ${path.join(main, 'plan.yaml')}`);
  await succeed(main, 'swarm recruit ann --role coder', 'swarm recruit bob --role coder', add('base'));
  commit(main, 'base');
});

describe('two linked worktrees', () => {
  beforeEach(() => {
    for (const name of ['left', 'right']) git(main, 'worktree', 'add', '--quiet', '--detach', at(name));
  });

  /** Claims and completes tasks until none is left. Returns their ids. */
  async function workOff(folder: string, agent: string): Promise<string[]> {
    const tasks: string[] = [];
    for (;;) {
      const { task } = await json(folder, `swarm claim --agent ${agent}`);
      if (task === null) return tasks;
      await succeed(folder, `swarm complete ${task.id} --agent ${agent}`);
      tasks.push(task.id);
    }
  }

  test('share one swarm: each task is assigned once while both claim', async () => {
    const [left, right] = await Promise.all([workOff(at('left'), 'ann'), workOff(at('right'), 'bob')]);
    expect([...left, ...right].sort()).toEqual(TASKS);
    for (const folder of [main, at('left'), at('right')]) expect(done((await json(folder, 'swarm status')).swarm)).toEqual(TASKS);
    for (const name of ['left', 'right']) expect(fs.existsSync(path.join(at(name), '.cortex/.local'))).toBe(false);
  });

  test('share one set of locks, with paths relative to each worktree', async () => {
    const ask = (name: string, agent: string) => inProcess(at(name), `lock acquire src/x.ts --agent ${agent} --ttl 5m`);
    const asked = await Promise.all([ask('left', 'ann'), ask('right', 'bob')]);
    expect(asked.map(({ code }) => code).sort()).toEqual([0, 1]);
  });

  test('share one set of locks for a project in a subfolder of the repository', async () => {
    const folder = path.join(main, 'app');
    fs.mkdirSync(folder);
    fs.writeFileSync(path.join(folder, 'a.ts'), '');
    expect((await inProcess(folder, 'init')).code).toBe(0);
    commit(main, 'app');
    git(at('left'), 'merge', '--quiet', 'main');
    const ask = (place: string, agent: string) => inProcess(place, `lock acquire a.ts --agent ${agent} --ttl 5m`);
    expect([(await ask(path.join(at('left'), 'app'), 'ann')).code, (await ask(folder, 'bob')).code]).toEqual([0, 1]);
    expect(fs.existsSync(path.join(at('left'), 'app/.cortex/.local'))).toBe(false);
  });

  test('keep the swarm when one of them is removed during the work', async () => {
    const { task } = await json(at('left'), 'swarm claim --agent ann');
    git(main, 'worktree', 'remove', '--force', at('left'));
    await succeed(at('right'), `swarm complete ${task.id} --agent ann`);
    expect(done((await json(main, 'swarm status')).swarm)).toEqual([task.id]);
  });
});

/** Git ignores the swarm file by default. The other case is a file that was added with --force. */
describe.each([
  ['is ignored by git', false],
  ['is committed', true],
])('a running swarm whose file %s', (_, committed) => {
  beforeEach(() => {
    if (committed) git(main, 'add', '--force', '.cortex/swarm.crtx');
    if (committed) git(main, 'commit', '--quiet', '--message', 'swarm');
    git(main, 'branch', 'other');
  });

  /** Expects the swarm to be unchanged, whatever git wrote to the folder. */
  async function expectKept(): Promise<void> {
    const { swarm } = await json(main, 'swarm status');
    expect(done(swarm)).toEqual(['a']);
    expect(swarm.locks).toMatchObject([{ path: 'src/', agentId: 'ann' }]);
    expect(await json(main, 'swarm claim --agent bob')).toMatchObject({ task: { id: 'c' } });
    expect((await cortex(main, 'lock acquire src/x.ts --agent bob')).code).toBe(1);
    expect(await json(main, 'verify')).toMatchObject({ errors: 0 });
    expect((await json(main, 'timeline list --limit 1000')).entries.filter(({ type }: TimelineEntry) => type === 'conflict')).toEqual([]);
  }

  async function work(): Promise<void> {
    await succeed(main, 'swarm claim --agent ann', 'swarm complete a --agent ann', 'swarm claim --agent ann', add('meanwhile'));
    await succeed(main, 'lock acquire src/ --agent ann --ttl 10m');
  }

  test('survives switching to a branch without the work, and back', async () => {
    await work();
    commit(main, 'work');
    git(main, 'checkout', '--quiet', 'other');
    expect(await actions(main)).toEqual(['base', 'meanwhile']);
    expect(git(main, 'status', '--porcelain'), 'reading changes no file').toBe('');
    await expectKept();
    git(main, 'checkout', '--quiet', '--force', 'main');
    expect(await actions(main)).toEqual(['base', 'meanwhile']);
    expect(done((await json(main, 'swarm status')).swarm)).toEqual(['a']);
  });

  test('survives a stash, and popping the stash adds no entry twice', async () => {
    await work();
    git(main, 'stash', '--quiet');
    expect(await actions(main)).toEqual(['base', 'meanwhile']);
    expect(git(main, 'status', '--porcelain')).toBe('');
    git(main, 'stash', 'pop', '--quiet');
    expect(await actions(main)).toEqual(['base', 'meanwhile']);
    await expectKept();
  });

  test('accepts pulled entries while an agent waits for a lock', async () => {
    git(home, 'clone', '--quiet', main, at('clone'));
    await succeed(at('clone'), add('theirs'));
    commit(at('clone'), 'theirs');
    await work();
    const waiter = inProcess(main, 'lock acquire src/x.ts --agent bob --wait 60s --ttl 10m --json');
    await expect.poll(async () => (await json(main, 'lock list')).waiting.length).toBe(1);
    commit(main, 'ours');
    git(at('clone'), 'fetch', '--quiet');
    git(main, 'fetch', '--quiet', at('clone'));
    // A timeline that both sides changed is merged entry by entry.
    expect(() => git(main, 'merge', '--quiet', 'FETCH_HEAD')).toThrow();
    if (committed) git(main, 'checkout', '--ours', '--', '.cortex/swarm.crtx');
    await succeed(main, 'timeline merge');
    commit(main, 'merged');
    expect(await actions(main)).toEqual(['base', 'meanwhile', 'theirs']);
    await succeed(main, 'lock release src/ --agent ann');
    expect(JSON.parse((await waiter).out)).toMatchObject({ granted: true, locks: [{ path: 'src/x.ts', agentId: 'bob' }] });
  });
});

test('a clone of a project with a committed swarm continues from the commit, without later work', async () => {
  await succeed(main, 'swarm claim --agent ann', 'swarm complete a --agent ann', 'swarm claim --agent ann');
  git(main, 'add', '--force', '.cortex/swarm.crtx');
  commit(main, 'swarm');
  git(home, 'clone', '--quiet', main, at('clone'));
  await succeed(main, 'swarm complete b --agent ann');
  expect(git(at('clone'), 'status', '--porcelain')).toBe('');
  expect(done((await json(at('clone'), 'swarm status')).swarm)).toEqual(['a']);
  expect(await json(at('clone'), 'swarm claim --agent ann')).toMatchObject({ code: 'already-claimed', task: { id: 'b' } });
});
