import { CortexError } from '../../platform/errors.ts';
import { onDemand } from '../../platform/on-demand.ts';
import { isPrintableAscii } from '../ascii.ts';
import { composeYaml, NUMBERS_ARE_TEXT, yamlData } from '../yaml.ts';

const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/;
const DATE = /^\d{4}-\d\d-\d\d$/;
/** What might be a number in a form that is left to the library. */
const LIKE_A_NUMBER = /^\d[\da-fA-FxXoO.eE+-]*$/;
const WORDS: ReadonlyMap<string, boolean> = new Map([
  ...(['true', 'True', 'TRUE'] as const).map((word) => [word, true] as const),
  ...(['false', 'False', 'FALSE'] as const).map((word) => [word, false] as const),
]);
const NULL = /^(?:null|Null|NULL)$/;
/** Of words that are no text. */
const LONGEST_WORD = 5;
/** Most values are this simple; the full test is the slower one. */
const SIMPLE = /^[A-Za-z_][\w .,/()-]*$/;
const plainBeginning = onDemand(() => /^(?:[\p{L}\p{N}_(/$]|~\/)/u);
const FIRST_IN_ASCII = /^(?:[\w(/$]|~\/)/;
/** What may end a plain scalar or be refused in one; also all that is not printed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const uncertainPart = onDemand(() => /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]|: |:$| #|\p{Surrogate}/u);
const UNCERTAIN_IN_ASCII = /: |:$| #/;

/** Never written without quotes, whatever one library makes of it. */
const unprintedCharacter = onDemand(() => /[\p{Cc}\p{Zl}\p{Zp}\ufeff\ufffe\uffff]/u);

function isPrinted(text: string): boolean {
  return isPrintableAscii(text) || !unprintedCharacter().test(text);
}

/** Without the spaces around it, and those alone: `trim` takes more than YAML does. */
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

/**
 * What a text without quotes is as a value in YAML: the same as the library says, or `undefined` where that takes a closer look (and
 * for nothing, `null`).
 */
export function plainScalar(text: string): string | number | boolean | undefined {
  const code = text.charCodeAt(0);
  // "-" to "9"
  if (code <= 0x39 && NUMBER.test(text)) return Number(text);
  if (text.length <= LONGEST_WORD) {
    const word = WORDS.get(text);
    if (word !== undefined) return word;
    if (NULL.test(text)) return undefined;
  }
  if (text.endsWith(' ')) return undefined;
  if (SIMPLE.test(text) || DATE.test(text)) return text;
  if (!beginsPlainly(text) || isUncertain(text)) return undefined;
  return LIKE_A_NUMBER.test(text) ? undefined : text;
}

/** What stands in quotes, if that is plain to see; else `undefined`. */
export function quotedScalar(text: string): string | undefined {
  if (!/^(?:"[^"\\]*"|'[^']*')$/.test(text) || isUncertain(text)) return undefined;
  return text.slice(1, -1);
}

/** As `plainScalar`, with numbers as they are written. */
export function plainText(text: string): string | boolean | undefined {
  const value = plainScalar(text);
  return typeof value === 'number' ? text : value;
}

/** What the library makes of a value that stands alone on its line, with numbers as they are written; `undefined` when it refuses it. */
export function readAloneAsText(text: string): unknown {
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

/** In double quotes, on one line, with nothing in it that is not printed. */
export function formatQuoted(text: string): string {
  const escaped = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g, escaped);
}

function formatNumber(value: number): string {
  if (Number.isFinite(value)) return Object.is(value, -0) ? '-0' : String(value);
  const next = 'Give a number that can be counted with.';
  throw new CortexError('invalid-input', 'a header holds no such number', { value: String(value), next });
}

/** A value as it is written behind its key: in quotes exactly when YAML would read something else without. */
export function formatScalar(value: string | number): string {
  if (typeof value === 'number') return formatNumber(value);
  // Nothing is null without quotes; the library is not loaded for that.
  if (value === '') return formatQuoted(value);
  return plainScalar(value) === value || (isPrinted(value) && readAlone(value) === value) ? value : formatQuoted(value);
}

/** A key as it is written. */
export function formatKey(key: string): string {
  return /^[A-Za-z_][\w-]*$/.test(key) && plainScalar(key) === key ? key : formatQuoted(key);
}

function formatItem(value: string): string {
  const alone = readAlone(`[${value}]`);
  return Array.isArray(alone) && alone.length === 1 && alone[0] === value && isPrinted(value) ? value : formatQuoted(value);
}

/** A list on one line. */
export function formatList(items: readonly string[]): string {
  return `[${items.map(formatItem).join(', ')}]`;
}

/** An item of a list that has a line for each. */
export function formatListItem(value: string): string {
  const alone = readAlone(`\n  - ${value}`);
  return Array.isArray(alone) && alone.length === 1 && alone[0] === value && isPrinted(value) ? value : formatQuoted(value);
}
