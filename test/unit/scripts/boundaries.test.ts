import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';
import { describe, expect, it } from 'vitest';
import { checkMetafiles } from '../../../scripts/lib/boundaries/metafiles.mjs';
import { checkSources } from '../../../scripts/lib/boundaries/sources.mjs';
import { temporaryFolder } from '../../support/folders.ts';

/** Creates a small tree that uses all allowed imports. `changes` overrides files. */
function makeTree(changes: Record<string, string> = {}): string {
  const root = temporaryFolder();
  const files = {
    'package.json': JSON.stringify({ name: 'small', version: '1.0.0', dependencies: { zod: '1.0.0' } }),
    'src/engine/platform/errors.ts': `import fs from 'node:fs';\nexport type Code = 'a';\nexport const read = fs.readFileSync;`,
    'src/engine/platform/clock.ts': `export const now = () => Date.now();`,
    'src/engine/vault/index.ts': `export * from './rules.ts';`,
    'src/engine/vault/rules.ts': `import * as z from 'zod';\nimport { read } from '../platform/errors.ts';\nexport const rules = [z, read, new Date(5)];`,
    'src/engine/vault/operations/check.ts': `import { rules } from '../rules.ts';\nexport const check = { rules, load: () => import('../index.ts') };`,
    'src/engine/team/index.ts': `import { rules } from '../vault/index.ts';\nexport const team = rules;`,
    'src/engine/workspace/workspace.ts': `import { team } from '../team/index.ts';\nexport const workspace = () => [team, import('../vault/index.ts')];`,
    'src/engine/swarm/index.ts': `export * from './locks/lock.ts';`,
    'src/engine/swarm/locks/lock.ts': `import { record } from '../../timeline/store.ts';\nexport const lock = record;`,
    'src/engine/timeline/store.ts': `import { rules } from '../swarm/rules.ts';\nexport const record = rules;`,
    'src/engine/swarm/rules.ts': `import { read } from '../platform/errors.ts';\nexport const rules = read;`,
    'src/engine/index.ts': `export * from './workspace/workspace.ts';\nexport type { Code } from './platform/errors.ts';`,
    'src/host/board/protocol.ts': `import * as z from 'zod';\nimport type { Code } from '../../engine/platform/errors.ts';\nimport type { Checked } from '../../engine/vault/schemas/check.ts';\nexport const schema = z;\nexport interface View { code: Code, checked: Checked }`,
    'src/engine/vault/schemas/check.ts': `export type Checked = boolean;`,
    'src/host/extension.ts': `import * as vscode from 'vscode';\nimport type { View } from './board/protocol.ts';\nimport { workspace } from '../engine/workspace/workspace.ts';\nexport const activate = (view: View) => [vscode, workspace, view];`,
    'src/mcp/index.ts': `import { workspace } from '../engine/workspace/workspace.ts';\nexport const serve = workspace;`,
    'src/cli/cortex.ts': `import { check } from '../engine/vault/operations/check.ts';\nconst { serve } = await import('../mcp/index.ts');\nserve(check);`,
    'webview/main.tsx': `import { createRoot } from 'react-dom/client';\nimport type { View } from '../src/host/board/protocol.ts';\nexport const view: View | undefined = createRoot();`,
    ...changes,
  };
  for (const [file, text] of Object.entries(files)) {
    fs.mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), text);
  }
  return root;
}

/** Returns one line for each violation. */
function broken(changes: Record<string, string>): string[] {
  return checkSources(makeTree(changes)).violations.map(({ file, line, rule }) => `${file}:${line ?? '-'} ${rule}`);
}

const DOWNWARD =
  'imports go to lower layers only: platform, text ← files ← log ← crtx ← protocols ← workspace ← needs ← host, cli, mcp, guard';
const ENTRY_POINT = 'index.ts is the only entry point of its folder';
const WEBVIEW_SEES = 'the webview imports only types of protocol.ts files of src/host';
const PROTOCOL_SEES = 'protocol.ts of a page imports only zod, other page protocols, and types of lower layers and schemas';

