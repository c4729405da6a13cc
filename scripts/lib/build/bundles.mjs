// @ts-check
import path from 'node:path';
import { exists, fromRoot, listFiles, readManifest, root } from '../project.mjs';
import { commandsAsFunctions } from './command-functions.mjs';
import { directImports, directImportsInOneFile } from './direct-imports.mjs';
import { noJsonSchema } from './no-json-schema.mjs';
import { nodeModulesAsTheyAre } from './node-modules.mjs';

/**
 * A bundle that esbuild builds.
 * @typedef {object} Bundle
 * @property {string} name also the name of its metafile
 * @property {readonly string[]} entries missing files are skipped
 * @property {readonly string[]} owned the files or folders in dist/ that contain only output of this bundle
 * @property {readonly string[]} [programs] the executable outputs
 * @property {boolean} [readable] not minified, because users see it in stack traces
 * @property {string} [divided] the folder of its chunks in its outputs: esbuild splits ES modules, which are then converted to CommonJS
 * @property {boolean} [cached] loaded with V8's code cache (src/cli/code-cache.ts)
 * @property {import('esbuild').BuildOptions} options
 */

// gray-matter loads js-yaml for its default engine, which is not used: our engine is `yaml`. The replacement throws.
const withoutForms = { '@modelcontextprotocol/server/_shims': fromRoot('scripts', 'lib', 'build', 'no-form-validator.mjs') };
const withoutJsYaml = { 'js-yaml': fromRoot('scripts', 'lib', 'build', 'no-js-yaml.cjs') };
// Its CommonJS entry loads files in a way that bundlers cannot follow.
const wholeJsonc = { 'jsonc-parser': fromRoot('node_modules', 'jsonc-parser', 'lib', 'esm', 'main.js') };

/** The groups of commands that share code, in a file for each set of them. Each other group is one file, which starts faster. */
const sharing = ['graph', 'mcp', 'vault'].map((name) => `src/cli/commands/${name}.ts`);
const commands = listFiles(root, 'src/cli/commands', (file) => file.endsWith('.ts') && !sharing.includes(file));

/**
 * Puts each group of commands into its own file, which is loaded on demand with V8's code cache (docs/decisions/0005-program-startup.md).
 * @type {import('esbuild').Plugin}
 */
const commandsAsFiles = {
  name: 'commands-as-files',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^\.\/commands\/[^/]+\.ts$/ }, ({ path: file, kind }) =>
      kind === 'dynamic-import' ? { path: file.replace(/^\.\/(.*)\.ts$/, '$1.cjs'), namespace: 'command-file' } : undefined,
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
 * Loads `yaml` on first use, from the one file of a bundle that contains it.
 * @param {string} libraries the folder of that file, relative to the outputs
 * @returns {import('esbuild').Plugin}
 */
const lazyYaml = (libraries) => ({
  name: 'with-lazy-yaml',
  setup: ({ onResolve }) => {
    const late = fromRoot('scripts', 'lib', 'build', 'lazy-yaml.cjs');
    const holders = Object.values(yaml).map((file) => fromRoot(file));
    onResolve({ filter: /^yaml$/ }, ({ importer }) => {
      if (holders.includes(importer)) return undefined;
      return importer === late ? { path: `${libraries}/yaml.cjs`, external: true } : { path: late };
    });
  },
});

/**
 * Loads slow modules of Node on first use.
 * @type {import('esbuild').Plugin}
 */
