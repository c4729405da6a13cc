// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { listFiles, readManifest } from '../project.mjs';
import { cortex, layerLabel, layerOf, lowerLayers, protocols } from './layers.mjs';
import { bareTarget, packageOf } from './resolve.mjs';
import { isNetworkModule, judge, NO_NETWORK } from './rules.mjs';

/** @typedef {import('./sources.mjs').Violation} Violation */
/** @typedef {import('./rules.mjs').Target} Target */
/** @typedef {import('esbuild').Metafile} Metafile */

const BELOW = lowerLayers.flat();
const ENGINE = [...BELOW, ...protocols, 'workspace', 'needs', 'library'];

/** @type {Record<string, readonly string[]>} the layers that each bundle may contain */
const ALLOWED_LAYERS = {
  host: [...ENGINE, 'install', 'host'],
  cli: [...ENGINE, 'install', 'cli', 'mcp', 'guard'],
  shared: [...ENGINE, 'cli', 'mcp', 'guard'],
  lib: ENGINE,
  graph: [...BELOW, ...cortex, 'graph'],
  threads: [...BELOW, ...cortex, 'graph', 'vault'],
  webview: ['webview'],
};

/** @type {Record<string, readonly string[]>} the packages that each bundle must not contain or load */
const FORBIDDEN_PACKAGES = {
  host: ['react', 'react-dom'],
  cli: ['react', 'react-dom', 'vscode'],
  shared: ['react', 'react-dom', 'vscode'],
  lib: ['react', 'react-dom', 'vscode'],
  graph: ['react', 'react-dom', 'vscode'],
  threads: ['react', 'react-dom', 'vscode'],
  webview: ['vscode'],
};

/** @param {string} input */
const isPackaged = (input) => input.includes('node_modules/');

/**
 * @param {string} input a path inside node_modules
 */
const packageOfInput = (input) => packageOf(input.slice(input.lastIndexOf('node_modules/') + 'node_modules/'.length));

/**
 * @param {string} bundle
 * @param {string} input
 * @returns {Violation[]}
 */
function checkInput(bundle, input) {
  const allowed = ALLOWED_LAYERS[bundle] ?? [];
  if (isPackaged(input)) {
    const name = packageOfInput(input);
    if (name !== 'js-yaml' && !FORBIDDEN_PACKAGES[bundle]?.includes(name)) return [];
    const advice = `Remove the import. out/meta/${bundle}.json lists the importers.`;
    return [{ file: input, found: `${name} in the bundle ${bundle}`, rule: `the bundle ${bundle} contains no ${name}`, advice }];
  }
  const layer = layerOf(input);
  if (layer === undefined || allowed.includes(layerLabel(layer))) return [];
  const rule = `the bundle ${bundle} contains only ${allowed.join(', ')}`;
  return [
    { file: input, found: `${layerLabel(layer)} in the bundle ${bundle}`, rule, advice: 'Remove an import of the chain that leads there.' },
  ];
}

/**
 * @param {string} to the path that esbuild names
 * @param {boolean} external
 * @returns {Target | undefined} undefined for modules that the build adds (esbuild's `<runtime>`, our replacements, the loader of a command's
 * file) and for another file of the same bundle, which is checked on its own
 */
function targetOf(to, external) {
  if (external && to.startsWith('./')) return undefined;
  if (/^(?:<|\(|scripts\/lib\/build\/|command-file:)/.test(to)) return undefined;
  if (external) return bareTarget(to);
  return isPackaged(to) ? { kind: 'package', name: packageOfInput(to) } : { kind: 'file', file: to };
}

/**
 * @param {string} bundle
 * @param {string} input
 * @param {Metafile['inputs'][string]['imports'][number]} imported
 * @param {ReadonlySet<string>} dependencies
 * @returns {Violation[]}
 */
function checkEdge(bundle, input, { path: to, external = false, original }, dependencies) {
  // An import that the build rewrote (scripts/lib/build/direct-imports.mjs): checkSources checks the original.
  if (original !== undefined && path.isAbsolute(original)) return [];
  const target = targetOf(to, external);
  if (target === undefined) return [];
  const found = `import '${original ?? to}' in the bundle ${bundle}`;
  const layer = isPackaged(input) ? undefined : layerOf(input);
  if (layer) {
    const verdict = judge({ from: input, layer, typeOnly: false, dependencies }, target);
    return verdict ? [{ file: input, found, ...verdict }] : [];
  }
  if (target.kind === 'package' && external && FORBIDDEN_PACKAGES[bundle]?.includes(target.name)) {
    return [
      {
        file: input,
        found,
        rule: `the bundle ${bundle} contains no ${target.name}`,
        advice: 'Use another package or another entry of it.',
      },
    ];
  }
  if (target.kind === 'node' && isNetworkModule(target.name)) return [{ file: input, found, ...NO_NETWORK }];
  if (bundle !== 'webview' || target.kind !== 'node') return [];
  return [{ file: input, found, rule: 'the webview imports no module of Node', advice: 'Use a package, or an entry of it, for browsers.' }];
}

/**
 * Checks the contents of a bundle, with the packages that packages import.
 * @param {string} bundle
 * @param {Metafile} metafile
 * @param {ReadonlySet<string>} dependencies
 * @returns {Violation[]}
 */
export function checkMetafile(bundle, metafile, dependencies) {
  return Object.entries(metafile.inputs).flatMap(([input, { imports }]) => [
    ...checkInput(bundle, input),
    ...imports.flatMap((imported) => checkEdge(bundle, input, imported, dependencies)),
  ]);
}

/**
 * Checks all metafiles of the build in out/meta.
 * @param {string} root
 * @returns {{ violations: Violation[], bundles: string[] }}
 */
export function checkMetafiles(root) {
  const dependencies = new Set(Object.keys(readManifest(root).dependencies ?? {}));
  const files = listFiles(root, 'out/meta', (file) => file.endsWith('.json'));
  const bundles = files.map((file) => path.basename(file, '.json'));
  const violations = files.flatMap((file, index) => {
    const metafile = /** @type {Metafile} */ (JSON.parse(fs.readFileSync(path.join(root, file), 'utf8')));
    return checkMetafile(bundles[index] ?? '', metafile, dependencies);
  });
  return { violations, bundles };
}