describe('import rules of the sources', () => {
  it('accept a tree without violations', () => {
    expect(broken({})).toEqual([]);
  });

  it.each([
    ['platform → files', 'src/engine/platform/a.ts', '../files/mutex.ts', DOWNWARD],
    ['files → log', 'src/engine/files/a.ts', '../log/log.ts', DOWNWARD],
    ['log → crtx', 'src/engine/log/a.ts', '../crtx/index.ts', DOWNWARD],
    ['crtx → protocol', 'src/engine/crtx/a.ts', '../vault/index.ts', DOWNWARD],
    ['text → protocol', 'src/engine/text/a.ts', '../vault/index.ts', DOWNWARD],
    ['platform → workspace', 'src/engine/platform/a.ts', '../workspace/workspace.ts', DOWNWARD],
    ['platform → cli', 'src/engine/platform/a.ts', '../../cli/cortex.ts', DOWNWARD],
    ['protocol → workspace', 'src/engine/vault/a.ts', '../workspace/workspace.ts', DOWNWARD],
    ['workspace → needs', 'src/engine/workspace/a.ts', '../needs/needs.ts', DOWNWARD],
    ['protocol → library', 'src/engine/vault/a.ts', '../index.ts', DOWNWARD],
    ['protocol → host', 'src/engine/vault/a.ts', '../../host/extension.ts', DOWNWARD],
    ['workspace → library', 'src/engine/workspace/more.ts', '../index.ts', DOWNWARD],
    ['workspace → mcp', 'src/engine/workspace/more.ts', '../../mcp/index.ts', DOWNWARD],
    ['mcp → cli', 'src/mcp/a.ts', '../cli/cortex.ts', DOWNWARD],
    ['cli → host', 'src/cli/a.ts', '../host/extension.ts', DOWNWARD],
    ['host → cli', 'src/host/a.ts', '../cli/cortex.ts', DOWNWARD],
    ['host → webview', 'src/host/a.ts', '../../webview/main.tsx', DOWNWARD],
    ['protocol → inside of a protocol', 'src/engine/team/a.ts', '../vault/rules.ts', ENTRY_POINT],
    ['workspace → inside of a protocol', 'src/engine/workspace/more.ts', '../vault/rules.ts', ENTRY_POINT],
    ['what lives in .cortex → inside of another protocol', 'src/engine/swarm/a.ts', '../vault/rules.ts', ENTRY_POINT],
    ['host → inside of a protocol', 'src/host/a.ts', '../engine/vault/rules.ts', ENTRY_POINT],
    ['host → descriptions of a protocol', 'src/host/a.ts', '../engine/vault/operations/check.ts', ENTRY_POINT],
    ['protocol → descriptions of another', 'src/engine/team/a.ts', '../vault/operations/check.ts', ENTRY_POINT],
    ['cli → inside of a protocol', 'src/cli/a.ts', '../engine/vault/rules.ts', ENTRY_POINT],
    ['cli → inside of mcp', 'src/cli/a.ts', '../mcp/inside.ts', ENTRY_POINT],
    ['webview → engine', 'webview/a.ts', '../src/engine/platform/errors.ts', WEBVIEW_SEES],
    ['webview → host', 'webview/a.ts', '../src/host/extension.ts', WEBVIEW_SEES],
    ['protocol → host', 'src/host/a/protocol.ts', '../extension.ts', PROTOCOL_SEES],
    ['protocol → entry point', 'src/host/a/protocol.ts', '../../engine/vault/index.ts', PROTOCOL_SEES],
    ['engine → scripts', 'src/engine/vault/a.ts', '../../../scripts/a.mjs', 'src and webview import no files outside src and webview'],
    ['a path without its extension', 'src/host/a.ts', './missing.js', 'every import path exists'],
  ])('refuse %s, at run time and as a type', (_name, file, specifier, rule) => {
    const there = ['src/mcp/inside.ts', ...['files/mutex', 'log/log', 'crtx/index', 'needs/needs'].map((name) => `src/engine/${name}.ts`)];
    const others = { 'scripts/a.mjs': '', ...Object.fromEntries(there.map((name) => [name, 'export type X = 1;'])) };
    const asType = [
      `import type { X } from '${specifier}';`,
      `export type Y = import('${specifier}').X;`,
      `export type { X } from '${specifier}';`,
    ];
    expect(broken({ ...others, [file]: asType.join('\n') })).toEqual([1, 2, 3].map((line) => `${file}:${line} ${rule}`));
    const atRunTime = [
      `import '${specifier}';`,
      `export const a = () => import('${specifier}');`,
      `new URL('${specifier}', import.meta.url);`,
    ];
    expect(broken({ ...others, [file]: atRunTime.join('\n') })).toEqual([1, 2, 3].map((line) => `${file}:${line} ${rule}`));
  });

  it.each([
    ['vscode in the engine', 'src/engine/vault/a.ts', 'vscode', 'only src/host imports vscode'],
    ['vscode in the webview', 'webview/a.ts', 'vscode', 'only src/host imports vscode'],
    ['vscode in a protocol', 'src/host/a/protocol.ts', 'vscode', 'protocol.ts of a page imports no package but zod'],
    ['React in the host', 'src/host/a.ts', 'react-dom/client', 'only the webview imports React'],
    ['React in the engine', 'src/engine/vault/a.ts', 'react', 'only the webview imports React'],
    ['Node in the webview', 'webview/a.ts', 'node:fs', 'the webview imports no module of Node'],
    ['Node without its prefix in the webview', 'webview/a.ts', 'path', 'the webview imports no module of Node'],
    ['Node in a protocol', 'src/host/a/protocol.ts', 'node:fs', 'protocol.ts of a page imports no module of Node'],
    ['js-yaml', 'src/host/a.ts', 'js-yaml', '`yaml` is the only YAML engine'],
    [
      'a package that is not shipped',
      'src/cli/a.ts',
      '@scope/tool/part',
      'engine, cli, mcp and guard import only packages under `dependencies`',
    ],
  ])('refuse %s', (_name, file, specifier, rule) => {
    expect(broken({ [file]: `import type { X } from '${specifier}';\nexport type Y = X;` })).toEqual([`${file}:1 ${rule}`]);
  });

  it.each([
    ['the module net', 'src/engine/log/a.ts', `import { connect } from 'node:net';\nexport const c = connect;`],
    ['the module net without its prefix', 'src/mcp/a.ts', `import * as net from 'net';\nexport const c = net;`],
    ['a late import of https', 'src/host/a.ts', `export const get = () => import('node:https');`],
    ['https in the file that opens sockets', 'src/engine/platform/sockets.ts', `import https from 'node:https';\nexport const h = https;`],
    ['fetch', 'src/cli/a.ts', `export const get = fetch('x');`],
    ['fetch of a page', 'webview/a.ts', `export const get = () => globalThis.fetch('x');`],
    ['WebSocket', 'src/host/a.ts', `export const socket = new WebSocket('x');`],
  ])('refuse the network: %s', (_name, file, text) => {
    expect(broken({ [file]: text })).toEqual([`${file}:1 Cortex opens no network connection`]);
  });

  it('accept a local socket in the file that opens sockets', () => {
    expect(broken({ 'src/engine/platform/sockets.ts': `import { connect } from 'node:net';\nexport const c = connect;` })).toEqual([]);
  });

  it('refuse protocols that import each other in a cycle', () => {
    const rule = 'no import cycles between protocols';
    expect(broken({ 'src/engine/vault/a.ts': `import '../team/index.ts';` })).toEqual([
      `src/engine/team/index.ts:1 ${rule}`,
      `src/engine/vault/a.ts:1 ${rule}`,
    ]);
  });

  it.each(['src/host', 'webview', 'src/engine/vault'])('refuse files of %s that import each other, even only for types', (folder) => {
    const [a, b] = [`${folder}/a.ts`, `${folder}/b.ts`];
    const changes = { [a]: `export type B = import('./b.ts').B;`, [b]: `export type B = 1;\nexport type { B as A } from './a.ts';` };
    const rule = 'no import cycles between files, also not of types';
    expect(checkSources(makeTree(changes)).violations).toMatchObject([{ file: a, line: 1, found: `${a} → ${b} → ${a}`, rule }]);
  });

  it('refuse a file without a layer, and a computed import', () => {
    expect(broken({ 'src/engine/fifth/a.ts': '', 'src/host/a.ts': 'export const a = (b: string) => import(b);' })).toEqual([
      'src/engine/fifth/a.ts:- every source file has a layer',
      'src/host/a.ts:1 every import has a literal module name',
    ]);
  });

  it('allow the webview types of protocols, and no values', () => {
    const text = `import type { View } from '../src/host/board/protocol.ts';\nimport { schema } from '../src/host/board/protocol.ts';`;
    expect(broken({ 'webview/a.ts': text })).toEqual([`webview/a.ts:2 ${WEBVIEW_SEES}`]);
  });

  it('allow protocols types of the engine, and no values', () => {
    const text = `import type { Code } from '../../engine/platform/errors.ts';\nimport { read } from '../../engine/platform/errors.ts';`;
    expect(broken({ 'src/host/a/protocol.ts': text })).toEqual([`src/host/a/protocol.ts:2 ${PROTOCOL_SEES}`]);
  });

  it('parse comments, strings and triple-slash references', () => {
    const text = `// import '../cli/cortex.ts'\nexport const a = "import '../cli/cortex.ts'";\n/// <reference types="vscode" />`;
    expect(broken({ 'src/engine/vault/a.ts': text })).toEqual(['src/engine/vault/a.ts:3 only src/host imports vscode']);
  });
});

