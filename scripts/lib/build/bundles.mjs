// @ts-check
import path from 'node:path';
import { exists, fromRoot, listFiles, readManifest, root } from '../project.mjs';

/**
 * One thing that esbuild makes.
 * @typedef {object} Bundle
 * @property {string} name also the name of its metafile
 * @property {readonly string[]} entries those that do not exist yet are left out
 * @property {readonly string[]} owned the files or folders in dist/ that hold nothing but this bundle's output
 * @property {readonly string[]} [programs] the outputs that people start
 * @property {boolean} [readable] never minified: whoever uses it will read it in stack traces
 * @property {import('esbuild').BuildOptions} options
 */

// gray-matter loads js-yaml for its default engine. Our only engine is `yaml`, so the bundles do without; the stand-in throws
// if anything ever reaches it.
const withoutJsYaml = { 'js-yaml': fromRoot('scripts', 'lib', 'build', 'no-js-yaml.cjs') };

const commands = listFiles(root, 'src/cli/commands', (file) => file.endsWith('.ts'));

/**
 * Leaves each group of commands in a file of its own, which is read when one of them is asked for.
 * @type {import('esbuild').Plugin}
 */
const commandsApart = {
  name: 'commands-apart',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^\.\/commands\/[^/]+\.ts$/ }, ({ path: file, kind }) =>
      kind === 'dynamic-import' ? { path: file.replace(/\.ts$/, '.cjs'), external: true } : undefined,
    );
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

/** @type {import('esbuild').BuildOptions} */
const node = { platform: 'node', target: 'node20', alias: withoutJsYaml };

/** @type {readonly Bundle[]} */
export const bundles = [
  {
    name: 'host',
    entries: ['src/host/extension.ts'],
    owned: ['dist/extension.cjs', 'dist/extension.cjs.map'],
    // The editor warns whoever looks for a browser's globals in its extension host, and zod does.
    options: { ...node, format: 'cjs', external: ['vscode'], outfile: 'dist/extension.cjs', define: { navigator: 'undefined' } },
  },
  {
    name: 'cli',
    entries: ['src/cli/cortex.ts', 'src/cli/cstack.ts', ...commands],
    owned: ['dist/bin'],
    programs: ['dist/bin/cortex.cjs', 'dist/bin/cstack.cjs'],
    // CommonJS, and one file for a group of commands with all that it needs: docs/decisions/0005-how-the-programs-start.md.
    options: {
      ...node,
      format: 'cjs',
      outdir: 'dist/bin',
      outbase: 'src/cli',
      outExtension: { '.js': '.cjs' },
      plugins: [commandsApart, withoutChildProcess],
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
    name: 'webview',
    entries: ['webview/main.tsx'],
    owned: ['dist/webview'],
    options: {
      platform: 'browser',
      target: 'es2022',
      format: 'iife',
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
    sourcemap: production ? false : 'linked',
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
