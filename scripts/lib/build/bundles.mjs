// @ts-check
import path from 'node:path';
import { exists, fromRoot, listFiles, readManifest, root } from '../project.mjs';
import { behindDoors } from './behind-doors.mjs';
import { commandsAsFunctions } from './command-functions.mjs';
import { nodeModulesAsTheyAre } from './node-modules.mjs';
import { withoutJsonSchema } from './without-json-schema.mjs';

/**
 * One thing that esbuild makes.
 * @typedef {object} Bundle
 * @property {string} name also the name of its metafile
 * @property {readonly string[]} entries those that do not exist yet are left out
 * @property {readonly string[]} owned the files or folders in dist/ that hold nothing but this bundle's output
 * @property {readonly string[]} [programs] the outputs that people start
 * @property {boolean} [readable] never minified: whoever uses it will read it in stack traces
 * @property {string} [divided] the folder of its chunks: ES modules with `splitting` for esbuild, CommonJS in the end
 * @property {import('esbuild').BuildOptions} options
 */

// gray-matter loads js-yaml for its default engine. Our only engine is `yaml`, so the bundles do without; the stand-in throws
// if anything ever reaches it.
const withoutForms = { '@modelcontextprotocol/server/_shims': fromRoot('scripts', 'lib', 'build', 'no-form-validator.mjs') };
const withoutJsYaml = { 'js-yaml': fromRoot('scripts', 'lib', 'build', 'no-js-yaml.cjs') };
// Its CommonJS looks for its own parts in a way that no bundler sees.
const wholeJsonc = { 'jsonc-parser': fromRoot('node_modules', 'jsonc-parser', 'lib', 'esm', 'main.js') };

/** It tells clients what its tools are by JSON Schema, which is left out of the others. */
const server = 'src/cli/commands/mcp.ts';
const commands = listFiles(root, 'src/cli/commands', (file) => file.endsWith('.ts') && file !== server);

/** @param {string} file as it is imported */
const placeOfCommand = (file) => (server.endsWith(file.slice(1)) ? '../mcp/mcp.cjs' : file.replace(/^\.\/(.*)\.ts$/, '$1.cjs'));

/**
 * Leaves each group of commands in a file of its own, which is read when one of them is asked for, by what was compiled of it before
 * (docs/decisions/0005-program-startup.md).
 * @type {import('esbuild').Plugin}
 */
const commandsApart = {
  name: 'commands-apart',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^\.\/commands\/[^/]+\.ts$/ }, ({ path: file, kind }) =>
      kind === 'dynamic-import' ? { path: placeOfCommand(file), namespace: 'command-file' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'command-file' }, ({ path: file }) => ({
      contents: `module.exports = require('./code-cache.ts').requireCached(require('node:path').join(__dirname, ${JSON.stringify(file)}));`,
      resolveDir: fromRoot('src', 'cli'),
    }));
  },
};

const noChildProcess = fromRoot('scripts', 'lib', 'build', 'no-child-process.cjs');

/**
 * Commander loads `node:child_process` for subcommands that are programs of their own. Ours are not.
 * @type {import('esbuild').Plugin}
 */
const withoutChildProcess = {
  name: 'without-child-process',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      /[\\/]node_modules[\\/]commander[\\/]/.test(importer) ? { path: noChildProcess } : undefined,
    );
  },
};

const yaml = { programs: 'src/cli/libraries/yaml.ts', host: 'src/host/libraries/yaml.ts' };

/**
 * Loads `yaml` when something of it is first asked for, from the one file of a bundle that holds it.
 * @param {string} libraries where that file is, from those that are made
 * @returns {import('esbuild').Plugin}
 */
const withLateYaml = (libraries) => ({
  name: 'with-late-yaml',
  setup: ({ onResolve }) => {
    const late = fromRoot('scripts', 'lib', 'build', 'late-yaml.cjs');
    const holders = Object.values(yaml).map((file) => fromRoot(file));
    onResolve({ filter: /^yaml$/ }, ({ importer }) => {
      if (holders.includes(importer)) return undefined;
      return importer === late ? { path: `${libraries}/yaml.cjs`, external: true } : { path: late };
    });
  },
});

/**
 * Loads what takes long to load when something of it is first asked for.
 * @type {import('esbuild').Plugin}
 */
const withLateModules = {
  name: 'with-late-modules',
  setup: ({ onResolve }) => {
    for (const name of ['crypto', 'zlib']) {
      const file = fromRoot('scripts', 'lib', 'build', `late-${name}.cjs`);
      onResolve({ filter: new RegExp(`^(?:node:)?${name}$`) }, ({ importer }) => (importer === file ? undefined : { path: file }));
    }
  },
};

const grammars = ['typescript', 'tsx', 'javascript', 'python', 'go', 'rust', 'java'];
const graphFiles = [
  'node_modules/web-tree-sitter/web-tree-sitter.wasm',
  ...grammars.map((name) => `node_modules/@vscode/tree-sitter-wasm/wasm/tree-sitter-${name}.wasm`),
];

/** @type {import('esbuild').BuildOptions} */
const node = { platform: 'node', target: 'node20', alias: { ...withoutJsYaml, ...wholeJsonc } };

/** Where a bundle lies, in CommonJS: beside `graph`, in which the threads of the semantic graph are. */
const place = { 'import.meta.dirname': '__dirname' };

