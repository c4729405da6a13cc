import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { describeError } from '../../../../src/engine/platform/errors.ts';
import { nodeFileSystem } from '../../../../src/engine/platform/file-system.ts';
import { OWN_ZONE } from '../../../../src/engine/platform/zoned-time.ts';
import { findVault, type VaultConfig } from '../../../../src/engine/vault/config/config.ts';
import { temporaryFolder } from '../../../support/folders.ts';

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
});

/** Creates files and folders (names that end in `/`) in the temporary folder. */
function make(files: Readonly<Record<string, string>>): void {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    fs.mkdirSync(name.endsWith('/') ? file : path.dirname(file), { recursive: true });
    if (!name.endsWith('/')) fs.writeFileSync(file, content);
  }
}

interface Place {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly named?: string;
}

function find({ cwd = '', env = {}, ...named }: Place = {}): VaultConfig {
  return findVault({ fs: nodeFileSystem }, { cwd: path.join(folder, cwd), env, ...named });
}

const rootOf = (place?: Place) => path.relative(folder, find(place).root).replaceAll('\\', '/');

function failure(place?: Place): string {
  try {
    find(place);
  } catch (error) {
    return describeError(error).replaceAll(folder, '').replaceAll('\\', '/');
  }
  return 'none';
}

const NOTE = '---\nname: X\ntype: rule\n---\n';

describe('vault location', () => {
  it('prefers the named vault, then CORTEX_VAULT, then cortex.toml', () => {
    make({ 'work/cortex.toml': '[vault]\npath = "../third"', 'work/first/': '', 'work/second/': '', 'third/': '' });
    const env = { CORTEX_VAULT: 'second' };
    expect(rootOf({ cwd: 'work', env, named: 'first' })).toBe('work/first');
    expect(rootOf({ cwd: 'work', env })).toBe('work/second');
    expect(rootOf({ cwd: 'work', env: { CORTEX_VAULT: '' }, named: '' })).toBe('third');
    expect(rootOf({ named: path.join(folder, 'third') })).toBe('third');
  });

  it.each(['atoms/2025/x.md', '_moc/', 'index/manifest.json', 'cortex.toml'])('is the working directory if it contains %s', (name) => {
    make({ 'vault/': '', [name]: name.endsWith('.md') ? NOTE : '' });
    expect(rootOf()).toBe('');
  });

  it('is the working directory if it contains nothing but the name "atoms" says so', () => {
    make({ 'atoms/': '' });
    expect(rootOf()).toBe('');
    make({ 'atoms/note.md': 'No header' });
    expect(rootOf()).toBe('');
    make({ 'vault/': '' });
    expect(rootOf()).toBe('vault');
  });

  it.each([
    { 'atoms/button.tsx': '' },
    { 'atoms/button/index.ts': '', 'atoms/button/README.md': '---\ntitle: Button\n---\n' },
    { 'atoms/button.md': '---\nid: button\ntitle: Button\ntags: [ui]\n---\n', 'molecules/': '' },
    { 'atoms/': '', 'organisms/': '' },
  ])('is not a folder of components: %j', (files) => {
    make(files);
    expect(failure()).toContain('/vault: the vault does not exist');
  });

  it('is otherwise the folder "vault" in the working directory', () => {
    make({ 'vault/': '', 'notes/': '', atoms: 'a file', 'rules/': '', 'index/': '' });
    expect(rootOf()).toBe('vault');
  });

  it.each([
    [{}, '/vault'],
    [{ named: 'nowhere' }, '/nowhere'],
    [{ env: { CORTEX_VAULT: 'file' } }, '/file'],
    [{ named: 'file/below' }, '/file/below'],
  ])('throws if the vault does not exist, and does not create it: %j', (place, file) => {
    make({ file: '' });
    expect(failure(place)).toMatch(
      new RegExp(`^${file}: the vault (?:is not|does not) .*--vault, CORTEX_VAULT or \\[vault\\] path in cortex.toml`),
    );
    expect(fs.readdirSync(folder)).toEqual(['file']);
  });

  it('suggests --vault . if no vault was named', () => {
    make({ 'Note.md': '' });
    const here = 'Add --vault . if your notes are in this folder. ';
    expect(failure({})).toContain(`/vault: the vault does not exist. ${here}Else set an existing folder`);
    for (const place of [{ named: 'nowhere' }, { env: { CORTEX_VAULT: 'nowhere' } }]) expect(failure(place)).not.toContain(here);
    expect(rootOf({ named: '.' })).toBe('');
  });
});

