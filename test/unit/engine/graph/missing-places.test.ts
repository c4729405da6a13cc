import { describe, expect, test } from 'vitest';
import { facts, structureOf } from './facts-of.ts';

type Texts = Readonly<Record<string, string>>;

/** Returns problems of manifests and their unresolved names, each as `path:line text`. @param paths of sources and other files */
function gapsOf(configs: Texts, paths: readonly string[] = []): string[] {
  const sources = paths.filter((path) => /\.[jt]s$/.test(path)).map((path) => [path, facts('typescript')] as const);
  const { unread, unresolved } = structureOf(sources, Object.entries(configs), paths);
  return [
    ...unread.map(({ path, line, reason }) => `${path}:${line ?? '?'} ${reason}`),
    ...unresolved.map(({ path, line, specifier, reason, language }) => `${path}:${line} ${specifier} ${reason} (${language})`),
  ];
}

describe('a package or module that a manifest names and that does not exist is listed with its line', () => {
  test.each([
    [
      'package.json',
      '{ "workspaces": [\n "packages/*",\n "tools/gone"] }',
      'package.json:3 names a package that does not exist: tools/gone',
      'tools/gone/package.json',
    ],
    [
      'package.json',
      '{ "dependencies": {\n "gone": "file:./gone", "x": "file:x.tgz", "y": "^1.0.0" } }',
      'package.json:2 names a package that does not exist: ./gone',
      'gone/package.json',
    ],
    [
      'package.json',
      '{ "dependencies": {\n "gone": "./gone", "x": "./x.tgz", "y": "link:y", "z": "workspace:a/z" } }',
      'package.json:2 names a package that does not exist: ./gone',
      'gone/package.json',
    ],
    [
      'pnpm-workspace.yaml',
      'packages:\n  - "packages/*"\n  - gone\n',
      'pnpm-workspace.yaml:3 names a package that does not exist: gone',
      'gone/package.json',
    ],
    [
      'Cargo.toml',
      '[workspace]\nmembers = [\n  "crates/*",\n  "gone",\n]\n',
      'Cargo.toml:4 names a package that does not exist: gone',
      'gone/Cargo.toml',
    ],
    [
      'Cargo.toml',
      '[dependencies]\nserde = "1"\ngone = { path = "crates/gone" }\n',
      'Cargo.toml:3 names a package that does not exist: crates/gone',
      'crates/gone/Cargo.toml',
    ],
    [
      'Cargo.toml',
      '[target.\'cfg(unix)\'.dev-dependencies.gone]\npath = "gone"\n',
      'Cargo.toml:2 names a package that does not exist: gone',
      'gone/Cargo.toml',
    ],
    [
      'Cargo.toml',
      '[patch.crates-io]\ngone = { path = "gone" }\n',
      'Cargo.toml:2 names a package that does not exist: gone',
      'gone/Cargo.toml',
    ],
    ['go.work', 'go 1.22\nuse (\n\t./gone // c\n)\n', 'go.work:3 names a module that does not exist: ./gone', 'gone/go.mod'],
    [
      'go.mod',
      'module a\n\nreplace example.com/gone v1.0.0 => ./gone\n',
      'go.mod:3 names a module that does not exist: ./gone',
      'gone/go.mod',
    ],
    [
      'pom.xml',
      '<project>\n<!-- <module>no</module> -->\n<modules>\n<module>gone</module></modules></project>',
      'pom.xml:4 names a module that does not exist: gone',
      'gone/pom.xml',
    ],
    [
      'settings.gradle',
      'include ":core:gone" // x\n',
      'settings.gradle:1 names a project that does not exist: core/gone',
      'core/gone/a.txt',
    ],
    [
      'settings.gradle.kts',
      'include(":x",\n  ":y")\nproject(":y").projectDir = file("gone")\n',
      'settings.gradle.kts:2 names a project that does not exist: gone',
      'gone/a.txt',
    ],
    ['settings.gradle', 'includeBuild("gone")\n', 'settings.gradle:1 names a build that does not exist: gone', 'gone/a.txt'],
    [
      'tsconfig.json',
      '{ "files": [], "references": [\n { "path": "./gone" }] }',
      'tsconfig.json:2 names a project that does not exist: ./gone',
      'gone/tsconfig.json',
    ],
  ])('%s %#', (path, text, said, file) => {
    const others = ['x/a.txt', 'packages/a/package.json'];
    expect(gapsOf({ [path]: text }, others)).toEqual([said]);
    expect(gapsOf({ [path]: text }, [...others, file])).toEqual([]);
    // A folder that git ignores, a symbolic link, and a submodule: their files are not listed.
    const folder = file.slice(0, file.lastIndexOf('/'));
    expect(gapsOf({ [path]: text }, [...others, `${folder}/`])).toEqual([]);
    expect(gapsOf({ [path]: text }, [...others, folder])).toEqual([]);
  });

  test('a module of Maven may be a file, and what code decides is not checked', () => {
    expect(
      gapsOf({ 'pom.xml': `<project><modules><module>other.xml</module><module>\${x}</module></modules></project>` }, ['other.xml']),
    ).toEqual([]);
    for (const code of ['rootProject.children.each { it.projectDir = file(it.name) }', 'if (file("gone").exists()) { }'])
      expect(gapsOf({ 'settings.gradle': `include 'gone', "$x"\n${code}\n` })).toEqual([]);
    expect(gapsOf({ 'settings.gradle': "fileTree('.') { include '**/build.gradle' }\n" })).toEqual([]);
  });
});

