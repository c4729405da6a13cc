// @ts-check
// Replaces `node:zlib` in the programs: only readers of archive indexes compute a CRC-32.

module.exports = { crc32: (/** @type {Parameters<typeof import('node:zlib').crc32>} */ ...args) => require('node:zlib').crc32(...args) };
