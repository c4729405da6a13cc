import fs from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { statusOutput } from '../../../src/engine/needs/status/status-schemas.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { git } from '../../support/git-commits.ts';
import { NeedsPlace } from '../../support/needs.ts';
import { writeFiles } from '../../support/stack-folders.ts';
import { agentNote, projectNote } from '../../support/team-folder.ts';

const marked = (text: string) => `${text}<<<<<<< HEAD\nour line\n=======\ntheir line\n>>>>>>> other\n`;
const IN_TEAM = ['projects/p.md', 'agents/ann/ann.md', 'agents/ann/tasks.md', 'templates/project-template.md'];
const NOTE = 'rules/r.md';

/** Creates a team and a vault outside of a project, with conflict markers in files, and nothing that tells that the vault is one. */
function elsewhere() {
  const place = new NeedsPlace();
  const folder = fs.realpathSync(temporaryFolder());
  const [team, vault] = [path.join(folder, 'team'), path.join(folder, 'notes')];
  writeFiles(team, Object.fromEntries(IN_TEAM.map((name) => [name, marked(name.includes('agents') ? agentNote('Ann') : projectNote())])));
  writeFiles(vault, { [NOTE]: marked('---\nname: R\ntype: rule\n---\n') });
  const files = [...IN_TEAM.map((name) => path.join(team, name)), path.join(vault, NOTE)];
  return { place, team, vault, files, options: ['--team', team, '--vault', vault] };
}

const isMarked = (file: string) => fs.readFileSync(file, 'utf8').includes('<<<<<<<');

test('the files of a team and of a vault that only options name are named, and settled', async () => {
  const { place, files, options } = elsewhere();
  const { out } = await place.project.printed(['needs-you', ...options]);
  for (const file of files) expect(out).toContain(file);
  const { code, out: said } = await place.project.printed(['settle', ...options]);
  expect(code).toBe(0);
  for (const file of files) {
    expect(said).toContain(`${file} is settled`);
    expect(fs.readFileSync(file, 'utf8')).toContain('our line\ntheir line\n');
  }
  expect(said, 'no repository has them').not.toContain('git');
  expect((await place.project.printed(['settle', ...options])).code).toBe(1);
});

test('a vault that the environment names is settled, and the usual team is only named', async () => {
  const { place, team, vault, files } = elsewhere();
  vi.stubEnv('CORTEX_VAULT', vault);
  fs.renameSync(team, path.join(place.home, 'cortex-team'));
  const { out, err } = await place.project.printed(['settle']);
  const note = files.at(-1) ?? '';
  expect(out).toContain(`${note} is settled`);
  expect(isMarked(note)).toBe(false);
  for (const name of IN_TEAM) {
    const file = path.join(place.home, 'cortex-team', name);
    expect(err).toContain(`cortex team settle ${file}`);
    expect(isMarked(file)).toBe(true);
  }
  expect((await place.project.printed(['settle'])).err, 'also when there is nothing to do').toContain('cortex team settle');
});

test('each repository has its own git add, which works in the current folder', async () => {
  const { place, team, vault, options } = elsewhere();
  for (const folder of [team, vault]) git(folder, 'init', '--quiet');
  const { out } = await place.project.printed(['settle', ...options]);
  const inTeam = IN_TEAM.map((name) => path.join(team, name));
  for (const file of inTeam) expect(out).toMatch(new RegExp(`git -C ${team} add -- .*${file}`));
  expect(out).toContain(`git -C ${vault} add -- ${path.join(vault, NOTE)}`);
});

test('an unmerged file of a named vault is settled as one of a vault', async () => {
  const { place, vault } = elsewhere();
  const note = path.join(vault, NOTE);
  const write = (line: string) => fs.writeFileSync(note, `---\nname: R\ntype: rule\n---\n# Same\n=======\n${line}\n`);
  git(vault, 'init', '--quiet', '--initial-branch=main');
  for (const [branch, line] of [['main', 'base'] as const, ['other', 'theirs'] as const, ['main', 'ours'] as const]) {
    git(vault, 'checkout', '--quiet', '-B', branch);
    if (line === 'ours') git(vault, 'reset', '--quiet', '--hard', 'HEAD~1');
    write(line);
    git(vault, 'add', '--all');
    git(vault, 'commit', '--quiet', '--message', line);
  }
  expect(() => git(vault, 'merge', 'other')).toThrow();
  const { code, out } = await place.project.printed(['settle', '--vault', vault]);
  expect([code, out]).toEqual([0, expect.stringContaining(`git -C ${vault} add -- ${note}`)]);
  expect(fs.readFileSync(note, 'utf8')).toContain('ours\ntheirs\n');
});

test('a named directory that does not exist is an error of settle', async () => {
  const { place } = elsewhere();
  for (const option of ['--team', '--vault'])
    expect(await place.project.printed(['settle', option, '/nowhere'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('/nowhere'),
    });
});

test('a named vault whose cortex.toml has conflict markers is there', async () => {
  const { place, vault } = elsewhere();
  fs.writeFileSync(path.join(vault, 'cortex.toml'), marked(''));
  const options = ['--vault', vault];
  expect((await place.answer(...options)).needs).toContainEqual(
    expect.objectContaining({ why: expect.stringContaining('merge conflict') }),
  );
  const { problems } = statusOutput().parse(await place.project.json(['status', ...options]));
  expect(problems).toEqual([]);
  const { code, out } = await place.project.printed(['settle', ...options]);
  expect([code, out]).toEqual([1, expect.stringContaining('Choose in an editor between line 2 (ours) and line 4 (theirs)')]);
});
