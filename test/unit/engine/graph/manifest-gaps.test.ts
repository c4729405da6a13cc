import { describe, expect, test } from 'vitest';
import { findDoubts } from '../../../../src/engine/crtx/graph/graph-doubts.ts';
import { structureOf } from './facts-of.ts';

/** Returns problems of manifests, each as `path:line reason`. @param others files that exist besides */
const gapsOf = (configs: Readonly<Record<string, string>>, others: readonly string[] = []): string[] =>
  structureOf([], Object.entries(configs), others).unread.map(({ path, line, reason }) => `${path}:${line ?? '?'} ${reason}`);

describe('a partly read manifest is reported with its line', () => {
  test.each([
    ['go.work', 'go 1.22\n\nuse (\n\t./app\n', 'go.work:3 was read only in part: the block that starts in line 3 is never closed'],
    ['a/go.mod', 'module a\n<<<<<<< ours\n', 'a/go.mod:2 was read only in part: merge conflict marker in line 2'],
    [
      'tsconfig.json',
      '{\n  "compilerOptions": {\n    "paths": { "@a": [ }\n',
      'tsconfig.json:3 cannot be read: ValueExpected in line 3, column 24',
    ],
    ['package.json', '{\n  "name": "a"\n  "main": "b.js"\n}\n', 'package.json:3 cannot be read: CommaExpected in line 3, column 3'],
    ['Cargo.toml', '[package]\nname = "a"\n[dependencies\n', 'Cargo.toml:3 cannot be read: Invalid TOML document: '],
    ['pyproject.toml', '[project]\nname = \n', 'pyproject.toml:2 cannot be read: Invalid TOML document: '],
    ['pnpm-workspace.yaml', 'packages:\n  - "a\n', 'pnpm-workspace.yaml:3 cannot be read: '],
    [
      'pom.xml',
      '<project>\n  <modules>\n    <module>a</module>\n</project>\n',
      'pom.xml:4 was read only in part: unmatched closing tag </project> in line 4',
    ],
    ['b/pom.xml', '<project>\n  <modules>\n', 'b/pom.xml:2 was read only in part: <modules> in line 2 is never closed'],
    [
      'build.gradle',
      'dependencies {\n  api "a:b:1"\n',
      'build.gradle:1 was read only in part: the block that starts in line 1 is never closed',
    ],
    ['setup.cfg', '[options]\n>>>>>>> theirs\n', 'setup.cfg:2 was read only in part: merge conflict marker in line 2'],
  ])('%s', (path, text, said) => {
    const [gap, ...others] = gapsOf({ [path]: text }, ['app', 'a']);
    expect(gap).toContain(said);
    expect(others).toEqual([]);
  });

  test('valid manifests, and files that do not affect imports, are not reported', () => {
    const whole = {
      'go.work': 'use (\n\t./app // (\n)\n',
      'pom.xml': '<?xml version="1.0"?>\n<!-- <a> --><project><a/><b x="1"/><![CDATA[ <c> ]]></project>\n',
      'build.gradle': "// {\ndef a = '{'\nb { }\n",
      'tsconfig.json': '{ // yes\n  "extends": "@tsconfig/node22/tsconfig.json",\n}\n',
      'biome.json': '{',
      'compose.yaml': 'a: "b',
    };
    expect(gapsOf(whole, ['app'])).toEqual([]);
  });

  test('an unread manifest affects only queries about its language', () => {
    const gaps = { imports: [], files: [...structureOf([], [['go.work', 'use (\n']]).unread], commits: 0, fixes: 0 };
    expect(findDoubts(gaps, ['a/b.go']).unread).toBe(1);
    expect(findDoubts(gaps, []).unread).toBe(1);
    expect(findDoubts(gaps, ['a/b.ts']).unread).toBe(0);
  });
});

