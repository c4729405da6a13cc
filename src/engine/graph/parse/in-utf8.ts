const LITTLE = Buffer.from([0xff, 0xfe]);
const BIG = Buffer.from([0xfe, 0xff]);

/**
 * Returns the bytes of a text in UTF-8. A text in UTF-16 with a byte order mark, as PowerShell writes it and compilers read it, is encoded
 * again; all other bytes stay as they are.
 */
export function inUtf8(bytes: Buffer): Buffer {
  const mark = bytes.subarray(0, 2);
  const isBig = mark.equals(BIG);
  if (!isBig && !mark.equals(LITTLE)) return bytes;
  const text = Buffer.from(bytes.subarray(2, bytes.length - (bytes.length % 2)));
  return Buffer.from((isBig ? text.swap16() : text).toString('utf16le'));
}
