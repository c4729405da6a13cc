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
