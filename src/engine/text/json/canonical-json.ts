// Own code instead of a library, because checksums of any size are computed in parts, and errors name the place:
// docs/decisions/0049-custom-code.md
import { createHash } from 'node:crypto';
import { CortexError } from '../../platform/errors.ts';
import { onDemand } from '../../platform/on-demand.ts';
import { formatJsonPath, type JsonPath, MAX_JSON_DEPTH } from './json-position.ts';

/** Limit of the key cache. A file has few field names, but keys of free-form data must not fill the memory. */
const KEPT_KEYS = 1_000;

const PART_LENGTH = 16_384;

/** Why a value has no canonical form. */
export type CanonicalProblem = 'not-json' | 'not-finite' | 'too-deep' | 'lone-surrogate';

/** The first place without a canonical form. A lone surrogate is reported only when nothing worse is in the value. */
export interface CanonicalFailure {
  readonly problem: CanonicalProblem;
  readonly path: JsonPath;
  readonly value: unknown;
}

/** Message for each problem. */
export const CANONICAL_PROBLEMS: Record<CanonicalProblem, string> = {
  'not-json': 'is not a JSON value',
  'not-finite': 'is not a finite number',
  'too-deep': `is nested deeper than ${MAX_JSON_DEPTH} levels, or contains itself`,
  'lone-surrogate': 'holds half of a surrogate pair, which is no character',
};

/** In Unicode mode this matches only unpaired surrogates. */
const loneSurrogate = onDemand(() => /\p{Surrogate}/u);

/** An object or array that is being written, and the index of its next item. */
type Open =
  | { readonly list: readonly unknown[]; next: number }
  | { readonly list: null; readonly members: Readonly<Record<string, unknown>>; readonly keys: readonly string[]; next: number };

/** Instances of classes (Date, Map, …) would be written as something else or as nothing, so they are refused. */
function isPlain(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}

/** Writes one value with an explicit stack, so that deep nesting cannot overflow the call stack. */
class CanonicalWriter {
  #text = '';
  #surrogate: CanonicalFailure | undefined;
  readonly #take: (part: string) => void;
  readonly #open: Open[] = [];
  /** Cache of quoted keys, because keys repeat in every entry of a file. */
  readonly #quotedKeys = new Map<string, string>();

  constructor(take: (part: string) => void) {
    this.#take = take;
  }

  write(root: unknown): CanonicalFailure | null {
    let value = root;
    for (;;) {
      const problem = typeof value === 'object' && value !== null ? this.#enter(value) : this.#scalar(value);
      if (problem !== null) return this.#fail(problem, value);
      const top = this.#advance();
      if (top === undefined) break;
      value = top.list === null ? top.members[top.keys[top.next - 1] ?? ''] : top.list[top.next - 1];
      // Output is passed on in parts, because a string grown from a million pieces is slow to flatten.
      if (this.#text.length > PART_LENGTH) this.#flush();
    }
    this.#flush();
    return this.#surrogate ?? null;
  }

  #flush(): void {
    this.#take(this.#text);
    this.#text = '';
  }

  #enter(value: object): CanonicalProblem | null {
    if (this.#open.length >= MAX_JSON_DEPTH) return 'too-deep';
    if (Array.isArray(value)) {
      this.#text += '[';
      this.#open.push({ list: value, next: 0 });
      return null;
    }
    if (!isPlain(value)) return 'not-json';
    this.#text += '{';
    let keys = Object.keys(value);
    if (keys.some((key) => value[key] === undefined)) keys = keys.filter((key) => value[key] !== undefined);
    // The default order of sort() is by UTF-16 code units, as RFC 8785 (3.2.3) requires.
    this.#open.push({ list: null, members: value, keys: keys.sort(), next: 0 });
    return null;
  }

