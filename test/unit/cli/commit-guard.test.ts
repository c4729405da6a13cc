import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CliProject } from '../../support/cortex-cli.ts';
import { folderWithCortex } from '../../support/program-on-path.ts';

const WHO = ['-c', 'user.name=test', '-c', 'user.email=test@localhost', '-c', 'init.defaultBranch=main'];
const HOOK = '.git/hooks/pre-commit';

let bin: string;
let project: CliProject;

beforeAll(async () => {
  bin = await folderWithCortex();
});

afterAll(() => fs.rmSync(bin, { recursive: true, force: true }));

/** @param program whether cortex is on PATH */
function git(args: readonly string[], variables: Readonly<Record<string, string>> = {}, program = true) {
  const { CORTEX_AGENT: _agent, ...env } = process.env;
  const PATH = program ? `${bin}:${env.PATH ?? ''}` : (env.PATH ?? '');
  const { status, stdout, stderr } = spawnSync('git', [...WHO, ...args], {
    cwd: project.root,
    encoding: 'utf8',
    env: { ...env, ...variables, PATH },
  });
  return { code: status, said: stdout + stderr };
}

const commit = (variables?: Readonly<Record<string, string>>, program?: boolean) => {
  expect(git(['add', '--all']).code).toBe(0);
  return git(['commit', '--quiet', '--message', 'm'], variables, program);
};
const read = (file: string) => fs.readFileSync(path.join(project.root, file), 'utf8');
const succeed = async (words: string) => expect(await project.run(words), words).toMatchObject({ code: 0 });

beforeEach(async () => {
  project = new CliProject();
  execFileSync('git', [...WHO, 'init', '--quiet'], { cwd: project.root });
  await succeed('init');
  project.write('src/a.ts', 'a\n');
  project.write('src/b.ts', 'b\n');
  expect(commit().code).toBe(0);
  await succeed('install git --write');
  expect(commit().code).toBe(0);
});

describe('a commit', () => {
  test('that changes a file locked by another agent is refused, and passes after the suggested command', async () => {
    await succeed('lock acquire src/a.ts --agent bob --ttl 1h --reason refactoring');
    project.write('src/a.ts', 'other\n');
    project.write('src/b.ts', 'mine\n');
    const { code, said } = commit({ CORTEX_AGENT: 'ann' });
    expect(code).toBe(1);
    expect(said).toMatch(
      /^error: the commit was refused: other agents have locked 1 of its files\.\n {2}src\/a\.ts is held by bob until .* \(refactoring\)\n/,
    );
    const [, command = ''] = /(git restore .*)\n/.exec(said) ?? [];
    execFileSync('sh', ['-c', command], { cwd: project.root });
    expect(git(['commit', '--quiet', '--message', 'm'], { CORTEX_AGENT: 'ann' })).toEqual({ code: 0, said: '' });
    expect(git(['show', '--name-only', '--format=', 'HEAD']).said).toBe('src/b.ts\n');
  });

  test('passes for the agent that holds the lock, and is refused for an unknown agent', async () => {
    await succeed('lock acquire src/ --agent bob --ttl 1h');
    project.write('src/a.ts', 'new\n');
    expect(commit().code).toBe(1);
    expect(commit({ CORTEX_AGENT: 'bob' })).toEqual({ code: 0, said: '' });
  });

  test('is checked for files outside the index, both names of a rename, and removed files', async () => {
    await succeed('lock acquire src/a.ts --agent bob --ttl 1h');
    project.write('src/a.ts', 'new\n');
    expect(git(['commit', '--quiet', '--all', '--message', 'm'])).toMatchObject({
      code: 1,
      said: expect.stringContaining('src/a.ts is held'),
    });
    expect(git(['commit', '--quiet', '--message', 'm', '--', 'src/a.ts']).code).toBe(1);
    git(['checkout', '--', 'src/a.ts']);
    git(['mv', 'src/a.ts', 'src/c.ts']);
    expect(commit()).toMatchObject({ code: 1, said: expect.stringContaining('src/a.ts is held') });
    git(['rm', '--quiet', '--cached', 'src/c.ts']);
    expect(git(['commit', '--quiet', '--message', 'm']).code).toBe(1);
  });

  test('is not checked when the program or the log is missing, and the output says why', async () => {
    await succeed('lock acquire src/a.ts --agent bob --ttl 1h');
    project.write('src/a.ts', 'new\n');
    fs.rmSync(path.join(project.root, '.cortex/.local'), { recursive: true });
    fs.writeFileSync(path.join(project.root, '.cortex/.local'), '');
    expect(commit({ CORTEX_GUARD: 'closed' })).toMatchObject({ code: 1, said: expect.stringMatching(/^error: the commit was refused/) });
    expect(commit()).toMatchObject({ code: 0, said: expect.stringMatching(/^warning: the commit was not checked for locks: /) });
    project.write('src/a.ts', 'newer\n');
    expect(commit({}, false)).toEqual({ code: 0, said: '' });
  });

  test('is checked when it is the first one, and in a project below the root of the repository', async () => {
    project = new CliProject();
    execFileSync('git', [...WHO, 'init', '--quiet'], { cwd: project.root });
    const app = path.join(project.root, 'my app');
    fs.mkdirSync(app);
    for (const words of ['init', 'install git --write', 'lock acquire src/a.ts --agent bob --ttl 1h'])
      execFileSync(path.join(bin, 'cortex'), words.split(' '), { cwd: app, stdio: 'pipe' });
    project.write('my app/src/a.ts', 'a\n');
    project.write('src/a.ts', 'a\n');
    expect(commit()).toMatchObject({
      code: 1,
      said: expect.stringMatching(/have locked 1 of its files\.\n {2}my app\/src\/a\.ts is held by bob/),
    });
  });
});

