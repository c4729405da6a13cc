import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Metafile } from 'esbuild';
import { expect, it } from 'vitest';
import { bundledPackages, NOTICES } from '../../../scripts/lib/build/notices.mjs';
import { fromRoot, programOf, readManifest, root } from '../../../scripts/lib/project.mjs';

const notices = (): string => fs.readFileSync(fromRoot(NOTICES), 'utf8');

/** Returns the outputs of the last build for a bundle. */
function outputsOf(bundle: string): Metafile['outputs'] {
  const { outputs } = JSON.parse(fs.readFileSync(fromRoot('out/meta', `${bundle}.json`), 'utf8')) as Metafile;
  return outputs;
}

/** Returns the input files of all bundles of the last build. */
function inputs(): string[] {
  const bundles = fs.readdirSync(fromRoot('out/meta')).map((file) => path.basename(file, '.json'));
  return bundles.flatMap((bundle) => Object.values(outputsOf(bundle)).flatMap((output) => Object.keys(output.inputs)));
}

it('contains the licence of each bundled package', () => {
  const packages = new Set(inputs().flatMap((file) => (file.includes('node_modules/') ? [packageOf(file)] : [])));
  expect(packages.size).toBeGreaterThan(20);
  for (const folder of packages) {
    const { name, version } = readManifest(fromRoot(folder));
    expect(notices()).toContain(`${name} ${version} (`);
    const licence = fs.readdirSync(fromRoot(folder)).find((file) => /^licen[cs]e/i.test(file)) ?? 'no licence';
    expect(notices()).toContain(fs.readFileSync(fromRoot(folder, licence), 'utf8').trim());
  }
});

/** Returns the folder of the nearest package.json with a version. */
function packageOf(file: string): string {
  const folder = path.posix.dirname(file);
  const manifest = fromRoot(folder, 'package.json');
  return fs.existsSync(manifest) && readManifest(fromRoot(folder)).version ? folder : packageOf(folder);
}

it('contains the author of each compiled grammar', () => {
  const grammars = fs.readdirSync(fromRoot('dist/graph')).filter((file) => file.startsWith('tree-sitter-'));
  expect(grammars).toHaveLength(7);
  for (const file of grammars)
    expect(notices()).toMatch(new RegExp(`, ${path.basename(file, '.wasm')} \\(MIT\\)\n\n.*MIT License.*\n\nCopyright \\(c\\) 20`));
});

it('distinguishes packages nested in others', () => {
  const input = { bytesInOutput: 1 };
  const output = { inputs: { 'node_modules/a/index.js': input, 'node_modules/a/node_modules/@b/c/x/y.js': input, 'src/d.ts': input } };
  const metafile = { inputs: {}, outputs: { 'dist/a.js': { ...output, bytes: 1, imports: [], exports: [] } } };
  expect(bundledPackages([metafile])).toEqual(['node_modules/a', 'node_modules/a/node_modules/@b/c']);
});

it('is in both packages, without files that this machine compiled', () => {
  const npm = execFileSync('npm', ['pack', '--dry-run', '--json', '--offline'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [packed] = JSON.parse(npm) as [{ files: { path: string }[] }];
  const inNpm = packed.files.map((file) => file.path);
  const inVsix = execFileSync(process.execPath, [programOf('@vscode/vsce', 'vsce'), 'ls', '--no-dependencies'], {
    cwd: root,
    encoding: 'utf8',
  }).split('\n');
  for (const files of [inNpm, inVsix]) {
    expect(files).toContain(NOTICES);
    expect(files).toContain('LICENSE');
    expect(files.filter((file) => file.includes('.compiled'))).toEqual([]);
  }
  const built = ['host', 'cli', 'shared', 'graph', 'threads', 'webview'].flatMap((name) => Object.keys(outputsOf(name)));
  expect(built.filter((file) => !file.endsWith('.map') && !inVsix.includes(file))).toEqual([]);
});
