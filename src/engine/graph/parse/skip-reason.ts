/** Minified code often has very long lines. */
const MINIFIED = { averageLine: 300, bytes: 20_480 };
const MINIFIED_NAME = /\.min\.[^./]*$/;
/** Generated files say so at their beginning; only these bytes are searched. */
const HEAD_BYTES = 2_048;
const GENERATED = /^[ \t]*(?:\/\/|\/?\*|#|<!--|"""|;|--)[^\n]*?(?:@generated\b|DO NOT EDIT)/m;
const GENERATED_NAME = /\.pb\.(?:go|ts|js|cc|h)$|_pb2(?:_grpc)?\.pyi?$/;
const NEW_LINE = 10;

/** Reason for binary files, whatever their names are. */
export const NO_TEXT = 'is not text';
/** Reason for minified files. */
export const MINIFIED_TEXT = 'is minified';

/** Whether a file is minified, by its name or its lines. */
export function isMinified(path: string, bytes: Buffer): boolean {
  if (MINIFIED_NAME.test(path)) return true;
  return bytes.length > MINIFIED.bytes && bytes.length > MINIFIED.averageLine * linesOf(bytes);
}

/** Whether a file is generated, by its name or its first lines. */
export function isGenerated(path: string, bytes: Buffer): boolean {
  return GENERATED_NAME.test(path) || GENERATED.test(bytes.toString('latin1', 0, HEAD_BYTES));
}

function linesOf(bytes: Buffer): number {
  let lines = 1;
  for (let at = bytes.indexOf(NEW_LINE); at !== -1; at = bytes.indexOf(NEW_LINE, at + 1)) lines += 1;
  return lines;
}