describe('the hook', () => {
  test('runs the existing hook after ours, and removing it restores the existing hook', async () => {
    const before = '#!/usr/bin/env bash\n# mine\necho theirs >&2\n';
    await succeed('install git --remove --write');
    expect(fs.existsSync(path.join(project.root, HOOK))).toBe(false);
    fs.writeFileSync(path.join(project.root, HOOK), before, { mode: 0o755 });
    await succeed('install git --write');
    project.write('src/a.ts', 'x\n');
    expect(commit()).toEqual({ code: 0, said: 'theirs\n' });
    expect((await project.run('install git --write')).out).toMatch(/^Nothing to change\./);
    await succeed('install git --remove --write');
    expect(read(HOOK)).toBe(before);
  });

  test('is not written into a script that is no shell script, or is shared with other repositories', async () => {
    await succeed('install git --remove --write');
    fs.writeFileSync(path.join(project.root, HOOK), '#!/usr/bin/env python3\n', { mode: 0o755 });
    expect((await project.run('install git --write')).out).toContain('then cortex guard --for git || exit 1; fi');
    expect(read(HOOK)).toBe('#!/usr/bin/env python3\n');
    const shared = fs.mkdtempSync(path.join(os.tmpdir(), 'cortex-hooks-'));
    git(['config', 'core.hooksPath', shared]);
    expect((await project.run('install git --write')).out).toContain(`${shared}/pre-commit`);
    expect(fs.readdirSync(shared)).toEqual([]);
    fs.rmSync(shared, { recursive: true });
  });

  test('that git ignores is reported with the chmod command, and stays disabled', async () => {
    await succeed('install git --remove --write');
    fs.writeFileSync(path.join(project.root, HOOK), '#!/bin/sh\n', { mode: 0o644 });
    await succeed('lock acquire src/a.ts --agent bob --ttl 1h');
    const [command = ''] = /chmod \+x .*/.exec((await project.run('install git --write')).out) ?? [];
    expect(command).toBe(`chmod +x ${path.join(project.root, HOOK)}`);
    expect(fs.statSync(path.join(project.root, HOOK)).mode & 0o111).toBe(0);
    expect((await project.run('doctor agents')).out).toContain('because it is not executable');
    execFileSync('sh', ['-c', command]);
    expect((await project.run('install git --write')).out).not.toContain('chmod');
    project.write('src/a.ts', 'x\n');
    expect(commit()).toMatchObject({ code: 1, said: expect.stringContaining('src/a.ts is held by bob') });
  });

  test('is not written into a binary', async () => {
    await succeed('install git --remove --write');
    fs.writeFileSync(path.join(project.root, HOOK), '\x7fELF\0\0', { mode: 0o755 });
    expect((await project.run('install git --write')).out).toContain('it is not a shell script');
    expect(read(HOOK)).toBe('\x7fELF\0\0');
  });

  test('is written to the folder of Husky', async () => {
    await succeed('install git --remove --write');
    project.write('.husky/pre-commit', 'npm test\n');
    git(['config', 'core.hooksPath', '.husky/_']);
    await succeed('install git --write');
    expect(read('.husky/pre-commit')).toMatch(/^# cortex begin\nif command .* fi\n# cortex end\nnpm test\n$/);
  });
});
