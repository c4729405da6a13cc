import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { cortexProgram } from '../../../src/cli/cortex-program.ts';
import { type Run, runProgramHere } from '../../support/cortex-cli.ts';
import { temporaryFolder } from '../../support/folders.ts';

const NOTE = '---\nid: a\nname: Deploys\ntype: rule\nproject: ops\nstatus: review\ncreated: 2026-01-01\n---\nDeploy on Mondays.\n';

let folder: string;
let project: string;
let outside: string;

beforeEach(() => {
  folder = fs.realpathSync(temporaryFolder());
  project = path.join(folder, 'project');
  outside = path.join(folder, 'notes');
  fs.mkdirSync(path.join(project, '.git'), { recursive: true });
  fs.mkdirSync(path.join(outside, 'rules'), { recursive: true });
  fs.writeFileSync(path.join(outside, 'rules/deploys.md'), NOTE);
  fs.writeFileSync(path.join(outside, 'rules/days.md'), '# Days\n\nWhat Deploys says holds.\n');
  fs.writeFileSync(path.join(project, 'cortex.toml'), '[vault]\npath = "../notes"\n');
});

const run = (...words: string[]): Promise<Run> => runProgramHere(cortexProgram, ['vault', ...words, '--root', project], true);
const files = () => fs.readdirSync(outside, { recursive: true, encoding: 'utf8' }).sort();

describe('a vault outside of the project that only its cortex.toml names', () => {
  test.each([['search', 'deploys'], ['pack', 'deploys'], ['summary'], ['doctor'], ['link'], ['migrate'], ['moc', '--dry-run']])(
    'is read by %s, which says where it is',
    async (...words) => {
      const { out, err } = await run(...words);
      expect(err).toContain(`the vault ${outside} is outside of the project, whose cortex.toml names it: it is read-only`);
      expect(out).not.toBe('');
      expect(files()).toEqual(['rules', 'rules/days.md', 'rules/deploys.md']);
    },
  );

  test.each([
    ['add', '--name', 'N', '--type', 'rule', '--project', 'p', '--body', 'b'],
    ['accept', 'rules/deploys.md', '--by', 'person:ann'],
    ['archive', 'rules/deploys.md'],
    ['confirm', 'rules/deploys.md'],
    ['index'],
    ['link', '--write'],
    ['migrate', '--write'],
    ['settle', 'rules/deploys.md'],
    ['watch'],
  ])('is not written by %s, which says how to allow it', async (...words) => {
    const { code, err } = await run(...words);
    expect(code).not.toBe(0);
    expect(err).toContain('the vault is outside of the project, and only its cortex.toml names it');
    expect(err).toContain(`--vault ${outside}`);
    expect(files()).toEqual(['rules', 'rules/days.md', 'rules/deploys.md']);
    expect(fs.readFileSync(path.join(outside, 'rules/deploys.md'), 'utf8')).toBe(NOTE);
  });

  test('has its conflicts named with commands that run, and settled only if it is named', async () => {
    execFileSync('git', ['init', '--quiet', project]);
    const note = path.join(outside, 'rules/deploys.md');
    fs.appendFileSync(note, '<<<<<<< ours\nOne.\n=======\nTwo.\n>>>>>>> theirs\n');
    const marked = fs.readFileSync(note, 'utf8');
    const settled = await runProgramHere(cortexProgram, ['settle', '--root', project]);
    expect(settled.code).toBe(1);
    expect(settled.err).toContain('Files outside of it are settled only if you name their --team or --vault.');
    expect(fs.readFileSync(note, 'utf8')).toBe(marked);
    const command = `cortex vault settle rules/deploys.md --vault ${outside}`;
    expect((await run('doctor')).out).toContain(`To keep both sides: ${command}`);
    expect((await run(...command.split(' ').slice(2))).code).toBe(0);
    expect(fs.readFileSync(note, 'utf8')).toContain('One.\nTwo.\n');
  });

  test('is written if the person names it', async () => {
    expect(await run('index', '--vault', outside)).toMatchObject({ code: 0, err: '' });
    expect(files()).toContain('index');
  });
});

test.each(['/', '..', '../..'])('is refused if it contains the whole project: %s', async (written) => {
  fs.writeFileSync(path.join(project, 'cortex.toml'), `[vault]\npath = "${written}"\n`);
  const { code, err } = await run('search', 'deploys');
  expect(code).toBe(1);
  expect(err).toContain('contains the whole working tree');
});

test('a vault elsewhere in the repository belongs to the project', async () => {
  const below = path.join(project, 'tools');
  fs.mkdirSync(below);
  fs.renameSync(outside, path.join(project, 'notes'));
  fs.renameSync(path.join(project, 'cortex.toml'), path.join(below, 'cortex.toml'));
  const { code, err } = await runProgramHere(cortexProgram, ['vault', 'index', '--root', below]);
  expect([code, err]).toEqual([0, '']);
});
