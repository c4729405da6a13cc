// @ts-check
// Stands in for `node:crypto` in the programs: to load that takes longer than what many commands do, and most of those never need it.

/** A test compares them with what the sources import. */
const NAMES = /** @type {const} */ (['createHash', 'createHmac', 'hash', 'randomBytes', 'timingSafeEqual']);

/** @param {(typeof NAMES)[number]} name */
const late =
  (name) =>
  (/** @type {unknown[]} */ ...args) =>
    Reflect.apply(require('node:crypto')[name], undefined, args);

module.exports = Object.fromEntries(NAMES.map((name) => [name, late(name)]));
