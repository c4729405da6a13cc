// @ts-check
// Stands in for `node:crypto` in the programs: to load that takes longer than what many commands do, and most of those never need it.

/** @param {'createHash' | 'hash' | 'randomBytes'} name */
const late =
  (name) =>
  (/** @type {unknown[]} */ ...args) =>
    Reflect.apply(require('node:crypto')[name], undefined, args);

module.exports = { createHash: late('createHash'), hash: late('hash'), randomBytes: late('randomBytes') };