  #scalar(value: unknown): CanonicalProblem | null {
    switch (typeof value) {
      case 'string':
        this.#text += this.#quote(value);
        return null;
      case 'number':
        if (!Number.isFinite(value)) return 'not-finite';
        // RFC 8785 (3.2.2.3) requires ECMAScript's number format, which writes -0 as 0.
        this.#text += value;
        return null;
      case 'boolean':
        this.#text += value;
        return null;
      default:
        if (value !== null) return 'not-json';
        this.#text += 'null';
        return null;
    }
  }

  /** JSON.stringify escapes strings as RFC 8785 (3.2.2.2) requires, except that it writes lone surrogates as `\udxxx`. */
  #quote(value: string): string {
    const quoted = JSON.stringify(value);
    if (quoted.includes('\\ud') && loneSurrogate().test(value)) this.#surrogate ??= this.#fail('lone-surrogate', value);
    return quoted;
  }

  #quoteKey(key: string): string {
    let quoted = this.#quotedKeys.get(key);
    if (quoted === undefined) {
      quoted = `${this.#quote(key)}:`;
      if (this.#quotedKeys.size < KEPT_KEYS) this.#quotedKeys.set(key, quoted);
    }
    return quoted;
  }

  /** Closes complete containers. Returns the container to continue, after writing everything before its next value. */
  #advance(): Open | undefined {
    for (let top = this.#open.at(-1); top !== undefined; top = this.#open.at(-1)) {
      if (top.next < (top.list ?? top.keys).length) {
        if (top.next > 0) this.#text += ',';
        top.next += 1;
        if (top.list === null) this.#text += this.#quoteKey(top.keys[top.next - 1] ?? '');
        return top;
      }
      this.#text += top.list === null ? '}' : ']';
      this.#open.pop();
    }
    return undefined;
  }

  #fail(problem: CanonicalProblem, value: unknown): CanonicalFailure {
    const path: (string | number)[] = [];
    for (const { next, ...open } of this.#open) {
      if (next > 0) path.push(open.list === null ? (open.keys[next - 1] ?? '') : next - 1);
    }
    return { problem, path, value };
  }
}

/** Returns the error for a value without a canonical form. */
export function canonicalError({ problem, path, value }: CanonicalFailure): CortexError {
  const place = path.length === 0 ? 'the value' : formatJsonPath(path);
  return new CortexError('invalid-input', `${place} ${CANONICAL_PROBLEMS[problem]}`, {
    ...(typeof value === 'object' ? {} : { value: typeof value === 'string' ? value : String(value) }),
    allowed: 'objects, arrays, well-formed strings, finite numbers, true, false and null',
    next: 'Replace that value.',
  });
}

/**
 * Returns the canonical form (RFC 8785, "JCS") of a value: equal data gives equal text, whatever the order of keys. Properties that are
 * `undefined` count as absent, as in `JSON.stringify`. All other values that JSON cannot represent are refused.
 * @throws CortexError `invalid-input` naming the place: not JSON, NaN or infinite, a lone surrogate, deeper than MAX_JSON_DEPTH
 */
export function canonicalJson(value: unknown): string {
  const parts: Buffer[] = [];
  const failure = new CanonicalWriter((part) => parts.push(Buffer.from(part, 'utf8'))).write(value);
  if (failure !== null) throw canonicalError(failure);
  return Buffer.concat(parts).toString('utf8');
}

/** A checksum, and the length of the canonical form in bytes. */
export interface Checksum {
  readonly checksum: string;
  readonly bytes: number;
}

/** Returns the checksum of a value (see `sha256Checksum`), or the place that has no canonical form. */
export function tryChecksum(value: unknown): Checksum | CanonicalFailure {
  const hash = createHash('sha256');
  let bytes = 0;
  const take = (part: string) => {
    const encoded = Buffer.from(part, 'utf8');
    bytes += encoded.length;
    hash.update(encoded);
  };
  const failure = new CanonicalWriter(take).write(value);
  return failure ?? { checksum: `sha256:${hash.digest('hex')}`, bytes };
}

/**
 * Returns the protocol's checksum of a value: `sha256:` and the lower-case hexadecimal SHA-256 of the canonical form in UTF-8.
 * @throws as `canonicalJson`
 */
export function sha256Checksum(value: unknown): string {
  const result = tryChecksum(value);
  if ('problem' in result) throw canonicalError(result);
  return result.checksum;
}
