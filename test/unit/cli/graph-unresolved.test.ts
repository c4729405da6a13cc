import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { CliProject } from '../../support/cortex-cli.ts';

const FILES = {
  'src/auth.ts': 'export const login = () => 1;\n',
  'src/app.ts': "import { login } from './other/auth';\nimport { gone } from './gone.ts';\nlogin(gone);\n",
  'src/App.vue': '<script setup>import { login } from "./auth.ts";</script>\n',
  'src/big.ts': `export const big = '${'x'.repeat(1_048_577)}';\n`,
  'src/core/auth/index.ts': 'export const core = 1;\n',
  'lib/tool.py': 'from .missing import tool\n',
};

test('unresolved imports are listed, and counted wherever a result may be incomplete', async () => {
  const project = new CliProject();
  for (const [file, text] of Object.entries(FILES)) {
    fs.mkdirSync(path.dirname(path.join(project.root, file)), { recursive: true });
    fs.writeFileSync(path.join(project.root, file), text);
  }
  execFileSync('git', ['-C', project.root, 'init', '--quiet']);
  await project.run('init');
  expect(await project.run('graph unresolved')).toMatchObject({ code: 1, err: expect.stringContaining('cortex graph build') });
  const built = await project.printed('graph build');
  const list = `cortex graph unresolved --root ${project.root}`;
  expect(built.out).toContain(`Unresolved imports: 3 (${list})\nFiles not fully read: 2 (${list})\n`);

  expect(await project.json('graph unresolved')).toEqual({
    imports: [
      { path: 'lib/tool.py', line: 1, specifier: '.missing', names: ['tool'], reason: 'not found' },
      { path: 'src/app.ts', line: 1, specifier: './other/auth', names: ['login'], reason: 'not found' },
      { path: 'src/app.ts', line: 2, specifier: './gone.ts', names: ['gone'], reason: 'not found' },
    ],
    files: [
      { path: 'src/App.vue', reason: 'is not read: Vue' },
      { path: 'src/big.ts', reason: 'is larger than 1 MiB' },
    ],
    unchecked: [],
    changed: 0,
  });
  expect((await project.run('graph unresolved lib')).out).toBe('1 import unresolved\nlib/tool.py:1  .missing  not found\n');
  expect((await project.run('graph unresolved src/core')).out).toBe('All imports in src/core are resolved, and all files are read.\n');

  // For paths outside the graph it must not report that all is resolved.
  for (const [typed, value] of [
    ['src/nope', 'src/nope'],
    ['README.md', 'README.md'],
  ] as const) {
    const { code, out, err } = await project.run(`graph unresolved ${typed}`);
    expect({ code, out, err }).toEqual({
      code: 1,
      out: '',
      err: expect.stringContaining(`not in the graph (got "${value}"`),
    });
  }
  // A path may have the additions that editors and tools write.
  expect((await project.run('graph unresolved lib/tool.py:1')).out).toBe('1 import unresolved\nlib/tool.py:1  .missing  not found\n');
  expect((await project.run('graph unresolved src/auth.ts#login')).out).toBe(
    'All imports in src/auth.ts#login are resolved, and all files are read.\n',
  );
  const asked = await project.json('graph blast src/auth.ts');
  for (const typed of ['src/auth.ts:100', 'src/auth.ts:1:7', '@src/auth.ts', '"src/auth.ts"', 'src/auth.ts#L12']) {
    expect(await project.json(['graph', 'blast', typed])).toEqual(asked);
  }
  // A misspelled symbol is no file that an unresolved import may mean: "No dependents" would not be about its file.
  for (const words of ['graph blast src/auth.ts#logon', 'graph path src/auth.ts#logon src/app.ts']) {
    expect(await project.run(words)).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('not in the graph (got "src/auth.ts#logon"'),
    });
  }

  const may = `1 import unresolved, 2 files not fully read; the list may be incomplete. Details: ${list}`;
  const means = 'Unresolved import that may mean this file: src/app.ts:1 imports ./other/auth';
  const { out } = await project.printed('graph impact src/auth.ts');
  expect(out).toContain(`No dependents found; some may be missing.\n\nNo tests found for it; some may be missing.\n\n${may}\n${means}\n`);
  expect(await project.json('graph blast src/auth.ts')).toEqual(await project.json('graph impact src/auth.ts'));
  expect((await project.printed('lock acquire src/auth.ts --agent ann')).out).toContain(
    `\n${may.replace('the list may be incomplete', 'more files may be affected')}\n${means}\n`,
  );
  expect(await project.json('lock acquire src/core/ --agent ann')).toMatchObject({
    granted: true,
    doubts: { known: true, unresolved: 1, concerning: [{ path: 'src/app.ts', line: 1, specifier: './other/auth' }] },
  });

  // A graph that was built on another machine has no gaps file.
  fs.rmSync(path.join(project.root, '.cortex/.local/graph/gaps.json'));
  expect((await project.run('graph blast src/auth.ts')).out).toContain(
    'It is unknown which imports are unresolved; the list may be incomplete.',
  );
  expect(await project.run('graph unresolved')).toMatchObject({ code: 1, err: expect.stringContaining('cortex graph build') });
  await project.run('graph build');
  expect(await project.json('graph blast lib/tool.py')).toMatchObject({ doubts: { known: true, unresolved: 1, unread: 0, changed: 0 } });
});

