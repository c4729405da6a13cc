import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CliVault, useExampleDay } from '../../support/example-vault.ts';
import { makeCommits } from '../../support/git-commits.ts';

const { PATH } = process.env;

let vault: CliVault;
useExampleDay();
beforeEach(() => {
  vault = new CliVault();
  note('retry', '2026-04-10', 'Waits as `src/config.ts:1` says, and `src/gone.ts` did.\n\nAgain: `src/same.ts`.', 'zebra');
  note('right', '2026-04-12', 'As `src/config.ts:1` and `src/same.ts` say.');
  note('silent', '2026-04-10', 'No code.');
  note('old', '2026-04-10', 'As `src/config.ts:1` says.', 'archived', 'status: archived\n');
  // Matches no word of the task.
  fs.writeFileSync(path.join(vault.root, 'other.md'), '---\nname: Other\nupdated: 2026-04-10\n---\nAs `src/other.ts` says.\n');
});
afterEach(() => {
  process.env.PATH = PATH;
});

function note(name: string, updated: string, body: string, tag = 'code', more = ''): void {
  vault.write(`${name}.md`, `---\nname: Deploy ${name}\nupdated: ${updated}\ntags: [${tag}]\n${more}---\n${body}\n`);
}

/** Creates a repository around the vault, whose cited files changed on two days. */
function makeRepository(): void {
  makeCommits(vault.folder, [
    { subject: 'begin', files: ['src/same.ts', 'src/other.ts'], time: Date.UTC(2026, 3, 9, 12) },
    { subject: 'change', files: ['src/config.ts'], time: Date.UTC(2026, 3, 12, 12) },
  ]);
}

/** Installs a git that logs its arguments. @returns a function that returns them */
function watchGit(): () => string[] {
  const programs = path.join(vault.folder, 'programs');
  const log = path.join(programs, 'log');
  fs.mkdirSync(programs);
  fs.writeFileSync(path.join(programs, 'git'), `#!/bin/sh\necho "$*" >> '${log}'\nPATH='${PATH}' exec git "$@"\n`, { mode: 0o755 });
  process.env.PATH = `${programs}${path.delimiter}${PATH}`;
  return () => (fs.existsSync(log) ? fs.readFileSync(log, 'utf8').trimEnd().split('\n') : []);
}

const STALE = [
  { path: 'src/config.ts', line: 1, reason: 'changed', changed: '2026-04-12' },
  { path: 'src/gone.ts', line: null, reason: 'gone', changed: null },
];
const SAID =
  '- Stale: cites `src/config.ts:1`, which changed on 2026-04-12, after the note (cannot tell exactly); `src/gone.ts`, which does not exist\n';

describe('in a repository', () => {
  beforeEach(makeRepository);

  test('marks a note whose cited code changed since or is gone, and no others', async () => {
    const { notes, markdown } = Object(await vault.json('pack', 'deploy'));
    const stale = notes.map(({ path: from, stale: cited }: { path: string; stale: unknown }) => [from, cited]);
    expect(Object.fromEntries(stale)).toEqual({ 'retry.md': STALE, 'right.md': undefined, 'silent.md': undefined, 'old.md': undefined });
    expect(markdown.match(/^- Stale: .*\n/gm)).toEqual([SAID]);
    const { findings } = Object(await vault.json('doctor'));
    const doctor = findings.filter((each: { code: string; path: string }) => each.code === 'stale' && each.path === 'retry.md');
    expect(doctor.map(({ message }: { message: string }) => `${message}\n`)).toEqual([
      'cites src/config.ts:1, which changed on 2026-04-12, after the note (cannot tell exactly)\n',
      'cites src/gone.ts, which does not exist\n',
    ]);
    const { out } = await vault.run('pack', 'deploy');
    expect(out.trimEnd()).toBe(markdown.trimEnd());
    expect((await vault.run('pack', 'deploy')).out).toBe(out);
  });

  test.skipIf(process.platform === 'win32')(
    'queries git once, without locks, only about code that notes on the page cite; a search queries nothing',
    async () => {
      const asked = watchGit();
      await vault.run('search', 'deploy', '--content');
      await vault.run('search', 'deploy', '--brief');
      await vault.run('pack', 'silent');
      await vault.run('pack', 'deploy', '-t', 'rule');
      expect(asked()).toEqual([]);
      await vault.run('pack', 'deploy');
      const commands = asked().map((line) => / (log|ls-tree) /.exec(line)?.[1]);
      expect(commands.sort()).toEqual(['log', 'ls-tree']);
      for (const line of asked()) {
        expect(line).toMatch(/^--no-optional-locks .* -- src\/config\.ts src\/same\.ts$/);
      }
    },
  );

  test('uses file times without git, and says so', async () => {
    for (const file of ['src/config.ts', 'src/same.ts']) {
      const time = new Date(file === 'src/config.ts' ? '2026-04-12T12:00:00Z' : '2026-04-09T12:00:00Z');
      fs.utimesSync(path.join(vault.folder, file), time, time);
    }
    process.env.PATH = path.join(vault.folder, 'src');
    const { code, out, err } = await vault.run('pack', 'deploy');
    expect(code).toBe(0);
    expect(out.match(/^- Stale: .*\n/gm)).toEqual([SAID]);
    expect(err).toBe('warning: git is not installed: changes of code are detected by file times\n');
  });
});

test('marks no note as stale outside of a repository', async () => {
  const { code, out, err } = await vault.run('pack', 'deploy');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain('# Notes for a task\n');
  expect(out).toContain('`src/config.ts:1`');
  expect(out).not.toContain('Stale');
});
