import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { doctorOutput } from '../../../src/cli/doctor.ts';
import { statusOutput } from '../../../src/engine/needs/status/status-schemas.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { git } from '../../support/git-commits.ts';
import { NeedsPlace } from '../../support/needs.ts';
import { agentNote, projectNote } from '../../support/team-folder.ts';

const TEAM_NOTE = 'team/projects/shop.md';
const STACK_PLAN = 'api/.cstack/PLAN.md';
const VAULT_NOTE = 'docs/vault/rules/a.md';
const DNA = 'app/.cortex/manifest.crtx';
/** Both sides change them. */
const CHANGED: Readonly<Record<string, string>> = {
  [TEAM_NOTE]: projectNote(),
  [STACK_PLAN]: '# Plan\n\n## Tasks\n- [ ] T (id: t)\n',
  [VAULT_NOTE]: '---\nname: A\ntype: rule\n---\nText\n',
  [DNA]: '{}\n',
  // A project may have folders of these names without a team.
  '.claude/agents/reviewer.md': '# Reviewer\n',
  'src/a.ts': '\n',
};
/** One side deletes it. */
const DELETED = 'team/agents/bob.md';

let place: NeedsPlace;
const fileOf = (name: string) => path.join(fs.realpathSync(place.root), name);
const inTree = (...args: string[]) => git(place.root, ...args);

function commit(message: string): void {
  inTree('add', '--all');
  inTree('commit', '--quiet', '--message', message);
}

/** Makes a repository with a project at its top, and a team, a stack, a vault and another project that nothing names. */
beforeEach(async () => {
  place = new NeedsPlace();
  inTree('init', '--quiet', '--initial-branch=main');
  await place.cortex('init');
  place.write({ ...CHANGED, [DELETED]: agentNote('Bob'), 'team/agents/ann.md': agentNote('Ann') });
  commit('base');
});

function merge(): void {
  const change = (line: string) => {
    for (const name of Object.keys(CHANGED)) fs.appendFileSync(fileOf(name), `${line}\n`);
  };
  inTree('checkout', '--quiet', '-b', 'other');
  change('theirs');
  fs.appendFileSync(fileOf(DELETED), 'theirs\n');
  commit('theirs');
  inTree('checkout', '--quiet', 'main');
  change('ours');
  fs.rmSync(fileOf(DELETED));
  commit('ours');
  expect(() => inTree('merge', 'other')).toThrow();
}

const doctor = async (...words: string[]) => doctorOutput().parse(await place.project.json(['doctor', ...words]));
const filesOf = async (...words: string[]) => (await place.needs(...words)).map((need) => need.place?.file).sort();
const UNNAMED = [TEAM_NOTE, STACK_PLAN, VAULT_NOTE, DELETED, 'app/.cortex'];

test('unmerged files of protocols that nothing names are named, with the command that settles them', async () => {
  expect(await filesOf()).toEqual([]);
  merge();
  const needs = await place.needs();
  const commandOf = (name: string) => needs.find((need) => need.place?.file === fileOf(name))?.command;
  expect(needs.map((need) => need.place?.file).sort()).toEqual(UNNAMED.map(fileOf).sort());
  expect(commandOf(TEAM_NOTE)).toBe(`cortex team settle ${fileOf(TEAM_NOTE)}`);
  expect(commandOf(STACK_PLAN)).toBe(`cstack settle ${fileOf(STACK_PLAN)}`);
  expect(commandOf(VAULT_NOTE)).toBe(`cortex vault settle ${fileOf(VAULT_NOTE)}`);
  expect(commandOf('app/.cortex')).toBe(`cortex settle --root ${fileOf('app')}`);
  expect(commandOf(DELETED)).toBe(`git add -- ${fileOf(DELETED)}`);
  expect(statusOutput().parse(await place.project.json('status')).needs.count).toBe(UNNAMED.length);

  const { parts, errors } = await doctor();
  const found = parts.find(({ part }) => part === 'merge');
  expect(found).toMatchObject({ state: 'errors', errors: UNNAMED.length });
  expect(errors).toBe(UNNAMED.length);
  expect(found?.findings.map((each) => each.path).sort()).toEqual(UNNAMED.map(fileOf).sort());
  expect((await place.project.run('doctor')).code).toBe(1);
});

test('a file that its protocol names is named once, also through a link', async () => {
  merge();
  const link = path.join(temporaryFolder(), 'link');
  fs.symlinkSync(fileOf('team'), link);
  for (const team of [fileOf('team'), link]) {
    expect((await filesOf('--team', team)).filter((file) => file?.endsWith('shop.md'))).toHaveLength(1);
    const { parts } = await doctor('--team', team);
    const named = parts.flatMap(({ findings }) => findings).filter((each) => each.path?.endsWith('shop.md'));
    expect(named).toHaveLength(1);
  }
});

test('a settled file is a warning until git add', async () => {
  merge();
  expect(await place.project.run(['team', 'settle', fileOf(TEAM_NOTE)])).toMatchObject({ code: 0 });
  const settled = (await place.needs()).find((need) => need.place?.file === fileOf(TEAM_NOTE));
  expect(settled).toMatchObject({ kind: 'unmerged', rank: 'soon', command: `git add -- ${fileOf(TEAM_NOTE)}` });
  const finding = (await doctor()).parts.flatMap(({ findings }) => findings).find((each) => each.path === fileOf(TEAM_NOTE));
  expect(finding?.severity).toBe('warning');
  inTree('add', '--all');
  expect(await filesOf()).not.toContain(fileOf(TEAM_NOTE));
});

test('without a merge, git is not asked', async () => {
  const [bin, log] = [temporaryFolder(), path.join(temporaryFolder(), 'log')];
  const real = process.env.PATH ?? '';
  fs.writeFileSync(path.join(bin, 'git'), `#!/bin/sh\necho "$@" >> ${log}\nPATH=${JSON.stringify(real)} exec git "$@"\n`, { mode: 0o755 });
  const asked = () => (fs.existsSync(log) ? fs.readFileSync(log, 'utf8') : '');
  const run = async () => {
    vi.stubEnv('PATH', `${bin}${path.delimiter}${real}`);
    await place.project.run('needs-you');
    await place.project.run('status');
    vi.stubEnv('PATH', real);
  };
  await run();
  expect(asked()).not.toContain('--unmerged');
  merge();
  await run();
  expect(asked()).toContain('--unmerged');
});
