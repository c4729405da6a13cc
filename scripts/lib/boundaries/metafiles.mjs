// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { listFiles, readManifest } from '../project.mjs';
import { bareTarget, packageOf } from './resolve.mjs';
import { isNetworkModule, judge, NO_NETWORK } from './rules.mjs';
import { cortex, floors, protocols, zoneLabel, zoneOf } from './zones.mjs';

/** @typedef {import('./sources.mjs').Violation} Violation */
/** @typedef {import('./rules.mjs').Target} Target */
/** @typedef {import('esbuild').Metafile} Metafile */

const BELOW = floors.flat();
const ENGINE = [...BELOW, ...protocols, 'workspace', 'needs', 'library'];

/** @type {Record<string, readonly string[]>} which parts of the house may be in a bundle */
const MAY_HOLD = {
  host: [...ENGINE, 'host'],
  cli: [...ENGINE, 'install', 'cli', 'mcp', 'guard'],
  mcp: [...ENGINE, 'cli', 'mcp', 'guard'],
  lib: ENGINE,
  graph: [...BELOW, ...cortex, 'graph'],
  threads: [...BELOW, ...cortex, 'graph', 'vault'],
  webview: ['webview'],
};

/** @type {Record<string, readonly string[]>} which packages may not be in a bundle, or be asked for by it */
const MAY_NOT_HOLD = {
  host: ['react', 'react-dom'],
  cli: ['react', 'react-dom', 'vscode'],
  mcp: ['react', 'react-dom', 'vscode'],
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
  const allowed = MAY_HOLD[bundle] ?? [];
  if (isPackaged(input)) {
    const name = packageOfInput(input);
    if (name !== 'js-yaml' && !MAY_NOT_HOLD[bundle]?.includes(name)) return [];
    const advice = `Find who asks for it: its importers are in out/meta/${bundle}.json.`;
    return [{ file: input, found: `${name} in the bundle ${bundle}`, rule: `${bundle} is built without ${name}`, advice }];
  }
  const zone = zoneOf(input);
  if (zone === undefined || allowed.includes(zoneLabel(zone))) return [];
  const rule = `the bundle ${bundle} holds only ${allowed.join(', ')}`;
  return [{ file: input, found: `${zoneLabel(zone)} in the bundle ${bundle}`, rule, advice: 'Cut the chain of imports that leads there.' }];
}

/**
 * @param {string} to the path that esbuild names
 * @param {boolean} external
 * @returns {Target | undefined} nothing for what the build itself adds: esbuild's `<runtime>`, our stand-ins, what loads the file of a
 * command; and for another file of the same bundle, which is checked by itself
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
  // What the build has put in the place of an import (scripts/lib/build/behind-doors.mjs): sources are checked as they are written.
  if (original !== undefined && path.isAbsolute(original)) return [];
  const target = targetOf(to, external);
  if (target === undefined) return [];
  const found = `import '${original ?? to}' in the bundle ${bundle}`;
  const zone = isPackaged(input) ? undefined : zoneOf(input);
  if (zone) {
    const verdict = judge({ from: input, zone, typeOnly: false, dependencies }, target);
    return verdict ? [{ file: input, found, ...verdict }] : [];
  }
  if (target.kind === 'package' && external && MAY_NOT_HOLD[bundle]?.includes(target.name)) {
    return [
      { file: input, found, rule: `${bundle} is built without ${target.name}`, advice: 'Use another package or another entry of it.' },
    ];
  }
  if (target.kind === 'node' && isNetworkModule(target.name)) return [{ file: input, found, ...NO_NETWORK }];
  if (bundle !== 'webview' || target.kind !== 'node') return [];
  return [{ file: input, found, rule: 'webview never sees Node', advice: 'Use a package, or an entry of it, that is made for browsers.' }];
}

/**
 * Checks what a bundle really holds, packages within packages included.
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
 * Checks every metafile that the build left in out/meta.
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
