// @ts-check
// Replaces `node:crypto` in the programs: loading it takes longer than many commands, and most do not need it.

/** A test compares these with the imports of the sources. */
const NAMES = /** @type {const} */ (['createHash', 'createHmac', 'hash', 'randomBytes', 'timingSafeEqual']);

/** @param {(typeof NAMES)[number]} name */
const lazy =
  (name) =>
  (/** @type {unknown[]} */ ...args) =>
    Reflect.apply(require('node:crypto')[name], undefined, args);

module.exports = Object.fromEntries(NAMES.map((name) => [name, lazy(name)]));