const lazyModules = {
  name: 'with-lazy-modules',
  setup: ({ onResolve }) => {
    for (const name of ['crypto', 'zlib']) {
      const file = fromRoot('scripts', 'lib', 'build', `lazy-${name}.cjs`);
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

/** The folder of a bundle, in CommonJS. */
const place = { 'import.meta.dirname': '__dirname' };

/** What the programs load on first use, or never. */
const late = [withoutChildProcess, lazyModules, lazyYaml('../libraries')];

/** @type {import('esbuild').BuildOptions} */
const program = { ...node, outdir: 'dist/bin', outbase: 'src/cli', outExtension: { '.js': '.cjs' }, define: place };

/** @type {readonly Bundle[]} */
export const bundles = [
  {
    name: 'host',
    entries: ['src/host/extension.ts', yaml.host],
    owned: ['dist/extension.cjs', 'dist/extension.cjs.map', 'dist/host', 'dist/libraries'],
    divided: 'host',
    // Each `import()` is a file that is loaded on demand: docs/decisions/0016-extension-size.md.
    options: {
      ...node,
      format: 'esm',
      splitting: true,
      outdir: 'dist',
      chunkNames: 'host/[hash]',
      outExtension: { '.js': '.cjs' },
      external: ['vscode'],
      plugins: [directImports, lazyYaml('../libraries'), noJsonSchema],
      // The editor warns about browser globals in its extension host, and zod reads `navigator`.
      define: { ...place, navigator: 'undefined' },
    },
  },
  {
    name: 'cli',
    entries: ['src/cli/cortex.ts', 'src/cli/cstack.ts', ...commands, yaml.programs],
    owned: ['dist/bin/cortex.cjs', 'dist/bin/cortex.cjs.map', 'dist/bin/cstack.cjs', 'dist/bin/cstack.cjs.map', 'dist/bin/libraries'],
    programs: ['dist/bin/cortex.cjs', 'dist/bin/cstack.cjs'],
    // CommonJS, and one file for a group of commands: docs/decisions/0005-program-startup.md.
    options: {
      ...program,
      format: 'cjs',
      plugins: [commandsAsFiles, ...late, noJsonSchema, nodeModulesAsTheyAre, commandsAsFunctions],
      supported: { 'dynamic-import': false },
    },
  },
  {
    name: 'shared',
    entries: sharing,
    owned: [...sharing.map((file) => `dist/bin/commands/${path.basename(file, '.ts')}.cjs`), 'dist/bin/shared', 'dist/mcp'],
    divided: 'shared',
    cached: true,
    options: {
      ...program,
      alias: { ...node.alias, ...withoutForms },
      format: 'esm',
      splitting: true,
      chunkNames: 'shared/[hash]',
      plugins: [directImportsInOneFile, ...late],
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
      // Its ES module uses `import.meta.url`, which CommonJS has not.
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
    // Worker threads for long calculations. They share most of their code.
    name: 'threads',
    entries: [
      'src/engine/graph/explore/explorer-worker.ts',
      'src/engine/timeline/reading/timeline-worker.ts',
      'src/engine/swarm/replay/reading/history-worker.ts',
      'src/engine/vault/threads/vault-worker.ts',
    ],
    owned: ['dist/threads'],
    divided: '.',
    options: {
      ...node,
      format: 'esm',
      splitting: true,
      outdir: 'dist/threads',
      entryNames: '[name]',
      chunkNames: '[hash]',
      outExtension: { '.js': '.cjs' },
      plugins: [directImports, lazyYaml('../libraries'), noJsonSchema],
      define: place,
    },
  },
  {
    name: 'webview',
    entries: ['webview/main.tsx'],
    owned: ['dist/webview'],
    // A page is loaded when it is shown. The graph renderer is as large as all pages together, and loaded only by the graph page.
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
  if (bundle === undefined) throw new Error(`no bundle: ${name}`);
  return bundle;
}

/** @param {Bundle} bundle */
export const presentEntries = (bundle) => bundle.entries.filter(exists);

/**
 * Returns the complete esbuild options of a bundle.
 * @param {Bundle} bundle
 * @param {boolean} production
 * @returns {import('esbuild').BuildOptions & { metafile: true, write: false }}
 */
export function optionsOf(bundle, production) {
  return {
    ...bundle.options,
    absWorkingDir: root,
    entryPoints: presentEntries(bundle),
    bundle: true,
    metafile: true,
    // build/write-files.mjs writes them.
    write: false,
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
