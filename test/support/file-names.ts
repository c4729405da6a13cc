const HEX = /%([0-9a-f]{2})/g;

/**
 * Reverses `encodeFileName` for names that were not truncated. Since it can be reversed, no two names have the same file. Implements
 * docs/protocols/crtx.md, "Names of traces".
 */
export function undoFileName(fileName: string): string {
  if (fileName === '%') return '';
  const bytes = Buffer.from(
    fileName.replace(HEX, (_, byte: string) => String.fromCharCode(Number.parseInt(byte, 16))),
    'latin1',
  );
  const unit = (at: number) => (bytes[at] ?? 0) & 0x3f;
  const text: string[] = [];
  let from = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    // Three bytes that are not valid in UTF-8 represent half of a surrogate pair.
    if (bytes[at] !== 0xed || (bytes[at + 1] ?? 0) < 0xa0) continue;
    text.push(bytes.toString('utf8', from, at), String.fromCharCode(0xd000 | (unit(at + 1) << 6) | unit(at + 2)));
    from = at + 3;
  }
  return [...text, bytes.toString('utf8', from)].join('');
}