describe('a source that a manifest names and that does not exist is listed with its line', () => {
  test.each([
    ['package.json', '{\n "main": "./src/gone.ts" }', 'package.json:2 ./src/gone.ts not found (ts)', 'src/gone.ts'],
    ['package.json', '{\n "main": "src/gone.js" }', 'package.json:2 src/gone.js not found (ts)', 'src/gone.ts'],
    ['package.json', '{ "bin": {\n "x": "src/gone.js" } }', 'package.json:2 src/gone.js not found (ts)', 'src/gone.js'],
    ['package.json', '{ "bin": "gone.js" }', 'package.json:1 gone.js not found (ts)', 'gone.js'],
    [
      'package.json',
      '{ "exports": { "./x": { "types": "./dist/gone.d.ts",\n "default": "./src/gone.ts" }, "./*": "./src/*.ts" } }',
      'package.json:2 ./src/gone.ts not found (ts)',
      'src/gone.ts',
    ],
    [
      'package.json',
      '{ "imports": { "#y": "installed",\n "#x": "./src/gone.ts" } }',
      'package.json:2 ./src/gone.ts not found (ts)',
      'src/gone.ts',
    ],
    ['package.json', '{ "scripts": {\n "a": "cd src && node ./gone.js --x" } }', 'package.json:2 ./gone.js not found (ts)', 'src/gone.js'],
    ['package.json', '{ "scripts": {\n "a": "python tools/gone.py" } }', 'package.json:2 tools/gone.py not found (py)', 'tools/gone.py'],
    ['tsconfig.json', '{ "files": ["src/a.ts",\n "src/gone.ts"] }', 'tsconfig.json:2 src/gone.ts not found (ts)', 'src/gone.ts'],
    [
      'Cargo.toml',
      '[package]\nname = "a"\n[[bin]]\nname = "b"\npath = "src/gone.rs"\n',
      'Cargo.toml:5 src/gone.rs not found (rs)',
      'src/gone.rs',
    ],
    ['Cargo.toml', '[package]\nname = "a"\n[lib]\npath = "gone.rs"\n', 'Cargo.toml:4 gone.rs not found (rs)', 'gone.rs'],
    ['Cargo.toml', '[package]\nname = "a"\n[[test]]\nname = "gone"\n', 'Cargo.toml:4 gone not found (rs)', 'tests/gone/main.rs'],
    ['Cargo.toml', '[package]\nname = "a"\nbuild = "gone.rs"\n', 'Cargo.toml:3 gone.rs not found (rs)', 'gone.rs'],
  ])('%s %#', (path, text, said, file) => {
    const others = ['src/a.ts', 'a.ts'];
    expect(gapsOf({ [path]: text }, others)).toEqual([said]);
    expect(gapsOf({ [path]: text }, [...others, file])).toEqual([]);
  });

  test.each([
    '{ "main": "dist/index.js", "module": "lib/x.mjs", "types": "src/gone.d.ts" }',
    '{ "main": "index.js" }',
    '{ "bin": "gone.js", "scripts": { "build": "esbuild" } }',
    '{ "main": "src/data.json", "style": "src/gone.css", "bin": "node_modules/x/y.js" }',
    '{ "scripts": { "a": "(cd tools && node src/gone.js)", "b": "node $X/gone.js", "c": "npm --prefix x exec node src/gone.js", "d": "bun run build" } }',
  ])('but not what a build may make, nor what is unknown: %s', (text) => {
    expect(gapsOf({ 'package.json': text }, ['src/a.ts', 'a.ts'])).toEqual([]);
  });
});