/** @type {readonly Bundle[]} */
export const bundles = [
  {
    name: 'host',
    entries: ['src/host/extension.ts', yaml.host],
    owned: ['dist/extension.cjs', 'dist/extension.cjs.map', 'dist/host', 'dist/libraries'],
    divided: 'dist/host',
    // Every `import()` is a file that is read when it is needed: docs/decisions/0016-extension-size.md.
    options: {
      ...node,
      format: 'esm',
      splitting: true,
      outdir: 'dist',
      chunkNames: 'host/[hash]',
      outExtension: { '.js': '.cjs' },
      external: ['vscode'],
      plugins: [behindDoors, withLateYaml('../libraries'), withoutJsonSchema],
      // The editor warns whoever looks for a browser's globals in its extension host, and zod does.
      define: { ...place, navigator: 'undefined' },
    },
  },
  {
    name: 'cli',
    entries: ['src/cli/cortex.ts', 'src/cli/cstack.ts', ...commands, yaml.programs],
    owned: ['dist/bin'],
    programs: ['dist/bin/cortex.cjs', 'dist/bin/cstack.cjs'],
    // CommonJS, and one file for a group of commands with all that it needs: docs/decisions/0005-program-startup.md.
    options: {
      ...node,
      format: 'cjs',
      outdir: 'dist/bin',
      outbase: 'src/cli',
      outExtension: { '.js': '.cjs' },
      plugins: [
        commandsApart,
        withoutChildProcess,
        withLateModules,
        withLateYaml('../libraries'),
        withoutJsonSchema,
        nodeModulesAsTheyAre,
        commandsAsFunctions,
      ],
      define: place,
      supported: { 'dynamic-import': false },
    },
  },
  {
    name: 'mcp',
    entries: [server],
    owned: ['dist/mcp'],
    // One file, as for the other commands.
    options: {
      ...node,
      format: 'cjs',
      outdir: 'dist/mcp',
      alias: { ...node.alias, ...withoutForms },
      entryNames: '[name]',
      outExtension: { '.js': '.cjs' },
      plugins: [withoutChildProcess, withLateModules, withLateYaml('../bin/libraries'), nodeModulesAsTheyAre, commandsAsFunctions],
      define: place,
      supported: { 'dynamic-import': false },
    },
  },
  {
    name: 'lib',
    entries: ['src/engine/index.ts'],
    owned: ['dist/lib'],
    readable: true,
    options: { ...node, format: 'esm', splitting: true, packages: 'external', outdir: 'dist/lib', chunkNames: 'chunks/[name]-[hash]' },
  },
  {
    name: 'graph',
    entries: ['src/engine/graph/parse/worker.ts', ...graphFiles],
    owned: ['dist/graph'],
    options: {
      ...node,
      // Its ES module looks for its own place in ways that CommonJS has not.
      alias: { ...node.alias, 'web-tree-sitter': fromRoot('node_modules', 'web-tree-sitter', 'web-tree-sitter.cjs') },
      format: 'cjs',
      outdir: 'dist/graph',
      entryNames: '[name]',
      outExtension: { '.js': '.cjs' },
      loader: { '.wasm': 'copy' },
      define: place,
    },
  },
  {
    // Other threads: what takes longer than whoever asks may be kept busy. They share most of their code.
    name: 'threads',
    entries: [
      'src/engine/graph/explore/explorer-worker.ts',
      'src/engine/timeline/reading/timeline-worker.ts',
      'src/engine/swarm/replay/reading/history-worker.ts',
      'src/engine/vault/threads/vault-worker.ts',
    ],
    owned: ['dist/threads'],
    divided: 'dist/threads',
    options: {
      ...node,
      format: 'esm',
      splitting: true,
      outdir: 'dist/threads',
      entryNames: '[name]',
      chunkNames: '[hash]',
      outExtension: { '.js': '.cjs' },
      plugins: [behindDoors, withLateYaml('../libraries'), withoutJsonSchema],
      define: place,
    },
  },
  {
    name: 'webview',
    entries: ['webview/main.tsx'],
    owned: ['dist/webview'],
    // A page is read when it is shown; what draws the graph, as large as all pages together, by the one page that draws.
    options: {
      platform: 'browser',
      target: 'es2022',
      format: 'esm',
      splitting: true,
      outdir: 'dist/webview',
      loader: { '.ttf': 'file', '.woff2': 'file', '.svg': 'file' },
    },
  },
];

/** @param {string} name @throws Error when there is none */
export function bundleNamed(name) {
  const bundle = bundles.find((each) => each.name === name);
  if (bundle === undefined) throw new Error(`There is no bundle with the name ${name}.`);
  return bundle;
}

/** @param {Bundle} bundle */
export const presentEntries = (bundle) => bundle.entries.filter(exists);

/**
 * The whole of what esbuild is told for a bundle.
 * @param {Bundle} bundle
 * @param {boolean} production
 * @returns {import('esbuild').BuildOptions & { metafile: true }}
 */
export function optionsOf(bundle, production) {
  return {
    ...bundle.options,
    absWorkingDir: root,
    entryPoints: presentEntries(bundle),
    bundle: true,
    metafile: true,
    minify: production && !bundle.readable,
    sourcemap: production ? false : bundle.divided ? 'inline' : 'linked',
    legalComments: 'none',
    logLevel: 'silent',
    define: {
      ...bundle.options.define,
      CORTEX_VERSION: JSON.stringify(readManifest().version),
      'process.env.NODE_ENV': JSON.stringify(production ? 'production' : 'development'),
    },
  };
}

/** @param {string} name of a bundle */
export const metafileOf = (name) => path.join('out', 'meta', `${name}.json`);
