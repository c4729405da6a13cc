// @ts-check
// Replaces `node:crypto` in the programs: loading it takes longer than many commands, and most do not need it.
const fs = require('node:fs');

/** A test compares these with the imports of the sources. */
const NAMES = /** @type {const} */ (['createHash', 'createHmac', 'hash', 'randomBytes', 'timingSafeEqual']);

/** @param {(typeof NAMES)[number]} name */
const lazy =
  (name) =>
  (/** @type {unknown[]} */ ...args) =>
    Reflect.apply(require('node:crypto')[name], undefined, args);

/** Reads the random source of the system; `null` where it is not a file. @type {(size: number) => Buffer | null} */
function systemBytes(size) {
  // On Windows it would be an ordinary file that anybody may have created.
  if (process.platform === 'win32') return null;
  const bytes = Buffer.alloc(size);
  let file = -1;
  try {
    file = fs.openSync('/dev/urandom', 'r');
    return fs.fstatSync(file).isCharacterDevice() && fs.readSync(file, bytes) === size ? bytes : null;
  } catch {
    return null;
  } finally {
    if (file >= 0) fs.closeSync(file);
  }
}

const late = Object.fromEntries(NAMES.map((name) => [name, lazy(name)]));

module.exports = { ...late, randomBytes: (/** @type {number} */ size) => systemBytes(size) ?? lazy('randomBytes')(size) };