test('the place of an unresolved import is whole, however long its path is', async () => {
  const project = new CliProject();
  const file = `proto/src/test/java/com/example/${'protobuf/functional/'.repeat(6)}a-source-with-a-long-name.ts`;
  fs.mkdirSync(path.dirname(path.join(project.root, file)), { recursive: true });
  fs.writeFileSync(path.join(project.root, file), "import './gone.ts';\n");
  fs.writeFileSync(path.join(project.root, 'lib.js'), 'export const a = 1;\n');
  await project.run('init');
  await project.run('graph build');
  expect((await project.run('graph unresolved')).out).toBe(`1 import unresolved\n${file}:1  ./gone.ts  not found\n`);
});

test('a deleted file of a package is known from git, and the other files of its package are named', async () => {
  const project = new CliProject();
  const git = (...words: string[]) => execFileSync('git', ['-C', project.root, '-c', 'user.name=a', '-c', 'user.email=a@b.c', ...words]);
  const files = {
    'go.mod': 'module a.b/c\n',
    'x/one.go': 'package x\n\nfunc One() {}\n',
    'x/two.go': 'package x\n\nfunc Two() { One() }\n',
  };
  for (const [file, text] of Object.entries({ ...files, 'lib/old.py': 'x = 1\n' })) {
    fs.mkdirSync(path.dirname(path.join(project.root, file)), { recursive: true });
    fs.writeFileSync(path.join(project.root, file), text);
  }
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '-m', 'first');
  for (const gone of ['x/one.go', 'lib/old.py']) fs.rmSync(path.join(project.root, gone));
  await project.run('init');
  await project.run('graph build');
  const go = await project.run('graph blast x/one.go');
  expect(go).toMatchObject({ code: 1, err: expect.stringContaining('not in the graph, because the file was deleted (got "x/one.go")') });
  expect(go.err).toContain('Compile them: x/two.go. Its last version: git log -1 -p -- x/one.go');
  git('commit', '--quiet', '-a', '-m', 'second');
  expect((await project.run('graph path lib/old.py x/two.go')).err).toContain('the file was deleted (got "lib/old.py")');
  expect((await project.run('graph blast x/never.go')).err).not.toContain('deleted');
});

test('a deleted file that an unresolved import may mean is said to be deleted, and its package is named', async () => {
  const project = new CliProject();
  const git = (...words: string[]) => execFileSync('git', ['-C', project.root, '-c', 'user.name=a', '-c', 'user.email=a@b.c', ...words]);
  const files = {
    'go.mod': 'module a.b/c\n',
    'main.go': 'package main\n\nimport "a.b/c/x"\n\nfunc main() { x.One() }\n',
    'x/one.go': 'package x\n\nfunc One() {}\n',
    'x/one_test.go': 'package x\n\nimport "testing"\n\nfunc TestOne(t *testing.T) { One() }\n',
    'src/main/java/a/Gone.java': 'package a;\n\nclass Gone {}\n',
    'src/main/java/b/Use.java': 'package b;\n\nimport a.Gone;\n\nclass Use {}\n',
    'src/test/java/a/GoneTest.java': 'package a;\n\nclass GoneTest { Gone gone; }\n',
    'web/gone.ts': 'export const one = 1;\n',
    'web/use.ts': "import { one } from './gone';\n",
  };
  for (const [file, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(project.root, file)), { recursive: true });
    fs.writeFileSync(path.join(project.root, file), text);
  }
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '-m', 'first');
  git('rm', '--quiet', 'x/one.go', 'src/main/java/a/Gone.java', 'web/gone.ts');
  git('commit', '--quiet', '-m', 'second');
  await project.run('init');
  await project.run('graph build');
  const compile = (file: string) =>
    ` Files of its package use its names without an import, so they are not listed as unresolved. Compile them: ${file}.`;
  for (const [gone, said, meant] of [
    ['x/one.go', compile('x/one_test.go'), 'main.go:3 imports a.b/c/x'],
    ['src/main/java/a/Gone.java', compile('src/test/java/a/GoneTest.java'), 'src/main/java/b/Use.java:3 imports a.Gone'],
    ['web/gone.ts', '', 'web/use.ts:1 imports ./gone'],
  ] as const) {
    const deleted = `warning: ${gone}: not in the graph, because the file was deleted.${said} Its last version: git log -1 -p -- ${gone}\n`;
    const blast = await project.run(`graph blast ${gone}`);
    expect(blast).toMatchObject({
      code: 0,
      err: deleted,
      out: expect.stringContaining(`Unresolved import that may mean this file: ${meant}`),
    });
    expect((await project.run(`graph path ${gone} x/one_test.go`)).err).toContain(deleted);
  }
});

