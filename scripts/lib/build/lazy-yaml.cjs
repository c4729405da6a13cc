// @ts-check
// Replaces `yaml` in the programs: most headers are parsed without it, and it would be a quarter of each file.

/** A test compares these with the imports of the sources. */
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
  'stringify',
]);

module.exports = Object.defineProperties(
  {},
  Object.fromEntries(NAMES.map((name) => [name, { enumerable: true, get: () => require('yaml')[name] }])),
);
