// @ts-check
import { floors, isEngine, protocolOf, protocols, zoneLabel, zoneOf } from './zones.mjs';

/** @typedef {import('./zones.mjs').Zone} Zone */

/**
 * What an import leads to: a file of the tree, a package, a module of Node's own, or nothing that can be found.
 * @typedef {{ kind: 'file', file: string } | { kind: 'package', name: string } | { kind: 'node', name: string } | { kind: 'nowhere' }} Target
 */

/** @typedef {{ rule: string, advice: string }} Verdict */

/**
 * @typedef {object} Question
 * @property {string} from the importing file
 * @property {Zone} zone of that file
 * @property {boolean} typeOnly
 * @property {ReadonlySet<string>} dependencies the names under `dependencies` in package.json
 */

/**
 * @param {string} rule
 * @param {string} advice
 * @returns {Verdict}
 */
const broken = (rule, advice) => ({ rule, advice });

const BELOW = floors.flat();
const ENGINE = [...BELOW, ...protocols, 'needs', 'workspace', 'install', 'library'];

/** @type {Record<string, readonly string[]>} by label */
const MAY_SEE = {
  ...Object.fromEntries(floors.flatMap((row, at) => row.map((name) => [name, floors.slice(0, at + 1).flat()]))),
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

/** @param {Zone} zone */
const maySee = (zone) => MAY_SEE[zoneLabel(zone)] ?? [];

const DOWNWARD = 'imports run downward only: platform, text ← files ← log ← crtx ← protocols ← workspace ← needs ← host, cli, mcp, guard';

/** @type {Partial<Record<Zone['name'], string>>} */
const WHY_NOT = { webview: 'the webview sees types of protocol.ts in src/host and nothing else of src' };

/**
 * Message types of a page and its host: the only files of the host that the webview imports (docs/decisions/0048-dashboard-messages.md).
 * @param {string} file
 */
const isPageProtocol = (file) => /^src\/host\/(?:[^/]+\/)+(?:[^/]+-)?protocol\.ts$/.test(file);

/**
 * Type checking the webview reads these files too, without Node and VS Code.
 * @param {Question} question
 * @param {string} file
 * @returns {Verdict | undefined}
 */
function judgeImportOfProtocol({ typeOnly }, file) {
  if (isPageProtocol(file)) return undefined;
  const isShared = zoneOf(file)?.name === 'floor' || /^src\/engine\/[^/]+\/schemas\/[^/]+\.ts$/.test(file);
  if (isShared && typeOnly) return undefined;
  const rule = 'what pages and host say to each other imports only zod, its like, and types of the floors and of schemas';
  return broken(rule, 'Write `import type`, or describe the value in the protocol itself.');
}

/** What the command line starts, and keeps to itself. @param {Zone} zone */
const isBesideCli = ({ name }) => name === 'mcp' || name === 'guard';

/** @param {string} file */
const isDoor = (file) => /^src\/(engine\/[^/]+|mcp|guard)\/index\.ts$/.test(file);

/**
 * What the operations of one group are called and are told: a second door, for programs that start anew for every command
 * (docs/decisions/0005-program-startup.md).
 * @param {string} file
 */
const isDescription = (file) => /^src\/engine\/[^/]+\/(?:operations|schemas)\/[^/]+\.ts$/.test(file);

/**
 * @param {Zone} from
 * @param {Zone} to
 */
const sameProtocol = (from, to) => protocolOf(zoneLabel(from)) === protocolOf(zoneLabel(to));

/**
 * @param {Question} question
 * @param {string} file
 * @returns {Verdict | undefined}
 */
function judgeFile({ from, zone, typeOnly, dependencies }, file) {
  const target = zoneOf(file);
  if (target === undefined) {
    return broken('src and webview import nothing outside themselves', 'Move what is needed into src/ or webview/, or drop the import.');
  }
  const seen = maySee(zone);
  if (isPageProtocol(from)) return judgeImportOfProtocol({ from, zone, typeOnly, dependencies }, file);
  if (zone.name === 'webview' && typeOnly && isPageProtocol(file)) return undefined;
  if (!seen.includes(zoneLabel(target))) {
    const advice = `Move what both need into a folder that ${zoneLabel(zone)} may see (${seen.join(', ')}), or pass it in.`;
    return broken(WHY_NOT[zone.name] ?? DOWNWARD, advice);
  }
  if ((target.name === 'protocol' || isBesideCli(target)) && !sameProtocol(zone, target) && !isDoor(file)) {
    if (zone.name === 'cli' && isDescription(file)) return undefined;
    const door = `${file
      .split('/')
      .slice(0, isBesideCli(target) ? 2 : 3)
      .join('/')}/index.ts`;
    return broken('index.ts is the only door of its folder', `Export what is needed from ${door} and import it from there.`);
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
function judgePackage({ from, zone, dependencies }, name) {
  if (name === 'js-yaml') return broken('`yaml` is the only YAML engine', 'Use the package `yaml`.');
  if (isPageProtocol(from) && name !== 'zod')
    return broken('a protocol of pages imports zod alone', 'Describe the value with zod or a type.');
  if (name === 'vscode' && zone.name !== 'host') {
    return broken('only src/host imports vscode', 'Let the host pass in what is needed, through an interface or a protocol.');
  }
  if (isReact(name) && zone.name !== 'webview') return broken('only the webview imports React', 'Move the component into webview/.');
  const shipped = isEngine(zone) || zone.name === 'cli' || isBesideCli(zone);
  if (shipped && !dependencies.has(name)) {
    const advice = `Add ${name} to \`dependencies\` with an exact version; whoever installs the library needs it.`;
    return broken('engine, cli, mcp and guard import only packages under `dependencies`', advice);
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
function judgeNode({ from, zone }, name) {
  if (isNetworkModule(name) && !(from === SOCKETS && name === 'node:net')) return NO_NETWORK;
  if (zone.name !== 'webview' && !isPageProtocol(from)) return undefined;
  return broken(
    `${zone.name === 'webview' ? 'webview' : 'a protocol'} never sees Node`,
    `Do what needs ${name} in the host and send the result to the page.`,
  );
}

/**
 * Whether an import is allowed: nothing when it is, otherwise the rule that it breaks and what to do.
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
      return broken('every import leads to a file', 'Correct the path; it needs its extension, as in `./file.ts`.');
  }
}
