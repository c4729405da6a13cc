import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { shellWord } from '../../../src/engine/text/shell-word.ts';
import { CliProject } from '../../support/cortex-cli.ts';

async function projectWith(files: Readonly<Record<string, string>>): Promise<CliProject> {
  const project = new CliProject();
  for (const [name, text] of Object.entries(files)) project.write(name, text);
  await project.run('init');
  await project.run('graph build');
  return project;
}

const WAITING = {
  'src/app.ts': "import { session } from './auth/session';\nexport const load = () => import(String(session));\n",
  'src/plugin.ts': 'export const plugin = 1;\n',
};
/** The missing `./auth/session` cannot mean `src/plugin.ts`. */
const QUESTIONS: readonly (readonly [command: string, unresolved: string, means: string])[] = [
  ['blast src/plugin.ts', '1 import unresolved', 'the list may be incomplete'],
  ['path src/app.ts src/plugin.ts', '1 import unresolved', 'a connection may be missing'],
  ['couplings', '2 imports unresolved', 'connected files may be listed here'],
  ['cycles', '2 imports unresolved', 'the list may be incomplete'],
  ['dead-ends', '2 imports unresolved', 'imported files may be listed here'],
  ['stats', '2 imports unresolved', 'edges may be missing'],
];

describe('with unresolved imports no command reports an empty result as certain', () => {
  test.each(QUESTIONS)('graph %s', async (command, unresolved, means) => {
    const project = await projectWith(WAITING);
    const { out } = await project.printed(`graph ${command}`);
    expect(out).toContain(`${unresolved}; ${means}. Details: cortex graph unresolved --root ${shellWord(project.root)}\n`);
    expect(out).not.toMatch(/Nothing connects|Nothing depends|No files lean/);
    expect(await project.json(`graph ${command}`)).toMatchObject({ doubts: { known: true, unresolved: Number(unresolved[0]), unread: 0 } });
  });

  test('an unknown list of unresolved imports is reported', async () => {
    const project = await projectWith(WAITING);
    fs.rmSync(path.join(project.root, '.cortex/.local/graph/gaps.json'));
    const said = `It is unknown which imports are unresolved; edges may be missing. Build the graph: cortex graph build --root ${shellWord(project.root)}`;
    expect((await project.printed('graph stats')).out).toContain(said);
    expect(await project.json('graph cycles')).toMatchObject({ doubts: { known: false } });
  });

  test('a missing file is answered with the unresolved import that may mean it; any other path is unknown', async () => {
    const project = await projectWith(WAITING);
    const { code, out, err } = await project.run('graph blast src/auth/session.ts');
    expect({ code, err }).toMatchObject({ code: 0, err: expect.stringContaining('src/auth/session.ts: not in the graph') });
    expect(out).toContain('Unresolved import that may mean this file: src/app.ts:1 imports ./auth/session');
    expect((await project.run('graph blast src/auth/other.ts')).err).toContain('not in the graph');
    const path = await project.run('graph path src/app.ts src/auth/session.ts');
    expect(path).toMatchObject({ code: 1, err: expect.stringContaining('src/auth/session.ts: not in the graph') });
    expect(path.out).toContain('No connection found.\n');
    expect(path.out).toContain('Unresolved import that may mean this file: src/app.ts:1 imports ./auth/session\n');
    expect(await project.run('graph path src/app.ts src/auth/other.ts')).toMatchObject({ code: 1, out: '' });
  });

  test('an answer from a graph that is older than the files says so', async () => {
    const project = await projectWith({ 'src/app.ts': "import './plugin';\n", 'src/plugin.ts': 'export const plugin = 1;\n' });
    expect((await project.run('graph unresolved')).out).toBe('All imports are resolved, and all files are read.\n');
    expect(await project.json('graph hotspots')).toMatchObject({ changed: 0 });
    fs.rmSync(path.join(project.root, 'src/plugin.ts'));
    const since = (effect: string) => `1 file changed since the graph was built; ${effect}. Rebuild it: cortex graph build`;
    for (const command of ['graph unresolved', 'graph unresolved src/app.ts']) {
      const { out } = await project.run(command);
      expect(out).toMatch(/^When the graph was built, all imports(?: in src\/app\.ts)? were resolved, and all files were read\.\n/);
      expect(out).toContain(since('the list may be incomplete'));
    }
    expect((await project.run('graph hotspots')).out).toContain(since('the risks may differ'));
    expect(await project.json('graph owners src')).toMatchObject({ changed: 1 });
  });

  test('owners of a path that does not exist are those of a new file there', async () => {
    const project = await projectWith({ 'src/app.ts': '', 'src/notes.txt': '' });
    const note = 'src/nope.ts does not exist; the answer is for a file that is created there';
    expect((await project.run('graph owners src/nope.ts')).err).toContain(note);
    for (const known of ['src/app.ts', 'src', '.', 'src/notes.txt', 'src/*.ts'])
      expect((await project.run(`graph owners ${known}`)).err).not.toContain('does not exist');
  });
});