describe('vault configuration', () => {
  it('has the defaults of the seed', () => {
    make({ 'vault/': '' });
    const { directories, tags, hot, warm, projects, problems } = find();
    expect([hot, warm, projects, tags.size, problems]).toEqual([2, 7, [], 0, []]);
    expect(Object.fromEntries(directories)).toEqual({ feedback: 'meta', rules: 'meta', reference: 'meta', _moc: 'meta' });
    expect(find().timeZone).toBe(OWN_ZONE);
  });

  it('is read in the format of the seed', () => {
    make({
      'cortex.toml': [
        '[vault]\npath = "vault" # or set CORTEX_VAULT',
        '[projects]\nnames = ["ops", "research", "personal"]',
        '[directories]\n# inferred\nfeedback = "meta"\nresearch = "research"\n"ops/" = "p"\n"./ops//deep/" = "q"',
        '[tags]\ndeploy = ["deploy", "commit", "push"]\nrisk = ["risk", "loss", "halt"]',
        '[layers]\nhot = 3 # days\nwarm = 10 # days',
      ].join('\r\n'),
      'vault/': '',
    });
    const { directories, tags, hot, warm, projects, problems } = find();
    expect([hot, warm, projects, problems]).toEqual([3, 10, ['ops', 'research', 'personal'], []]);
    expect(['research', 'ops', 'ops/deep'].map((folder) => directories.get(folder))).toEqual(['research', 'p', 'q']);
    expect([...tags]).toEqual([
      ['deploy', ['deploy', 'commit', 'push']],
      ['risk', ['risk', 'loss', 'halt']],
    ]);
  });

  it('merges keys: the working directory overrides the vault, which overrides the defaults', () => {
    make({
      'cortex.toml': '[layers]\nwarm = 9\n[directories]\nrules = "ours"\n[tags]\na = ["of cwd"]',
      'vault/cortex.toml':
        'timezone = "Asia/Tokyo"\n[layers]\nhot = 1\nwarm = 5\n[directories]\nrules = "no"\nnew = "n"\n[tags]\na = ["no"]\nb = ["b"]',
    });
    const { directories, tags, hot, warm, timeZone } = find({ named: 'vault' });
    expect([hot, warm, timeZone]).toEqual([1, 9, 'Asia/Tokyo']);
    expect(Object.fromEntries(directories)).toEqual({ feedback: 'meta', rules: 'ours', reference: 'meta', _moc: 'meta', new: 'n' });
    expect(Object.fromEntries(tags)).toEqual({ a: ['of cwd'], b: ['b'] });
  });

  it('changes its reading exactly if notes would be read differently', () => {
    const reading = (toml: string) => {
      make({ 'cortex.toml': toml });
      return find().reading;
    };
    const plain = reading('timezone = "UTC"');
    expect(reading('# same\ntimezone = "UTC"\n[layers]\nhot = 1\n[tags]\na = ["b"]')).toBe(plain);
    expect(reading('timezone = "UTC"\n[directories]\nrules = "meta"')).toBe(plain);
    expect(reading('timezone = "UTC"\n[directories]\nrules = "other"')).not.toBe(plain);
    expect(reading('timezone = "Asia/Tokyo"')).not.toBe(plain);
    // Without a time zone, the reading depends on the clock of the machine, even if its zone is the same.
    expect(reading('')).not.toBe(plain);
  });

  it('reports unknown keys of known tables, and ignores unknown tables', () => {
    make({ 'cortex.toml': '\ufeff[layers]\nhto = 1\nhot = 9\n[other]\nx = 1\n[projects]\n name = []' });
    expect(find().problems.map((problem) => problem.replace(folder, '').replaceAll('\\', '/'))).toEqual([
      '/cortex.toml:7:9: unknown key: projects.name (allowed: names).',
      '/cortex.toml:2:7: unknown key: layers.hto (allowed: hot, warm).',
      'No note is warm: layers.warm (7) is less than layers.hot (9).',
    ]);
  });

  it('reports tags and projects that are not one line of text, and uses the others', () => {
    const tags = '"a\\nb" = ["zebra"]\n" c" = ["c"]\n"" = ["d"]\nok = ["line\\nend"]';
    const directories = 'rules = "x\\u2028y"\n"new\\nline" = "n"';
    make({ 'cortex.toml': `[tags]\n${tags}\n[directories]\n${directories}\n[projects]\nnames = ["ops", "p\\tq"]` });
    const config = find();
    expect([...config.tags]).toEqual([['ok', ['line\nend']]]);
    expect(config.projects).toEqual(['ops']);
    expect([config.directories.get('rules'), config.directories.get('new\nline')]).toEqual(['meta', 'n']);
    const allowed = 'allowed: one line of text without control characters or white space around it).';
    expect(config.problems.map((problem) => problem.replace(folder, '').replaceAll('\\cortex', '/cortex'))).toEqual([
      `/cortex.toml:2:10: a key of [tags] is not a valid tag and is ignored (got "a\\nb"; ${allowed}`,
      `/cortex.toml:3:8: a key of [tags] is not a valid tag and is ignored (got " c"; ${allowed}`,
      `/cortex.toml:1:1: a key of [tags] is not a valid tag and is ignored (got ""; ${allowed}`,
      `/cortex.toml:7:9: a value of [directories] is not a valid project name and is ignored (got "x\u2028y"; ${allowed}`,
      `/cortex.toml:10:9: one of projects.names is not a valid project name and is ignored (got "p\\tq"; ${allowed}`,
    ]);
  });

  it('reports the first 20 of many unknown keys, and counts the others', () => {
    const keys = Array.from({ length: 100_000 }, (_, n) => `k${n}=1`);
    make({ 'cortex.toml': `[layers]\n${keys.join('\n')}` });
    const { problems } = find();
    expect(problems).toHaveLength(21);
    expect(problems[19]).toMatch(/:21:\d+: unknown key: layers\.k19 /);
    expect(problems[20]).toMatch(/cortex\.toml: 99980 more that are ignored\.$/);
  });

  it.each([
    ['[layers]\nhot = "two"', ':2:7: layers.hot must be a whole number of days (got "two").'],
    ['[layers]\nhot = 2.5', ':2:7: layers.hot must be a whole number of days (got 2.5).'],
    ['[layers]\nhot = -1', ':2:7: layers.hot must not be negative (got -1).'],
    ['[layers]\nwarm = inf', ':2:8: layers.warm must be a whole number of days'],
    ['layers.hot = true', ':1:14: layers.hot must be a whole number of days (got true).'],
    ['layers = 3', ':1:10: layers must be a table (got 3).'],
    ['x = 1\n\n[tags]\n"a b" = "c"', ':4:9: tags.a b must be a list such as ["a", "b"] (got "c").'],
    ['[tags.x]\ny = 1\n[tags]\nz = ["a"]', ':1:1: tags.x must be a list'],
    ['[tags]\na = [\n 1]', ':2:5: tags.a.0 must be text in quotes (got 1).'],
    ['[tags]\na = [""]', ':2:5: tags.a.0 must not be empty (got "").'],
    ['[directories]\nfeedback = 2026-01-01', ':2:12: directories.feedback must be text in quotes'],
    ['[projects]\nnames = "ops"', ':2:9: projects.names must be a list'],
    ['[vault]\npath = ""', ':2:8: vault.path must not be empty'],
    ['timezone = "Mars/Olympus"', ':1:12: timezone must be the name of a time zone such as "Europe/Paris" or "UTC" (got "Mars/Olympus").'],
    ['[layers]\nhot = \n', ':2:7: cannot be read as TOML: '],
    ['[layers]\nhot = 1\nhot = 2', ':3:'],
    ['[directories]\n__proto__ = "x"', ':2:'],
  ])('rejects %j with line and column', (toml, expected) => {
    make({ 'cortex.toml': toml });
    expect(failure()).toMatch(/^\/cortex\.toml:\d/);
    expect(failure().slice('/cortex.toml'.length)).toContain(expected);
    expect(failure()).toMatch(/Correct the file\.$/);
  });

  it('rejects an invalid cortex.toml of the vault, and one that is not UTF-8', () => {
    make({ 'vault/cortex.toml': '[layers]\nhot = "x"' });
    expect(failure()).toContain('/vault/cortex.toml:2:7: ');
    fs.writeFileSync(path.join(folder, 'vault/cortex.toml'), Buffer.from([0x78, 0xff]));
    expect(failure()).toContain('/vault/cortex.toml:1:2: is not valid UTF-8');
  });
});

