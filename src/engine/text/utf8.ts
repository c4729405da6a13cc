import { isUtf8 } from 'node:buffer';
import { CortexError } from '../platform/errors.ts';
import { lineAndColumn } from './json/json-position.ts';

/**
 * Decodes a file. Invalid UTF-8 is refused and not replaced, so that reading and writing a file loses no bytes. A byte order mark stays in
 * the text.
 * @throws CortexError `broken-file` with the place of the first byte that is not UTF-8
 */
export function decodeUtf8(bytes: Buffer, file: string): string {
  requireUtf8(bytes, file);
  return bytes.toString('utf8');
}

/** @throws CortexError `broken-file` as `decodeUtf8` */
export function requireUtf8(bytes: Buffer, file: string): void {
  if (isUtf8(bytes)) return;
  const text = bytes.toString('utf8');
  // The first invalid byte is where the text, encoded again, first differs.
  const again = Buffer.from(text, 'utf8');
  let offset = 0;
  while (bytes[offset] === again[offset]) offset += 1;
  const before = bytes.subarray(0, offset).toString('utf8');
  throw new CortexError('broken-file', 'is not valid UTF-8', {
    file,
    ...lineAndColumn(before, before.length),
    value: `byte 0x${(bytes[offset] ?? 0).toString(16).padStart(2, '0')}`,
    allowed: 'UTF-8, with or without a byte order mark',
    next: 'Save the file as UTF-8, or restore it from version control. It was not changed.',
  });
}

/** Stands for a byte that is not UTF-8. A JSON text cannot contain it, so a reader notices it, and knows its place. */
const NO_TEXT = '\0';

/** Decodes a JSON file that can be repaired: in lines that are not UTF-8, each invalid byte becomes U+0000. */
export function decodeRepairable(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8');
  const lines: string[] = [];
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf('\n', from);
    const line = bytes.subarray(from, end === -1 ? bytes.length : end + 1);
    const text = line.toString('utf8');
    lines.push(isUtf8(line) ? text : text.replaceAll('\ufffd', NO_TEXT));
    from += line.length;
  }
  return lines.join('');
}