test('a file that is left out is answered with the reason, and no generated file is listed as unused', async () => {
  const project = await projectWith({ 'a.min.js': 'let a;\n', 'made.ts': '// @generated\nexport const a = 1;\n', 'b.ts': 'let b;\n' });
  const next = 'Nothing is known about it. Files that are left out: cortex graph unresolved';
  const { code, err } = await project.run('graph blast a.min.js');
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/not in the graph, because it is minified \(got "a.min.js"/) });
  expect(err).toContain(next);
  expect((await project.run('graph dead-ends')).out).toMatch(/^file {2}b.ts\n\n/);
});

test('a cycle and the sizes of a graph are stated as sentences', async () => {
  const project = await projectWith({ 'a.ts': "import './b.ts';\n", 'b.ts': "import './a.ts';\n" });
  expect((await project.run('graph cycles')).out).toBe('2 files depend on each other: a.ts → b.ts → a.ts\n');
  const alone = await projectWith({ 'a.ts': '' });
  expect((await alone.run('graph stats')).out).toContain('Nodes: 1 file\nEdges: none\n');
});

test('nothing is added when all imports are resolved and all files are read', async () => {
  const project = await projectWith({ 'a.ts': "import './b.ts';\n", 'b.ts': '' });
  for (const command of ['blast b.ts', 'path a.ts b.ts', 'couplings', 'cycles', 'dead-ends', 'stats']) {
    expect((await project.run(`graph ${command}`)).out).not.toMatch(/unresolved|incomplete|missing/);
  }
  expect((await project.run('graph cycles')).out).toBe('No circular dependencies.\n');
});

describe('changes since the graph was built are counted when', () => {
  const FILES = { 'src/lexer.ts': 'export const l = 1;\n', 'src/cli.ts': "import { l } from './lexer';\nl;\n" };
  const CHANGES: readonly (readonly [what: string, change: (root: string) => void, count: number])[] = [
    ['a file was deleted', (root) => fs.rmSync(path.join(root, 'src/cli.ts')), 1],
    ['a file was renamed', (root) => fs.renameSync(path.join(root, 'src/cli.ts'), path.join(root, 'src/main.ts')), 2],
    ['a file is new', (root) => fs.writeFileSync(path.join(root, 'src/new.ts'), "import './lexer';\n"), 1],
  ];

  test.each(CHANGES)('%s', async (_what, change, count) => {
    const project = await projectWith(FILES);
    change(project.root);
    const said = new RegExp(`^${count} files? changed since the graph was built; .*\\. Rebuild it: cortex graph build`, 'm');
    for (const command of ['blast src/lexer.ts', 'path src/cli.ts src/lexer.ts', 'dead-ends', 'cycles', 'stats'])
      expect((await project.printed(`graph ${command}`)).out).toMatch(said);
    const { out } = await project.printed('lock acquire src/lexer.ts --agent ann --with-blast');
    expect(out).toMatch(said);
    await project.run('graph build');
    expect((await project.printed('graph stats')).out).not.toContain('changed since');
  });
});

