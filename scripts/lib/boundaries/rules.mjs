// @ts-check
import { isEngine, layerLabel, layerOf, lowerLayers, protocolOf, protocols } from './layers.mjs';

/** @typedef {import('./layers.mjs').Layer} Layer */

/**
 * The target of an import: a file of the tree, a package, a module of Node, or `nowhere`.
 * @typedef {{ kind: 'file', file: string } | { kind: 'package', name: string } | { kind: 'node', name: string } | { kind: 'nowhere' }} Target
 */

/** @typedef {{ rule: string, advice: string }} Verdict */

/**
 * @typedef {object} Question
 * @property {string} from the importing file
 * @property {Layer} layer of that file
 * @property {boolean} typeOnly
 * @property {ReadonlySet<string>} dependencies the names under `dependencies` in package.json
 */

/**
 * @param {string} rule
 * @param {string} advice
 * @returns {Verdict}
 */
const violation = (rule, advice) => ({ rule, advice });

const BELOW = lowerLayers.flat();
const ENGINE = [...BELOW, ...protocols, 'needs', 'workspace', 'install', 'library'];

/** @type {Record<string, readonly string[]>} by label */
const ALLOWED_IMPORTS = {
  ...Object.fromEntries(lowerLayers.flatMap((row, at) => row.map((name) => [name, lowerLayers.slice(0, at + 1).flat()]))),
  ...Object.fromEntries(protocols.map((name) => [name, [...BELOW, ...protocols]])),
  install: [...BELOW, ...protocols, 'install'],
  workspace: [...BELOW, ...protocols, 'workspace'],
  needs: [...BELOW, ...protocols, 'workspace', 'needs'],
  library: ENGINE,
  host: [...ENGINE, 'host'],
  cli: [...ENGINE, 'cli', 'mcp', 'guard'],
  mcp: [...ENGINE, 'mcp'],
  guard: [...ENGINE, 'guard'],
  webview: ['webview'],
};

/** @param {Layer} layer */
const allowedImports = (layer) => ALLOWED_IMPORTS[layerLabel(layer)] ?? [];

const DOWNWARD =
  'imports go to lower layers only: platform, text ← files ← log ← crtx ← protocols ← workspace ← needs ← host, cli, mcp, guard';

/** @type {Partial<Record<Layer['name'], string>>} */
const OWN_RULE = { webview: 'the webview imports only types of protocol.ts files of src/host' };

/**
 * Message types of a page and its host: the only files of the host that the webview imports (docs/decisions/0048-dashboard-messages.md).
 * @param {string} file
 */
const isPageProtocol = (file) => /^src\/host\/(?:[^/]+\/)+(?:[^/]+-)?protocol\.ts$/.test(file);

/**
 * Checks an import in a page protocol. The type check of the webview includes these files, without the types of Node and VS Code.
 * @param {Question} question
 * @param {string} file
 * @returns {Verdict | undefined}
 */
function judgeImportOfProtocol({ typeOnly }, file) {
  if (isPageProtocol(file)) return undefined;
  const isShared = layerOf(file)?.name === 'lower' || /^src\/engine\/[^/]+\/schemas\/[^/]+\.ts$/.test(file);
  if (isShared && typeOnly) return undefined;
  const rule = 'protocol.ts of a page imports only zod, other page protocols, and types of lower layers and schemas';
  return violation(rule, 'Use `import type`, or define the type in the protocol file.');
}

/** Layers that only the command line imports. @param {Layer} layer */
const isBesideCli = ({ name }) => name === 'mcp' || name === 'guard';

/** @param {string} file */
const isEntryPoint = (file) => /^src\/(engine\/[^/]+|mcp|guard)\/index\.ts$/.test(file);

/**
 * Descriptions of the operations of a group. The command line imports them directly, because each command is a new process and `index.ts`
 * loads the whole folder (docs/decisions/0005-program-startup.md).
 * @param {string} file
 */
const isDescription = (file) => /^src\/engine\/[^/]+\/(?:operations|schemas)\/[^/]+\.ts$/.test(file);

/**
 * @param {Layer} from
 * @param {Layer} to
 */
const sameProtocol = (from, to) => protocolOf(layerLabel(from)) === protocolOf(layerLabel(to));

