// @ts-check
/** How functions are taken out of a source file and put into one: each is exported, at the top level, its first line ending in `{`. */

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
  if (match === null) throw new Error(`there is no function ${name}`);
  return { text: match[0], start: match.index };
}

/** @param {string} source @param {string} name */
export const pieceOf = (source, name) => find(source, name).text;

/**
 * The source with another text in place of a function.
 * @param {string} source
 * @param {string} name
 * @param {string} text
 */
export function replacePiece(source, name, text) {
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

/** What a function is before somebody writes it: compiles, and fails when it is called. @param {string} piece */
const throwing = (piece) => `${signature(piece)}  throw new Error('not written yet');\n}\n`;

/** The same, but it does not even compile: it promises a value. @param {string} piece */
const empty = (piece) => `${signature(piece)}  // Not written yet.\n}\n`;

export const unfinished = { throws: throwing, empty };

/** What somebody leaves behind who is gone in the middle of an edit. @param {string} piece */
export const halfDone = (piece) => `${signature(piece)}  const result = undefined; // to be continued\n  return result;\n}\n`;