test('a file on which only tests depend is not answered with "nothing depends on it"', async () => {
  const files = {
    'src/a.ts': 'export const a = 1;\n',
    'test/a.test.ts': "import { a } from '../src/a';\nimport { b } from './b.test';\ntest('a', () => a + b);\n",
    'test/b.test.ts': "import { test } from 'vitest';\nexport const b = 1;\ntest('b', () => b);\n",
  };
  const project = await projectWith(files);
  for (const file of ['src/a.ts', 'test/b.test.ts']) {
    expect((await project.run(`graph blast ${file}`)).out).toMatch(
      /^Only tests import it, and no unresolved import can mean it\.\n\nTests to run/,
    );
  }
  expect((await project.run('graph blast test/a.test.ts')).out).toMatch(/^No file imports it, and no unresolved import can mean it\.\n/);
  project.write('src/c.ts', 'export const load = (name: string) => import(name);\n');
  await project.run('graph build');
  expect((await project.run('graph blast src/a.ts')).out).toMatch(/^No dependents found except tests; some may be missing\.\n/);
});

test('unresolved imports that cannot mean a file are not called resolved', async () => {
  const project = await projectWith({ 'a.ts': "import './gone.ts';\n" });
  expect((await project.run('graph blast a.ts')).out).toMatch(/^No file imports it, and no unresolved import can mean it\.\n/);
});

test.each([
  ['TypeScript', 'a.ts', { 'a.ts': 'export const a = 1;\n', 'b.ts': "import { a } from './a';\nexport const s = '\0' + a;\n" }],
  ['Python', 'a.py', { 'a.py': 'a = 1\n', 'b.py': "from a import a\ns = '\0'\n" }],
  [
    'Rust',
    'src/a.rs',
    { 'Cargo.toml': '[package]\nname = "x"\n', 'src/lib.rs': 'mod a;\nmod b;\n', 'src/a.rs': '', 'src/b.rs': '// \0\n' },
  ],
  ['Go', 'a/a.go', { 'go.mod': 'module x.com/x\n', 'a/a.go': 'package a\n', 'b/b.go': 'package b\nimport _ "x.com/x/a"\n// \0\n' }],
  ['Java', 'A.java', { 'A.java': 'class A {}\n', 'B.java': 'class B { A a; String s = "\0"; }\n' }],
])('a source with a NUL character counts as not read: %s', async (_, file, files) => {
  const project = await projectWith(files);
  expect((await project.run('graph unresolved')).out).toMatch(/^1 file not fully read\n\S*[bB]\.\w+ +contains a NUL character\n/);
  expect((await project.run(`graph blast ${file}`)).out).toMatch(/may be missing\.\n[\s\S]*1 file not fully read/);
  expect((await project.run('graph dead-ends')).out).toContain('1 file not fully read');
});

test('a configuration file is answered with what it configures; a project without dead ends has public files', async () => {
  const project = await projectWith({ 'go.mod': 'module example.com/lib\n', 'lib.go': 'package lib\nfunc Open() {}\n' });
  const { out } = await project.run('graph blast go.mod');
  expect(out).toMatch(/^No file imports it, but it configures the root folder\. A change may affect all files there\.\n/);
  expect((await project.run('graph blast lib.go')).out).toMatch(
    /^No file imports it, and no unresolved import can mean it\.\n\nNo test imports it, directly or through others\./,
  );
  const unused = (await project.run('graph dead-ends')).out;
  expect(unused).toBe('No unused files or symbols: each has dependents, is public, or is a program.\n');
});

test('a manifest that a script imports is answered with the script, and with what it configures', async () => {
  const project = await projectWith({
    'package.json': '{ "name": "x" }\n',
    'version.ts': "import pkg from './package.json';\nexport const v = pkg;\n",
  });
  const { out } = await project.run('graph blast package.json');
  expect(out).toContain(
    'version.ts imports package.json (line 1)\nIt also configures the root folder. A change may affect all files there.\n',
  );
});
