// @ts-check
/** Reads and replaces functions in a source file. Each is exported, at the top level, and its first line ends with `{`. */

/** @param {string} name */
const pattern = (name) => new RegExp(`^export function ${name}\\b.*\\{\\n(?:[^}].*\\n|\\n)*\\}\\n`, 'm');

/**
 * The text of a function, and where it begins.
 * @param {string} source
 * @param {string} name
 * @throws Error when it is not there
 */
function find(source, name) {
  const match = pattern(name).exec(source);
  if (match === null) throw new Error(`no function ${name}`);
  return { text: match[0], start: match.index };
}

/** @param {string} source @param {string} name */
export const functionText = (source, name) => find(source, name).text;

/**
 * The source with another text in demo of a function.
 * @param {string} source
 * @param {string} name
 * @param {string} text
 */
export function replaceFunction(source, name, text) {
  const { text: old, start } = find(source, name);
  return source.slice(0, start) + text + source.slice(start + old.length);
}

/**
 * The first and last line of a function, from 1.
 * @param {string} source
 * @param {string} name
 */
export function linesOf(source, name) {
  const { text, start } = find(source, name);
  const first = source.slice(0, start).split('\n').length;
  return { first, last: first + text.split('\n').length - 2 };
}

/** @param {string} piece */
const signature = (piece) => piece.slice(0, piece.indexOf('\n') + 1);

/** An unwritten function: it compiles, and fails when called. @param {string} piece */
const throwing = (piece) => `${signature(piece)}  throw new Error('not written yet');\n}\n`;

/** An unwritten function that does not compile, because it returns no value. @param {string} piece */
const empty = (piece) => `${signature(piece)}  // Not written yet.\n}\n`;

export const unfinished = { throws: throwing, empty };

/** A function as an agent leaves it that dies during an edit. @param {string} piece */
export const halfDone = (piece) => `${signature(piece)}  const result = undefined; // to be continued\n  return result;\n}\n`;
