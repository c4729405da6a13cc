import { once } from 'node:events';
import { Readable, type Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { isJSONRPCNotification, isJSONRPCRequest } from '@modelcontextprotocol/server';
import { ownProperty } from '../engine/text/foreign-data.ts';

/** Lines that are handled before signals and timers get their turn. */
const LINES_AT_ONCE = 256;
/** Longest line without its line end, in bytes. */
const MAX_LINE_LENGTH = 10 * 1_048_576;
/** Most bytes that are passed on together: the longest line with its line end. The library must accept them. */
export const MAX_BYTES_PASSED = MAX_LINE_LENGTH + 1;
/** Requests that may be open at once. Further ones are refused, so that they do not fill the memory. */
const MAX_OPEN = 1_000;
const NEWLINE = 0x0a;
const LINE_END = Buffer.from([NEWLINE]);
/** How JSON can start. The check is faster than the error of a failed parse. */
const JSON_START = /^\s*["[{tfn\d-]/;

/** Error codes of JSON-RPC. */
const CODES = { parse: -32_700, request: -32_600, busy: -32_000 } as const;

interface Answer {
  readonly code: number;
  readonly message: string;
  readonly id: string | number | null;
}

/** Stands for a line over the limit, whose bytes are not kept. */
const TOO_LONG = 'too long';

type Line = { readonly value: unknown } | Answer | null;

/** Lines of messages. The library ignores what is no message, so that its sender waits for an answer forever. */
export class MessageLines {
  readonly #open = new Set<unknown>();

  constructor(private readonly output: Writable) {}

  /** Returns the lines of an input that are messages. The others are answered with an error. */
  of(input: Readable): Readable {
    return Readable.from(this.#passed(input), { objectMode: false });
  }

  /** Notes that a request was answered. */
  answered(message: unknown): void {
    if (ownProperty(message, 'method') === undefined) this.#open.delete(ownProperty(message, 'id'));
  }

  async *#passed(input: Readable): AsyncGenerator<Buffer> {
    for await (const lines of batches(input)) {
      yield* joined(this.#accepted(lines));
      // A client that does not read its answers gets no further ones.
      if (this.output.writableNeedDrain) await once(this.output, 'drain');
      await setImmediate();
    }
  }

  /** Returns the lines that are messages, and answers the others. */
  #accepted(lines: readonly (Buffer | typeof TOO_LONG)[]): Buffer[] {
    const answers: string[] = [];
    const passed: Buffer[] = [];
    for (const line of lines) {
      const answer = line === TOO_LONG ? tooLong() : this.#problem(line.toString());
      if (answer !== null && 'code' in answer) answers.push(textOf(answer));
      else if (answer !== null && line !== TOO_LONG) passed.push(line);
    }
    if (answers.length > 0) this.output.write(answers.join(''));
    return passed;
  }

  /** Returns the message of a line, or the answer if it is none; `null` for an empty line. */
  #problem(line: string): Line {
    const read = messageIn(line);
    if (read === null || 'code' in read) return read;
    const { value } = read;
    if (isJSONRPCRequest(value)) return this.#admit(value.id, value);
    if (isJSONRPCNotification(value)) {
      if (value.method === 'notifications/cancelled') this.#open.delete(ownProperty(value.params, 'requestId'));
      return read;
    }
    const isAnswer = ownProperty(value, 'result') !== undefined || ownProperty(value, 'error') !== undefined;
    return isAnswer ? read : invalid(value);
  }

  #admit(id: string | number, value: unknown): Line {
    if (this.#open.size >= MAX_OPEN) return { code: CODES.busy, message: `more than ${MAX_OPEN} requests are open`, id };
    this.#open.add(id);
    return { value };
  }
}

const textOf = ({ code, message, id }: Answer): string => `${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })}\n`;

function messageIn(line: string): Line {
  if (line.trim() === '') return null;
  try {
    if (JSON_START.test(line)) return { value: JSON.parse(line) };
  } catch {
    // Answered below.
  }
  return { code: CODES.parse, message: 'Parse error: the line is not JSON', id: null };
}

function invalid(value: unknown): Answer {
  if (Array.isArray(value)) return { code: CODES.request, message: 'Invalid request: send each message in its own line', id: null };
  const id = ownProperty(value, 'id');
  const isId = typeof id === 'string' || typeof id === 'number';
  const message = 'Invalid request: expected "jsonrpc": "2.0", a text "method", and as "id" a text or an integer';
  return { code: CODES.request, message, id: isId ? id : null };
}

function tooLong(): Answer {
  return { code: CODES.request, message: `Invalid request: the line is longer than ${MAX_LINE_LENGTH} bytes`, id: null };
}

/** Joins lines to chunks that the library accepts. A chunk for each line would be slower. */
function* joined(lines: readonly Buffer[]): Generator<Buffer> {
  let parts: Buffer[] = [];
  let length = 0;
  for (const line of lines) {
    if (parts.length > 0 && length + line.length > MAX_BYTES_PASSED) {
      yield Buffer.concat(parts);
      [parts, length] = [[], 0];
    }
    parts.push(line);
    length += line.length;
  }
  if (parts.length > 0) yield Buffer.concat(parts);
}

/** Collects the parts of a line. Those of a line over the limit are dropped as they come. */
class PartialLine {
  #parts: Buffer[] = [];
  #length = 0;

  add(part: Buffer): void {
    this.#length += part.length;
    if (this.#length > MAX_LINE_LENGTH) this.#parts = [];
    else this.#parts.push(part);
  }

  /** Returns the line with its line end, and begins the next one. */
  end(): Buffer | typeof TOO_LONG {
    const line = this.#length > MAX_LINE_LENGTH ? TOO_LONG : Buffer.concat([...this.#parts, LINE_END]);
    this.#parts = [];
    this.#length = 0;
    return line;
  }
}

/** Reads lines with their line ends, at most `LINES_AT_ONCE` together. */
async function* batches(input: Readable): AsyncGenerator<(Buffer | typeof TOO_LONG)[]> {
  const partial = new PartialLine();
  for await (const chunk of input) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    let lines: (Buffer | typeof TOO_LONG)[] = [];
    let from = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
      partial.add(bytes.subarray(from, end));
      lines.push(partial.end());
      from = end + 1;
      if (lines.length < LINES_AT_ONCE) continue;
      yield lines;
      lines = [];
    }
    if (lines.length > 0) yield lines;
    partial.add(bytes.subarray(from));
  }
}