/**
 * @param {Question} question
 * @param {string} file
 * @returns {Verdict | undefined}
 */
function judgeFile({ from, layer, typeOnly, dependencies }, file) {
  const target = layerOf(file);
  if (target === undefined) {
    return violation(
      'src and webview import no files outside src and webview',
      'Move the file into src/ or webview/, or remove the import.',
    );
  }
  const allowed = allowedImports(layer);
  if (isPageProtocol(from)) return judgeImportOfProtocol({ from, layer, typeOnly, dependencies }, file);
  if (layer.name === 'webview' && typeOnly && isPageProtocol(file)) return undefined;
  if (!allowed.includes(layerLabel(target))) {
    const advice = `Move the shared code into a folder that ${layerLabel(layer)} may import (${allowed.join(', ')}), or pass it as an argument.`;
    return violation(OWN_RULE[layer.name] ?? DOWNWARD, advice);
  }
  if ((target.name === 'protocol' || isBesideCli(target)) && !sameProtocol(layer, target) && !isEntryPoint(file)) {
    if (layer.name === 'cli' && isDescription(file)) return undefined;
    const entryPoint = `${file
      .split('/')
      .slice(0, isBesideCli(target) ? 2 : 3)
      .join('/')}/index.ts`;
    return violation('index.ts is the only entry point of its folder', `Export it from ${entryPoint}, and import it from there.`);
  }
  return undefined;
}

/** @param {string} name */
const isReact = (name) => name === 'react' || name === 'react-dom' || name === '@types/react';

/**
 * @param {Question} question
 * @param {string} name of the package
 * @returns {Verdict | undefined}
 */
function judgePackage({ from, layer, dependencies }, name) {
  if (name === 'js-yaml') return violation('`yaml` is the only YAML engine', 'Use the package `yaml`.');
  if (isPageProtocol(from) && name !== 'zod')
    return violation('protocol.ts of a page imports no package but zod', 'Define the type with zod or as a TypeScript type.');
  if (name === 'vscode' && layer.name !== 'host') {
    return violation('only src/host imports vscode', 'Pass the value from the host, through an interface or a protocol.');
  }
  if (isReact(name) && layer.name !== 'webview') return violation('only the webview imports React', 'Move the component into webview/.');
  const shipped = isEngine(layer) || layer.name === 'cli' || isBesideCli(layer);
  if (shipped && !dependencies.has(name)) {
    const advice = `Add ${name} to \`dependencies\` with an exact version; users of the library need it.`;
    return violation('engine, cli, mcp and guard import only packages under `dependencies`', advice);
  }
  return undefined;
}

const NETWORK_MODULES = new Set(['dgram', 'dns', 'dns/promises', 'http', 'http2', 'https', 'net', 'tls']);

/** The only file that opens sockets: between processes of one machine. */
const SOCKETS = 'src/engine/platform/sockets.ts';

/** @type {Verdict} */
export const NO_NETWORK = {
  rule: 'Cortex opens no network connection',
  advice: `Connect processes of one machine with ${SOCKETS}, which is the only file that may import node:net.`,
};

/** @param {string} name of a module of Node */
export const isNetworkModule = (name) => NETWORK_MODULES.has(name.replace(/^node:/, ''));

/**
 * @param {Question} question
 * @param {string} name
 * @returns {Verdict | undefined}
 */
function judgeNode({ from, layer }, name) {
  if (isNetworkModule(name) && !(from === SOCKETS && name === 'node:net')) return NO_NETWORK;
  if (layer.name !== 'webview' && !isPageProtocol(from)) return undefined;
  return violation(
    `${layer.name === 'webview' ? 'the webview' : 'protocol.ts of a page'} imports no module of Node`,
    `Use ${name} in the host, and send the result to the page.`,
  );
}

/**
 * Checks an import. Returns undefined if it is allowed, otherwise the rule that it violates and the fix.
 * @param {Question} question
 * @param {Target} target
 * @returns {Verdict | undefined}
 */
export function judge(question, target) {
  switch (target.kind) {
    case 'file':
      return judgeFile(question, target.file);
    case 'package':
      return judgePackage(question, target.name);
    case 'node':
      return judgeNode(question, target.name);
    case 'nowhere':
      return violation('every import path exists', 'Correct the path. It must have its extension, for example `./file.ts`.');
  }
}