describe('a vault that is not named', () => {
  it('is searched upwards to the root of the repository', () => {
    make({ '.git/': '', 'cortex.toml': '[vault]\npath = "memory"', 'memory/atoms/': '', 'src/deep/': '' });
    expect(rootOf({ cwd: 'src/deep' })).toBe('memory');
    expect(rootOf({ cwd: 'memory/atoms' })).toBe('memory');
  });

  it('is the nearest folder "vault" or folder with vault content', () => {
    make({ '.git': 'gitdir: x', 'vault/': '', 'a/b/c/': '', 'a/_moc/': '' });
    expect([rootOf({ cwd: 'a/b/c' }), rootOf({ cwd: '' }), rootOf({ cwd: 'vault' })]).toEqual(['a', 'vault', 'vault']);
  });

  it('is not a folder of components or of source code below the vault', () => {
    make({ '.git/': '', 'vault/': '', 'src/components/atoms/button/x.tsx': '', 'src/components/molecules/': '', 'src/vault/x.ts': '' });
    const places = ['src/components', 'src/components/atoms', 'src/components/atoms/button', 'src', 'src/vault'];
    expect(places.map((cwd) => rootOf({ cwd }))).toEqual(places.map(() => 'vault'));
    make({ 'docs/atoms/button.md': '---\ntitle: Button\n---\n' });
    expect(rootOf({ cwd: 'docs' })).toBe('vault');
  });

  it('is the nearest one with notes', () => {
    make({ '.git/': '', 'vault/': '', 'a/vault/rules/x.md': '', 'b/atoms/x.md': `\ufeff${NOTE.replaceAll('\n', '\r\n')}`, 'c/vault/': '' });
    expect(['a', 'b/atoms', 'c'].map((cwd) => rootOf({ cwd }))).toEqual(['a/vault', 'b', 'c/vault']);
  });

  it('is configured by the folder that contains it', () => {
    make({ '.git/': '', 'cortex.toml': '[layers]\nhot = 5', 'src/': '' });
    expect(find({ cwd: 'src' })).toMatchObject({ root: folder, hot: 5 });
  });

  it('is not searched above the repository, nor outside a repository', () => {
    make({ 'cortex.toml': '', 'repo/.git/': '', 'repo/src/': '', 'plain/': '' });
    expect(failure({ cwd: 'repo/src' })).toContain('/repo/src/vault: the vault does not exist');
    expect(failure({ cwd: 'plain' })).toContain('/plain/vault: the vault does not exist');
  });

  it.each(['project/src', 'project/memory', 'elsewhere'])('follows the same rules if it is named from another folder: %s', (cwd) => {
    make({ 'project/memory/': '', 'project/src/': '', 'elsewhere/': '', 'project/.git/': '' });
    make({ 'project/cortex.toml': '[vault]\npath = "memory"\n[layers]\nhot = 5\n[review]\nrequired = true\n' });
    const rules = { isReviewRequired: true, hot: 5, root: path.join(folder, 'project/memory') };
    expect(find({ cwd, named: path.join(folder, 'project/memory') })).toMatchObject(rules);
    expect(
      find({ cwd, env: { CORTEX_VAULT: path.relative(path.join(folder, cwd), path.join(folder, 'project/memory')) || '.' } }),
    ).toMatchObject(rules);
    make({ [`${cwd}/cortex.toml`]: '[review]\nrequired = false\n[layers]\nhot = 1\n' });
    expect(find({ cwd, named: path.join(folder, 'project/memory') })).toMatchObject({ isReviewRequired: true, hot: 1 });
    make({ 'project/cortex.toml': '[vault]\npath = "src"\n[review]\nrequired = true\n' });
    expect(find({ cwd, named: path.join(folder, 'project/memory') })).toMatchObject({ isReviewRequired: false });
  });

  it('follows the rules of the folder that contains it, also outside of a repository', () => {
    make({ 'work/vault/': '', 'work/cortex.toml': '[vault]\npath = "vault"\n[review]\nrequired = true\n' });
    expect(find({ named: path.join(folder, 'work/vault') })).toMatchObject({ isReviewRequired: true, problems: [] });
    expect(find({ cwd: 'work', named: 'vault' })).toMatchObject({ isReviewRequired: true, problems: [] });
  });

  it('is not searched upwards if one is named', () => {
    make({ '.git/': '', 'cortex.toml': '', 'src/notes/': '' });
    expect(rootOf({ cwd: 'src', named: 'notes' })).toBe('src/notes');
    expect(rootOf({ cwd: 'src', env: { CORTEX_VAULT: 'notes' } })).toBe('src/notes');
  });

  it('is rejected if it is a symlink out of the working tree, unless it is named', () => {
    make({ 'outside/': '', 'repo/.git/': '', 'repo/sub/': '', 'repo/inner/': '' });
    fs.symlinkSync(path.join(folder, 'outside'), path.join(folder, 'repo/vault'));
    fs.symlinkSync(path.join(folder, 'repo/inner'), path.join(folder, 'repo/sub/vault'));
    expect(failure({ cwd: 'repo' })).toContain('the vault is a link to a folder outside of the working tree');
    expect(rootOf({ cwd: 'repo', named: 'vault' })).toBe('repo/vault');
    expect(rootOf({ cwd: 'repo/sub' })).toBe('repo/sub/vault');
  });
});

describe("git's conflict markers in cortex.toml", () => {
  it('are reported with their lines and the command that keeps both sides', () => {
    make({ 'cortex.toml': '[layers]\n<<<<<<< HEAD\nhot = 2\n=======\nwarm = 3\n>>>>>>> x\n' });
    expect(failure()).toBe(
      "/cortex.toml:2: merge conflict in lines 2 to 6: the lines between git's conflict markers are not read. To keep both sides: cortex vault settle /cortex.toml",
    );
  });

  it('are reported with the lines of both sides if both set the same key', () => {
    make({ 'cortex.toml': '[layers]\n<<<<<<< HEAD\nhot = 2\nwarm = 4\n=======\nhot = 3\n>>>>>>> x\n' });
    expect(failure()).toBe(
      "/cortex.toml:2: merge conflict in lines 2 to 7: the lines between git's conflict markers are not read. Choose in an editor between lines 3 to 4 (ours) and line 6 (theirs), and remove git's conflict markers.",
    );
  });
});
