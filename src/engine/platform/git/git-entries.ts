import { createHash } from 'node:crypto';

/** A file as git has it. */
export interface GitEntry {
  readonly mode: string;
  /** The id of its content. */
  readonly object: string;
}

/** How git lists a file: "<mode> blob <object>\t<name>" of a tree, "<mode> <object> <stage>\t<name>" of the index. */
const LISTED = /^(\d+) (?:blob )?([\da-f]+)(?: \d)?\t(.+)$/s;

/** The files that `ls-tree -z` or `ls-files --stage -z` lists, by name. */
export function entriesIn(output: Buffer): Map<string, GitEntry> {
  const entries = new Map<string, GitEntry>();
  for (const line of output.toString('utf8').split('\0')) {
    const [, mode, object, name] = LISTED.exec(line) ?? [];
    if (mode !== undefined && object !== undefined && name !== undefined) entries.set(name, { mode, object });
  }
  return entries;
}

/** SHA-1 has so many digits, SHA-256 more. */
const SHA1_DIGITS = 40;

/** Whether git has just these bytes as the content with an id. */
export function isContentOf(object: string, bytes: Uint8Array): boolean {
  const digest = createHash(object.length === SHA1_DIGITS ? 'sha1' : 'sha256')
    .update(`blob ${bytes.length}\0`)
    .update(bytes);
  return digest.digest('hex') === object;
}

/** The same bytes with LF in place of each CRLF. */
export function withUnixLines(bytes: Buffer): Buffer {
  return bytes.includes('\r\n') ? Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1') : bytes;
}
