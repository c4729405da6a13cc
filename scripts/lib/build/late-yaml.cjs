// @ts-check
// Stands in for `yaml` in the programs: most headers are read without it, and it is a quarter of the files that hold it.

/** A test compares them with what the sources import. */
const NAMES = /** @type {const} */ ([
  'Composer',
  'Parser',
  'Scalar',
  'YAMLParseError',
  'isMap',
  'isNode',
  'isScalar',
  'isSeq',
  'parseDocument',
]);

module.exports = Object.defineProperties(
  {},
  Object.fromEntries(NAMES.map((name) => [name, { enumerable: true, get: () => require('yaml')[name] }])),
);
