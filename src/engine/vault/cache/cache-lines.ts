import { lineEnd, parseJsonPart } from '../../text/json/json-lines.ts';

// A line is a JSON list of the checksum of what follows and a value, with spaces so that each line begins at a multiple of four bytes.

const WORD = 4;
/** Bytes before the value: `["`, eight hexadecimal digits, `",`. */
const PREFIX = 12;
const DIGITS = 8;

/** Returns a checksum that changes whenever one word changes. Every search computes it for the whole cache, so it takes words, not bytes. */
function checksumOf(words: Int32Array, from: number, to: number): string {
  let sum = 0;
  for (let at = from; at < to; at += 1) sum = Math.imul((sum << 5) ^ (sum >>> 27) ^ (words[at] ?? 0), 0x9e3779b1);
  return (sum >>> 0).toString(16).padStart(DIGITS, '0');
}

const wordsOf = ({ buffer, byteOffset, length }: Buffer) => new Int32Array(buffer, byteOffset, Math.floor(length / WORD));

/** Returns the line of a value, with its line feed. */
export function cacheLine(value: unknown): Buffer {
  const text = `["${'0'.repeat(DIGITS)}",${JSON.stringify(value)}]`;
  const length = Buffer.byteLength(text);
  const line = Buffer.alloc(WORD * Math.ceil((length + 1) / WORD), ' ');
  line.write(text);
  line.write('\n', line.length - 1);
  line.write(checksumOf(wordsOf(line), PREFIX / WORD, line.length / WORD), 2);
  return line;
}

/** Lines of a cache. No line that was damaged or cut is believed. */
export class CacheLines {
  readonly #words: Int32Array | null;

  constructor(private readonly bytes: Buffer) {
    this.#words = bytes.byteOffset % WORD === 0 ? wordsOf(bytes) : null;
  }

  get length(): number {
    return this.bytes.length;
  }

  /** Returns the end of the line that starts at `from`. */
  endOf(from: number): number {
    return lineEnd(this.bytes, from);
  }

  /** Returns the value of a line; `undefined` if it is not as `cacheLine` made it. */
  valueAt(from: number, to: number): unknown {
    if (this.#words === null || from % WORD !== 0 || to % WORD !== 0 || to - from < PREFIX) return undefined;
    const checksum = this.bytes.toString('latin1', from + 2, from + 2 + DIGITS);
    if (checksum !== checksumOf(this.#words, (from + PREFIX) / WORD, to / WORD)) return undefined;
    const line = parseJsonPart(this.bytes, from, to);
    return Array.isArray(line) ? line[1] : undefined;
  }
}