describe('a reference out of the project, or a cycle of references, is reported with its line', () => {
  test('TypeScript configurations', () => {
    const cycle = {
      'tsconfig.json': '{\n  "extends": "./base.json"\n}',
      'base.json': '{ "extends": "./more.json" }',
      'more.json': '{\n"extends": ["./tsconfig.json"] }',
    };
    expect(gapsOf(cycle)).toEqual(['tsconfig.json:2 extends itself: tsconfig.json → base.json → more.json → tsconfig.json']);
    expect(gapsOf({ 'tsconfig.json': '{ "extends": "./tsconfig.json" }' })).toEqual([
      'tsconfig.json:1 extends itself: tsconfig.json → tsconfig.json',
    ]);
    // Two configurations that extend the same one are not a cycle.
    expect(
      gapsOf({
        'tsconfig.json': '{ "extends": ["./a.json", "./b.json"] }',
        'a.json': '{ "extends": "./c.json" }',
        'b.json': '{ "extends": "./c.json" }',
        'c.json': '{}',
      }),
    ).toEqual([]);
    const text =
      '{\n  "extends": ["./gone.json", "../out.json"],\n  "compilerOptions": {\n    "baseUrl": "../x",\n    "rootDirs": ["src",\n "../y"],\n    "paths": {}\n  },\n  "references": [\n    { "path": "../z" }]\n}';
    expect(gapsOf({ 'tsconfig.json': text })).toEqual([
      'tsconfig.json:2 extends ./gone.json, which does not exist',
      'tsconfig.json:2 extends ../out.json, which is out of the project and not read',
      'tsconfig.json:4 names a place out of the project, which is not read: ../x',
      'tsconfig.json:6 names a place out of the project, which is not read: ../y',
      'tsconfig.json:10 names a place out of the project, which is not read: ../z',
    ]);
    expect(gapsOf({ 'tsconfig.json': '{ "compilerOptions": { "paths": {\n "@x/*": ["./x/*", "../x/*"] } } }' })).toEqual([
      'tsconfig.json:2 names a place out of the project, which is not read: ../x/*',
    ]);
  });

  test.each([
    ['package.json', '{ "workspaces": [\n "a",\n "../x" ] }', 'package.json:3 names a package'],
    ['pnpm-workspace.yaml', 'packages:\n  - a\n  - ../x\n', 'pnpm-workspace.yaml:3 names a package'],
    [
      'Cargo.toml',
      '[dependencies]\nx = { path = "../x" }\n[workspace]\nmembers = [\n  "a",\n  "../x",\n]\n',
      'Cargo.toml:6 names a package',
    ],
    ['go.work', 'use ./a\nuse (\n\t./b\n\t../x // c\n)\n', 'go.work:4 names a module'],
    [
      'pom.xml',
      '<project>\n<!-- <module>../x</module> -->\n<modules><module>a</module>\n<module>../x</module></modules></project>',
      'pom.xml:4 names a module',
    ],
    ['settings.gradle', '// includeBuild "../x"\ninclude ":a"\nincludeBuild("../x")\n', 'settings.gradle:3 names a build'],
    ['settings.gradle.kts', 'include(":x")\nproject(":x").projectDir = file("../x")\n', 'settings.gradle.kts:2 names a project'],
    ['pyproject.toml', '[tool.pytest.ini_options]\npythonpath = ["src",\n"../x"]\n', 'pyproject.toml:3 names a folder'],
    ['requirements.txt', 'flask\n-e ../x\n', 'requirements.txt:2 names a folder'],
    ['setup.cfg', '[mypy]\nmypy_path = ../x\n', 'setup.cfg:2 names a folder'],
  ])('%s', (path, text, said) => {
    // Folders whose files are not listed.
    const others = ['x', 'a', 'b', 'sub/a', 'sub/b', 'sub/x'];
    expect(gapsOf({ [path]: text }, others)).toEqual([`${said} out of the project, which is not read: ../x`]);
    // From a subfolder, the path is inside the project.
    expect(gapsOf({ [`sub/${path}`]: text }, others)).toEqual([]);
  });
});
