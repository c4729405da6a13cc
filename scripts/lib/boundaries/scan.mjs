// @ts-check
import { parseSync, Visitor } from 'oxc-parser';

/**
 * One reference from a file to a module.
 * @typedef {object} Import
 * @property {string | undefined} specifier undefined if it is computed and so cannot be checked
 * @property {number} line 1-based
 * @property {boolean} typeOnly erased at run time, by its syntax
 */

/**
 * The parts of a file that the import rules check.
 * @typedef {object} Scan
 * @property {Import[]} imports
 * @property {{ call: string, line: number }[]} systemCalls reads of the system clock or of random values
 * @property {{ call: string, line: number }[]} networkCalls uses of global functions and classes that open connections
 * @property {string[]} errors of syntax
 */

const SYSTEM_MEMBERS = new Set(['Date.now', 'Math.random', 'performance.now']);
const NETWORK_GLOBALS = new Set(['EventSource', 'fetch', 'navigator.sendBeacon', 'WebSocket', 'XMLHttpRequest']);

/** @typedef {import('oxc-parser').VisitorObject} VisitorObject */
/** @typedef {{ type: string, start: number } & Record<string, unknown>} Node */

/**
 * @param {unknown} node
 * @returns {string | undefined} the text of a literal or of a template without expressions
 */
function literal(node) {
  const { type, value, quasis } = /** @type {Node} */ (node);
  if (type === 'Literal' && typeof value === 'string') return value;
  if (type !== 'TemplateLiteral' || !Array.isArray(quasis) || quasis.length !== 1) return undefined;
  return quasis[0].value.cooked;
}

/**
 * `Date.now`, `globalThis.Date.now`, `Date['now']` → `Date.now`.
 * @param {unknown} node
 * @returns {string | undefined}
 */
function dottedName(node) {
  if (node === null || typeof node !== 'object') return undefined;
  const { type, name, object, property, computed } = /** @type {Node} */ (node);
  if (type === 'Identifier') return String(name);
  if (type !== 'MemberExpression') return undefined;
  const left = dottedName(object);
  const right = computed ? literal(property) : dottedName(property);
  if (left === undefined || right === undefined) return undefined;
  return left === 'globalThis' ? right : `${left}.${right}`;
}

/** @param {{ importKind?: string | null, specifiers: readonly object[] }} node */
function isTypeImport({ importKind, specifiers }) {
  if (importKind === 'type') return true;
  return specifiers.length > 0 && specifiers.every((one) => 'importKind' in one && one.importKind === 'type');
}

/** @param {{ exportKind?: string | null, specifiers: readonly { exportKind?: string | null }[] }} node */
function isTypeExport({ exportKind, specifiers }) {
  return exportKind === 'type' || (specifiers.length > 0 && specifiers.every((one) => one.exportKind === 'type'));
}

/**
 * @param {(specifier: string | undefined, at: number, typeOnly: boolean) => void} add
 * @returns {VisitorObject}
 */
function importVisitor(add) {
  return {
    ImportDeclaration: (node) => add(node.source.value, node.start, isTypeImport(node)),
    ExportAllDeclaration: (node) => add(node.source.value, node.start, node.exportKind === 'type'),
    ExportNamedDeclaration: (node) => node.source && add(node.source.value, node.start, isTypeExport(node)),
    ImportExpression: (node) => add(literal(node.source), node.start, false),
    TSImportType: (node) => add(literal(node.source), node.start, true),
    TSExternalModuleReference: (node) => add(literal(node.expression), node.start, false),
    CallExpression: (node) => {
      const callee = dottedName(node.callee);
      if (callee === 'require' || callee === 'require.resolve') add(literal(node.arguments[0]), node.start, false);
    },
    NewExpression: (node) => {
      // `new URL('./x.ts', import.meta.url)` names a module for a worker.
      const [first, second] = node.arguments;
      const specifier = dottedName(node.callee) === 'URL' && first ? literal(first) : undefined;
      if (specifier?.startsWith('.') && second?.type === 'MemberExpression') add(specifier, node.start, false);
    },
  };
}

/**
 * @param {(call: string, at: number) => void} add
 * @returns {VisitorObject}
 */
function systemVisitor(add) {
  return {
    MemberExpression: (node) => {
      const name = dottedName(node);
      if (name !== undefined && SYSTEM_MEMBERS.has(name)) add(name, node.start);
    },
    CallExpression: (node) => void (dottedName(node.callee) === 'Date' && add('Date()', node.start)),
    NewExpression: (node) => void (dottedName(node.callee) === 'Date' && node.arguments.length === 0 && add('new Date()', node.start)),
  };
}

/**
 * @param {(call: string, at: number) => void} add
 * @returns {VisitorObject}
 */
function networkVisitor(add) {
  const check = (/** @type {{ callee: unknown, start: number }} */ { callee, start }) => {
    const name = dottedName(callee);
    if (name !== undefined && NETWORK_GLOBALS.has(name)) add(name, start);
  };
  return { CallExpression: check, NewExpression: check };
}

/** @param {string} text */
function lineCounter(text) {
  return (/** @type {number} */ at) => text.slice(0, at).split('\n').length;
}

/**
 * Returns the module references of a file, also of types, and its reads of the clock and of random values, from its syntax tree.
 * @param {string} file its extension determines the language
 * @param {string} text
 * @returns {Scan}
 */
export function scan(file, text) {
  const { program, comments, errors } = parseSync(file, text);
  const lineOf = lineCounter(text);
  /** @type {Scan} */
  const found = { imports: [], systemCalls: [], networkCalls: [], errors: errors.map((error) => error.message) };
  new Visitor(importVisitor((specifier, at, typeOnly) => found.imports.push({ specifier, line: lineOf(at), typeOnly }))).visit(program);
  new Visitor(systemVisitor((call, at) => found.systemCalls.push({ call, line: lineOf(at) }))).visit(program);
  new Visitor(networkVisitor((call, at) => found.networkCalls.push({ call, line: lineOf(at) }))).visit(program);
  for (const { value, start } of comments) {
    const reference = /^\/\s*<reference\s+(?:types|path)="([^"]+)"/.exec(value);
    if (reference) found.imports.push({ specifier: reference[1], line: lineOf(start), typeOnly: true });
  }
  return found;
}
