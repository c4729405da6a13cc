/** Generated code often has very long lines. */
const MINIFIED = { averageLine: 300, bytes: 20_480 };
/** Generated files say so at their beginning; only these bytes are searched. */
const HEAD_BYTES = 2_048;
const GENERATED = /^[ \t]*(?:\/\/|\/?\*|#|<!--|"""|;|--)[^\n]*?(?:@generated\b|DO NOT EDIT)/m;
const NEW_LINE = 10;

/** Reason for binary files, whatever their names are. */
export const NO_TEXT = 'is not text';

/** Returns why a file is not read for facts; `null` if it is read. */
export function reasonToLeaveOut(bytes: Buffer): string | null {
  if (bytes.includes(0)) return NO_TEXT;
  if (bytes.length > MINIFIED.bytes && bytes.length > MINIFIED.averageLine * linesOf(bytes)) return 'is minified';
  return GENERATED.test(bytes.toString('latin1', 0, HEAD_BYTES)) ? 'is generated' : null;
}

function linesOf(bytes: Buffer): number {
  let lines = 1;
  for (let at = bytes.indexOf(NEW_LINE); at !== -1; at = bytes.indexOf(NEW_LINE, at + 1)) lines += 1;
  return lines;
}