test('imports of a symbolic link are unresolved without its target, which names the link', async () => {
  const project = new CliProject();
  const files = {
    'shared/types.ts': 'export type A = 1;\n',
    'web/use.ts': "import type { A } from './own';\n",
    'web/x.ts': "import './k';\n",
  };
  for (const [file, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(project.root, file)), { recursive: true });
    fs.writeFileSync(path.join(project.root, file), text);
  }
  fs.symlinkSync('../shared/types.ts', path.join(project.root, 'web/own.ts'));
  fs.symlinkSync('nowhere', path.join(project.root, 'web/k.ts'));
  for (const words of [
    ['init', '--quiet'],
    ['add', '.'],
  ])
    execFileSync('git', ['-C', project.root, ...words]);
  await project.run('init');
  await project.run('graph build');
  expect(await project.json('graph unresolved')).toMatchObject({ imports: [{ path: 'web/x.ts', specifier: './k' }] });
  fs.rmSync(path.join(project.root, 'shared/types.ts'));
  await project.run('graph build');
  expect(await project.json('graph unresolved')).toMatchObject({
    imports: [{ path: 'web/use.ts', specifier: './own' }, { path: 'web/x.ts' }],
  });
  expect((await project.run('graph blast shared/types.ts')).err).toContain('(web/own.ts): cortex graph blast web/own.ts.');
  expect((await project.run('graph blast web/own.ts')).out).toContain('web/use.ts');
});

test('imports through symbolic links in a circle, or to nothing, are unresolved', async () => {
  const project = new CliProject();
  const links = { 'a.py': 'b.py', 'b.py': 'a.py', own: 'own', 'gone.py': 'nowhere', 'pkg/up': '..', 'pkg/self': '.', 'w.ts': 'w.ts' };
  fs.mkdirSync(path.join(project.root, 'pkg'));
  for (const [link, target] of Object.entries(links)) fs.symlinkSync(target, path.join(project.root, link));
  fs.writeFileSync(path.join(project.root, 'pkg/__init__.py'), '');
  fs.writeFileSync(
    path.join(project.root, 'use.py'),
    'import a\nimport own\nimport gone\nimport numpy\nfrom pkg.self import m\nimport pkg.up.use\n',
  );
  fs.writeFileSync(path.join(project.root, 'use.ts'), "import './w';\nimport './pkg/self/self/x';\n");
  for (const words of [
    ['init', '--quiet'],
    ['add', '.'],
  ])
    execFileSync('git', ['-C', project.root, ...words]);
  await project.run('init');
  await project.run('graph build');
  const listed = [...['a', 'own', 'gone', 'pkg.self', 'pkg.up.use'], './w', './pkg/self/self/x'].map((specifier) => ({ specifier }));
  expect(await project.json('graph unresolved')).toMatchObject({ imports: listed });
});

test('names that could not be checked are counted and listed, never passed over', async () => {
  const project = new CliProject();
  const modules = 'import a\nfrom b import one, two\n\na.x()\n';
  const files = { 'a.py': 'def __getattr__(name): return 1\n', 'b.py': 'from numpy import *\none = 1\n', 'use.py': modules };
  for (const [file, text] of Object.entries(files)) fs.writeFileSync(path.join(project.root, file), text);
  execFileSync('git', ['-C', project.root, 'init', '--quiet']);
  await project.run('init');
  expect((await project.run('graph build')).out).toContain('Imported names that could not be checked: 2 (cortex graph unresolved)\n');
  expect((await project.run('graph unresolved')).out).toBe(
    [
      'No unresolved import was found, and all files are read, but some names could not be checked.',
      '',
      '2 names could not be checked: 2 files may define names that the graph does not see',
      'use.py:2  two  may be missing in b.py',
      'use.py:4  x    may be missing in a.py',
      '',
    ].join('\n'),
  );
  expect(await project.json('graph unresolved')).toMatchObject({
    imports: [],
    unchecked: [
      { path: 'use.py', line: 2, specifier: 'b.two', names: ['two'], definer: 'b.py' },
      { path: 'use.py', line: 4, specifier: 'a.x', names: ['x'], definer: 'a.py' },
    ],
  });
  const asked = (await project.run('graph unresolved a.py')).out;
  expect(asked).toContain('found in a.py, and all files are read, but');
  expect(asked).not.toContain('b.py');
});
