// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { listFiles, readManifest } from '../project.mjs';
import { findCycles } from './cycles.mjs';
import { isEngine, layerOf, protocolOf } from './layers.mjs';
import { resolveImport } from './resolve.mjs';
import { judge, NO_NETWORK } from './rules.mjs';
import { scan } from './scan.mjs';

/**
 * A violation of a rule.
 * @typedef {object} Violation
 * @property {string} file
 * @property {number} [line] 1-based
 * @property {string} found the import, or the code, that violates the rule
 * @property {string} rule
 * @property {string} advice what to do
 */

/** @typedef {{ from: string, to: string, file: string, line: number }} ProtocolEdge */
/** @typedef {import('./cycles.mjs').FileImport} FileImport */
/** @typedef {{ root: string, dependencies: ReadonlySet<string>, violations: Violation[], imports: FileImport[], edges: ProtocolEdge[] }} Context */
/** @typedef {import('./layers.mjs').Layer} Layer */

/** The only files that read the system clock or make random values. All other files get them as arguments. */
const SYSTEM_FILES = new Set(['clock.ts', 'process-identity.ts', 'runtime.ts'].map((file) => `src/engine/platform/${file}`));

/** @param {string} file */
const isCode = (file) => /\.[cm]?[jt]sx?$/.test(file);

/**
 * @param {Context} context
 * @param {string} file
 * @param {Layer} layer
 * @param {import('./scan.mjs').Import} found
 */
function checkImport(context, file, layer, { specifier, line, typeOnly }) {
  const { root, dependencies, violations, imports, edges } = context;
  if (specifier === undefined) {
    const advice = 'Write the module name as a literal, so that it can be checked and bundled.';
    violations.push({ file, line, found: 'an import with a computed module name', rule: 'every import has a literal module name', advice });
    return;
  }
  const target = resolveImport(root, file, specifier);
  const verdict = judge({ from: file, layer, typeOnly, dependencies }, target);
  if (verdict) violations.push({ file, line, found: `${typeOnly ? 'the type ' : ''}import '${specifier}'`, ...verdict });
  if (target.kind === 'file') imports.push({ file, line, to: target.file });
  const to = target.kind === 'file' ? layerOf(target.file) : undefined;
  if (layer.name !== 'protocol' || to?.name !== 'protocol') return;
  const [own, other] = [protocolOf(layer.folder), protocolOf(to.folder)];
  if (own !== other) edges.push({ from: own, to: other, file, line });
}

/**
 * @param {Context} context
 * @param {string} file
 */
function checkFile(context, file) {
  const { violations } = context;
  const layer = layerOf(file);
  if (layer === undefined) {
    const advice = 'Move it into the folder of a layer, or add its folder to scripts/lib/boundaries/layers.mjs.';
    violations.push({ file, found: 'a file in no layer', rule: 'every source file has a layer', advice });
    return;
  }
  const { imports, systemCalls, networkCalls, errors } = scan(file, fs.readFileSync(path.join(context.root, file), 'utf8'));
  for (const error of errors)
    violations.push({ file, found: error, rule: 'every source file can be parsed', advice: 'Correct the syntax.' });
  for (const found of imports) checkImport(context, file, layer, found);
  for (const { call, line } of networkCalls) violations.push({ file, line, found: call, ...NO_NETWORK });
  if (isEngine(layer) && !SYSTEM_FILES.has(file)) {
    const rule = 'the engine gets time and random values as arguments';
    const advice = 'Take a Clock or Random (platform/runtime.ts) as an argument.';
    for (const { call, line } of systemCalls) violations.push({ file, line, found: call, rule, advice });
  }
}

/**
 * @param {readonly ProtocolEdge[]} edges
 * @returns {Violation[]} one for every import between protocols that closes a cycle
 */
function findProtocolCycles(edges) {
  /**
   * @param {string} from
   * @param {string} to
   * @param {Set<string>} seen
   * @returns {boolean}
   */
  const reaches = (from, to, seen = new Set()) => {
    if (from === to) return true;
    if (seen.has(from)) return false;
    seen.add(from);
    return edges.some((edge) => edge.from === from && reaches(edge.to, to, seen));
  };
  return edges
    .filter((edge) => reaches(edge.to, edge.from))
    .map(({ from, to, file, line }) => ({
      file,
      line,
      found: `${from} imports ${to}, which imports ${from} (directly or not)`,
      rule: 'no import cycles between protocols',
      advice: 'Move shared code into a lower layer, or code that needs both into src/engine/workspace.',
    }));
}

/**
 * Checks every import in src/ and webview/, of types too, by reading the sources.
 * @param {string} root of the tree
 * @returns {{ violations: Violation[], files: number }}
 */
export function checkSources(root) {
  const files = [...listFiles(root, 'src', isCode), ...listFiles(root, 'webview', isCode)];
  const dependencies = new Set(Object.keys(readManifest(root).dependencies ?? {}));
  /** @type {Context} */
  const context = { root, dependencies, violations: [], imports: [], edges: [] };
  for (const file of files) checkFile(context, file);
  return { violations: [...context.violations, ...findProtocolCycles(context.edges), ...findCycles(context.imports)], files: files.length };
}
