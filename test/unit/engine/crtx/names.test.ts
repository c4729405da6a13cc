import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectSlug, reasoningFileName } from '../../../../src/engine/crtx/names.ts';
import { nodeFileSystem } from '../../../../src/engine/platform/file-system.ts';
import { CliProject } from '../../../support/cortex-cli.ts';
import { temporaryFolder } from '../../../support/folders.ts';

describe('projectSlug', () => {
  it.each([
    ['shop', 'shop'],
    ['Mój  Sklep', 'moj-sklep'],
    ['billing_dev', 'billingdev'],
    ['--a--b--', 'a-b'],
    ['ﬁne', 'fine'],
    ['日本', 'project'],
    ['', 'project'],
    ['.dotfiles', 'dotfiles'],
  ])('of %j is %s', (folder, slug) => {
    expect(projectSlug(folder)).toBe(slug);
  });
});

const PAGE = fs.readFileSync(path.join(import.meta.dirname, '../../../../docs/protocols/crtx.md'), 'utf8');

/** Rows of the table in "Names of traces". */
const published = Array.from(PAGE.matchAll(/^\| `(.+)` \| (?:`(.+)`)? ?\| `(.+\.crtx)` \|$/gm), ([, id = '', beside, file = '']) => ({
  id,
  beside: beside ?? null,
  file,
}));

describe('the file of a trace', () => {
  it('has published examples', () => expect(published).toHaveLength(9));

  it.each(published)('of $id beside $beside is $file', ({ id, beside, file }) => {
    const folder = temporaryFolder();
    if (beside !== null) fs.writeFileSync(path.join(folder, beside), '');
    expect(reasoningFileName(nodeFileSystem, folder, id)).toBe(file);
  });

  it.each([
    ['Parser', 'parser'],
    ['parser', 'Parser'],
    ['PARSER', 'Parser'],
    ['straße', 'STRASSE'],
  ])('of %s, then %s: is different even on a case-insensitive file system, and stays so', async (first, second) => {
    const project = new CliProject();
    await project.run('init');
    const folder = path.join(project.root, '.cortex/reasoning');
    const add = async (task: string) => {
      const run = await project.run(['reasoning', 'add', task, '--agent', 'ann', '--action', task, '--reasoning', '']);
      expect(run).toMatchObject({ code: 0, err: '' });
    };
    await add(first);
    await add(second);
    const names = fs.readdirSync(folder);
    expect(new Set(names.map((name) => name.toUpperCase())).size).toBe(2);
    fs.rmSync(path.join(folder, `${first}.crtx`));
    await add(second);
    expect(Object(await project.json(['reasoning', 'show', second])).entries).toHaveLength(2);
  });

  it('is the earlier one with its log, also if only the log exists', async () => {
    const project = new CliProject();
    await project.run('init');
    const add = ['reasoning', 'add', 'api/é', '--agent', 'ann', '--action', 'look', '--reasoning', ''];
    const local = (name: string) => path.join(project.root, '.cortex', name);
    const [now, before] = ['api%2f%c3%a9.crtx', 'api%2f%e9.crtx'].map((name) => ({
      file: local(`reasoning/${name}`),
      log: local(`.local/reasoning-${name.replaceAll('%', '%25')}`),
    }));
    if (now === undefined || before === undefined) throw new Error('two names');
    await project.run(add);
    fs.renameSync(now.log, before.log);
    fs.rmSync(now.file);
    await project.run(add);
    expect(fs.existsSync(now.log)).toBe(false);
    expect(JSON.parse(fs.readFileSync(before.file, 'utf8')).data).toHaveLength(2);
    fs.rmSync(before.log, { recursive: true });
    await project.run(add);
    expect(JSON.parse(fs.readFileSync(before.file, 'utf8')).data).toHaveLength(3);
    expect(fs.readdirSync(local('reasoning'))).toEqual(['api%2f%e9.crtx']);
  });

  it('of one id differs from the earlier name of another', async () => {
    const project = new CliProject();
    await project.run('init');
    for (const id of ['/é', '/Ã©', 'é', 'Ã©'])
      expect(await project.run(['reasoning', 'add', id, '--agent', 'ann', '--action', id, '--reasoning', ''])).toMatchObject({ code: 0 });
    for (const id of ['/é', '/Ã©', 'é', 'Ã©']) expect(Object(await project.json(['reasoning', 'show', id])).entries).toHaveLength(1);
  });

  it('continues the earlier log if its name is not ASCII', async () => {
    const project = new CliProject();
    await project.run('init');
    const add = ['reasoning', 'add', 'é', '--agent', 'ann', '--action', 'look', '--reasoning', ''];
    const local = (name: string) => path.join(project.root, '.cortex/.local', name);
    await project.run(add);
    fs.renameSync(local('reasoning-%c3%a9.crtx'), local('reasoning-%e9.crtx'));
    await project.run(add);
    expect(fs.existsSync(local('reasoning-%c3%a9.crtx'))).toBe(false);
    expect(Object(await project.json('reasoning show é')).entries).toHaveLength(2);
    expect(await project.run('verify')).toMatchObject({ code: 0 });
  });
});
