// @ts-check
import { parseSync } from 'oxc-parser';

/** @typedef {{ type: string, start: number, end: number }} Node */

/**
 * @param {unknown} value
 * @returns {value is Node}
 */
const isNode = (value) => typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

/**
 * The node without its position, so that neither formatting nor comments matter.
 * @param {Node} node
 */
const shapeOf = (node) =>
  JSON.stringify(node, (key, value) => (key === 'start' || key === 'end' || typeof value === 'bigint' ? undefined : value));

/**
 * Returns all nodes in a value, each before those in it.
 * @param {unknown} value
 * @returns {Node[]}
 */
function nodesIn(value) {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(nodesIn);
  return isNode(value) ? [value, ...inside] : inside;
}

const OPTIONS = { preserveParens: false };

/** What is around a part when it is parsed: there `await`, `return` and private names are allowed. */
const BEFORE = 'class Any { async method() { for (;;) { ';
const AFTER = ' } } }';

const STATEMENT = ['', ''];
const EXPRESSION = ['(', ');'];
const PROPERTY = ['({ ', ' });'];

/**
 * Parses a part: a property if the code ends with a comma, a statement if it ends with a semicolon, or else an expression or a block.
 * @param {string} code
 */
function parsePart(code) {
  const kinds = code.endsWith(',') ? [PROPERTY] : code.endsWith(';') ? [STATEMENT] : [EXPRESSION, STATEMENT];
  for (const [before = '', after] of kinds) {
    const { program, errors } = parseSync('source.ts', `${BEFORE}${before}${code}${after}${AFTER}`, OPTIONS);
    const part = nodesIn(program).find(({ start }) => start === BEFORE.length + before.length);
    if (errors.length === 0 && part !== undefined) return part;
  }
  throw new Error(`cannot be parsed: ${code}`);
}

/**
 * The functions, methods and properties of a name.
 * @param {Node[]} nodes
 * @param {string} name
 */
const named = (nodes, name) =>
  nodes.filter((node) => ['id', 'key'].some((key) => Reflect.get(Object(Reflect.get(node, key)), 'name') === name));

/**
 * Returns all expressions, statements or properties in a source that have the same syntax tree as `part`.
 * @param {string} source TypeScript
 * @param {string} part
 * @param {string} [within] name of the function or method
 */
function placesOf(source, part, within) {
  const wanted = parsePart(part);
  const shape = shapeOf(wanted);
  const all = nodesIn(parseSync('source.ts', source, OPTIONS).program);
  const nodes = within === undefined ? all : named(all, within).flatMap(nodesIn);
  return nodes.filter((node) => node.type === wanted.type && shapeOf(node) === shape);
}

/**
 * Replaces the only place of a part. Returns null if there is none, or more than one.
 * @param {string} source TypeScript
 * @param {{ find: string, replace: string, within?: string | undefined }} change
 */
export function mutate(source, { find, replace, within }) {
  const [place, ...others] = placesOf(source, find, within);
  if (place === undefined || others.length > 0) return null;
  // The range of a property ends before its comma.
  const end = find.endsWith(',') && source[place.end] === ',' ? place.end + 1 : place.end;
  return source.slice(0, place.start) + replace + source.slice(end);
}