describe('time and random numbers', () => {
  const RULE = 'the engine gets time and random values as arguments';

  it('are not used directly in the engine, in any notation', () => {
    const lines = [
      'export const a = Date.now();',
      "export const b = Date['now'];",
      'export const c = globalThis.Date.now();',
      'export const d = new Date();',
      'export const e = Math.random();',
      'export const f = performance.now();',
      'export const g = Date();',
    ];
    expect(broken({ 'src/engine/vault/a.ts': lines.join('\n') })).toEqual(
      expect.arrayContaining(lines.map((_, index) => `src/engine/vault/a.ts:${index + 1} ${RULE}`)),
    );
  });

  it('may be calculated with, and be used outside of the engine and in clock.ts', () => {
    const text = 'export const a = [new Date(5), Date.parse("2026-01-01"), Math.max(1, 2)];';
    expect(broken({ 'src/engine/vault/a.ts': text, 'src/host/a.ts': 'export const a = Date.now();' })).toEqual([]);
  });
});

/** Runs a real build like scripts/build.mjs, and checks the metafile. */
async function brokenInBundle(bundle: string, entry: string, changes: Record<string, string>): Promise<string[]> {
  const root = makeTree(changes);
  const { metafile } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    write: false,
    metafile: true,
    outdir: 'dist',
    format: 'esm',
    platform: 'node',
    external: ['vscode', 'zod', 'react-dom'],
    logLevel: 'silent',
  });
  fs.mkdirSync(path.join(root, 'out/meta'), { recursive: true });
  fs.writeFileSync(path.join(root, `out/meta/${bundle}.json`), JSON.stringify(metafile));
  return checkMetafiles(root).violations.map(({ file, rule }) => `${file} ${rule}`);
}

