/** Minified code often has very long lines. */
const MINIFIED = { averageLine: 300, bytes: 20_480 };
const MINIFIED_NAME = /\.min\.[^./]*$/;
/** Generated files say so at their beginning; only these bytes are searched. */
const HEAD_BYTES = 2_048;
const GENERATED = /^[ \t]*(?:\/\/|\/?\*|#|<!--|"""|;|--)[^\n]*?(?:@generated\b|DO NOT EDIT)/m;
const GENERATED_NAME = /\.pb\.(?:go|ts|js|cc|h)$|_pb2(?:_grpc)?\.pyi?$/;
const NEW_LINE = 10;

/** Reason for files of other formats that have the ending of a source. */
export const NO_TEXT = 'is not text';
/** Reason for sources with a NUL character, which some compilers read. */
export const NUL_TEXT = 'contains a NUL character';
/** Reason for minified files. */
export const MINIFIED_TEXT = 'is minified';

/** Packets of an MPEG transport stream, whose files end with `.ts` and `.mts`: a mark, its offset, and the length of a packet. */
const VIDEO = { ending: /\.m?ts$/, mark: 0x47, packets: [[0, 188] as const, [4, 192] as const] };
/** The head of files in which macOS keeps attributes of others: `._login.ts`. */
const APPLE_DOUBLE = Buffer.from([0x00, 0x05, 0x16, 0x07]);

/** Whether a file with NUL characters is of another format than its ending says, so that it imports nothing. */
export function isOtherFormat(path: string, bytes: Buffer): boolean {
  if (bytes.subarray(0, APPLE_DOUBLE.length).equals(APPLE_DOUBLE)) return true;
  const isMark = (at: number): boolean => at >= bytes.length || bytes[at] === VIDEO.mark;
  return VIDEO.ending.test(path) && VIDEO.packets.some(([at, length]) => at < bytes.length && isMark(at) && isMark(at + length));
}

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
