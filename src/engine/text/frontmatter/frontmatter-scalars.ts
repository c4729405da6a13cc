import { CortexError } from '../../platform/errors.ts';
import { onDemand } from '../../platform/on-demand.ts';
import { isPrintableAscii } from '../ascii.ts';
import { composeYaml, NUMBERS_ARE_TEXT, yamlData } from '../yaml.ts';

const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/;
const DATE = /^\d{4}-\d\d-\d\d$/;
/** Text that may be a number in another notation. The library decides. */
const LIKE_A_NUMBER = /^\d[\da-fA-FxXoO.eE+-]*$/;
const WORDS: ReadonlyMap<string, boolean> = new Map([
  ...(['true', 'True', 'TRUE'] as const).map((word) => [word, true] as const),
  ...(['false', 'False', 'FALSE'] as const).map((word) => [word, false] as const),
]);
const NULL = /^(?:null|Null|NULL)$/;
/** Longest boolean or null word, in characters. */
const MAX_WORD_LENGTH = 5;
/** Most values match this. The full test is slower. */
const SIMPLE = /^[A-Za-z_][\w .,/()-]*$/;
const plainBeginning = onDemand(() => /^(?:[\p{L}\p{N}_(/$]|~\/)/u);
const FIRST_IN_ASCII = /^(?:[\w(/$]|~\/)/;
/** Text that may end a plain scalar or be invalid in one, including non-printable characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const uncertainPart = onDemand(() => /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]|: |:$| #|\p{Surrogate}/u);
const UNCERTAIN_IN_ASCII = /: |:$| #/;

/** Characters that are always quoted, even if the library accepts them unquoted. */
const unprintedCharacter = onDemand(() => /[\p{Cc}\p{Zl}\p{Zp}\ufeff\ufffe\uffff]/u);

function isPrinted(text: string): boolean {
  return isPrintableAscii(text) || !unprintedCharacter().test(text);
}

/** Removes surrounding spaces only. `trim` removes more than YAML does. */
export function trimSpaces(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && text[from] === ' ') from += 1;
  while (to > from && text[to - 1] === ' ') to -= 1;
  return text.slice(from, to);
}

function isUncertain(text: string): boolean {
  return (isPrintableAscii(text) ? UNCERTAIN_IN_ASCII : uncertainPart()).test(text);
}

function beginsPlainly(text: string): boolean {
  return (isPrintableAscii(text) ? FIRST_IN_ASCII : plainBeginning()).test(text);
}

/** Parses an unquoted YAML value as the library would. Returns `undefined` if only the library can decide, and for null. */
export function plainScalar(text: string): string | number | boolean | undefined {
  const code = text.charCodeAt(0);
  // "-" to "9"
  if (code <= 0x39 && NUMBER.test(text)) return Number(text);
  if (text.length <= MAX_WORD_LENGTH) {
    const word = WORDS.get(text);
    if (word !== undefined) return word;
    if (NULL.test(text)) return undefined;
  }
  if (text.endsWith(' ')) return undefined;
  if (SIMPLE.test(text) || DATE.test(text)) return text;
  if (!beginsPlainly(text) || isUncertain(text)) return undefined;
  return LIKE_A_NUMBER.test(text) ? undefined : text;
}

/** Returns the text inside quotes if it has no escapes and no uncertain characters; else `undefined`. In quotes, `: ` and ` #` are text. */
export function quotedScalar(text: string): string | undefined {
  if (!/^(?:"[^"\\]*"|'[^']*')$/.test(text) || (!isPrintableAscii(text) && uncertainPart().test(text))) return undefined;
  return text.slice(1, -1);
}

/** As `plainScalar`, with numbers as written. */
export function plainText(text: string): string | boolean | undefined {
  const value = plainScalar(text);
  return typeof value === 'number' ? text : value;
}

/** Parses a value with the library as if alone on its line, with numbers as written; `undefined` if it is invalid. */
export function readScalarAsText(text: string): unknown {
  return readAlone(text, NUMBERS_ARE_TEXT);
}

function readAlone(text: string, scalars?: typeof NUMBERS_ARE_TEXT): unknown {
  try {
    const [document, second] = composeYaml(`key: ${text}\n`, scalars);
    if (document === undefined || second !== undefined || document.errors.length > 0) return undefined;
    const data = yamlData(document);
    return typeof data === 'object' && data !== null && 'key' in data ? data.key : undefined;
  } catch {
    return undefined;
  }
}

/** Formats a text in double quotes, on one line, with non-printable characters escaped. */
export function formatQuoted(text: string): string {
  const escaped = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g, escaped);
}

function formatNumber(value: number): string {
  if (Number.isFinite(value)) return Object.is(value, -0) ? '-0' : String(value);
  const next = 'Use a finite number.';
  throw new CortexError('invalid-input', 'a header holds no such number', { value: String(value), next });
}

/** Formats a value for a header. It is quoted only if YAML would read the unquoted text differently. */
export function formatScalar(value: string | number): string {
  if (typeof value === 'number') return formatNumber(value);
  // An empty value is null without quotes. Do not load the library for it.
  if (value === '') return formatQuoted(value);
  return plainScalar(value) === value || (isPrinted(value) && readAlone(value) === value) ? value : formatQuoted(value);
}

/** Formats a key. */
export function formatKey(key: string): string {
  return /^[A-Za-z_][\w-]*$/.test(key) && plainScalar(key) === key ? key : formatQuoted(key);
}

function formatItem(value: string): string {
  const alone = readAlone(`[${value}]`);
  return Array.isArray(alone) && alone.length === 1 && alone[0] === value && isPrinted(value) ? value : formatQuoted(value);
}

/** Formats a list on one line. */
export function formatList(items: readonly string[]): string {
  return `[${items.map(formatItem).join(', ')}]`;
}

/** Formats an item of a list with one line for each item. */
export function formatListItem(value: string): string {
  const alone = readAlone(`\n  - ${value}`);
  return Array.isArray(alone) && alone.length === 1 && alone[0] === value && isPrinted(value) ? value : formatQuoted(value);
}