describe('import rules of bundles', () => {
  it.each([
    ['host', 'src/host/extension.ts'],
    ['cli', 'src/cli/cortex.ts'],
    ['lib', 'src/engine/index.ts'],
    ['webview', 'webview/main.tsx'],
  ])('accept a clean %s', async (bundle, entry) => {
    expect(await brokenInBundle(bundle, entry, {})).toEqual([]);
  });

  it('refuse Node in the webview by way of a package', async () => {
    const changes = {
      'webview/main.tsx': `import 'deep';`,
      'node_modules/deep/package.json': '{"name":"deep","main":"i.js"}',
      'node_modules/deep/i.js': `require('fs');`,
    };
    expect(await brokenInBundle('webview', 'webview/main.tsx', changes)).toEqual([
      'node_modules/deep/i.js the webview imports no module of Node',
    ]);
  });

  it('refuse the network by way of a package', async () => {
    const changes = {
      'src/cli/cortex.ts': `import 'deep';`,
      'node_modules/deep/package.json': '{"name":"deep","main":"i.js"}',
      'node_modules/deep/i.js': `require('https');`,
    };
    expect(await brokenInBundle('cli', 'src/cli/cortex.ts', changes)).toContain(
      'node_modules/deep/i.js Cortex opens no network connection',
    );
  });

  it('refuse js-yaml, and vscode in a program', async () => {
    const yaml = { 'node_modules/js-yaml/package.json': '{"name":"js-yaml","main":"i.js"}', 'node_modules/js-yaml/i.js': '1;' };
    const changes = { ...yaml, 'src/cli/cortex.ts': `import 'js-yaml';\nimport 'vscode';` };
    expect(await brokenInBundle('cli', 'src/cli/cortex.ts', changes)).toEqual([
      'node_modules/js-yaml/i.js the bundle cli contains no js-yaml',
      'src/cli/cortex.ts `yaml` is the only YAML engine',
      'src/cli/cortex.ts only src/host imports vscode',
    ]);
  });

  it('refuse a source in the wrong bundle', async () => {
    const changes = { 'src/engine/index.ts': `export * from '../host/extension.ts';` };
    expect(await brokenInBundle('lib', 'src/engine/index.ts', changes)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^src\/host\/extension\.ts the bundle lib contains only/),
        `src/engine/index.ts ${DOWNWARD}`,
      ]),
    );
  });
});

describe('scripts/boundaries.mjs', () => {
  const script = fileURLToPath(new URL('../../../scripts/boundaries.mjs', import.meta.url));

  function runOn(root: string): { code: number; text: string } {
    try {
      return { code: 0, text: execFileSync(process.execPath, [script, '--root', root], { encoding: 'utf8' }) };
    } catch (error) {
      const { status, stdout } = error as { status: number; stdout: string };
      return { code: status, text: stdout };
    }
  }

  it('prints file, import, rule and fix, and fails', () => {
    const root = makeTree({ 'src/engine/platform/a.ts': `import '../vault/index.ts';`, 'out/meta/cli.json': '{"inputs":{},"outputs":{}}' });
    const { code, text } = runOn(root);
    expect(code).toBe(1);
    expect(text).toContain(
      `src/engine/platform/a.ts:1\n  found  import '../vault/index.ts'\n  rule   ${DOWNWARD}\n  fix    Move the shared code into a folder that platform may import (platform, text), or pass it as an argument.\n`,
    );
  });

  it('succeeds on a clean tree, and fails without a built bundle', () => {
    expect(runOn(makeTree({ 'out/meta/cli.json': '{"inputs":{},"outputs":{}}' })).code).toBe(0);
    expect(runOn(makeTree()).code).toBe(1);
  });
});
