import { createHash } from 'node:crypto';

/** A file in a tree or the index of git. */
export interface GitEntry {
  readonly mode: string;
  /** Object id of the content. */
  readonly object: string;
}

/** A line of a listing: "<mode> blob <object>\t<name>" of a tree, "<mode> <object> <stage>\t<name>" of the index. */
const LISTED = /^(\d+) (?:blob )?([\da-f]+)(?: \d)?\t(.+)$/s;

/** Parses the output of `ls-tree -z` or `ls-files --stage -z`. Returns the entries by name. */
export function entriesIn(output: Buffer): Map<string, GitEntry> {
  const entries = new Map<string, GitEntry>();
  for (const line of output.toString('utf8').split('\0')) {
    const [, mode, object, name] = LISTED.exec(line) ?? [];
    if (mode !== undefined && object !== undefined && name !== undefined) entries.set(name, { mode, object });
  }
  return entries;
}

/** Hexadecimal digits of a SHA-1 id. SHA-256 ids have more. */
const SHA1_DIGITS = 40;

/** Whether `bytes` are the content of the object with this id. */
export function isContentOf(object: string, bytes: Uint8Array): boolean {
  const digest = createHash(object.length === SHA1_DIGITS ? 'sha1' : 'sha256')
    .update(`blob ${bytes.length}\0`)
    .update(bytes);
  return digest.digest('hex') === object;
}

/** Returns the bytes with each CRLF replaced by LF. */
export function withUnixLines(bytes: Buffer): Buffer {
  return bytes.includes('\r\n') ? Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1') : bytes;
}
