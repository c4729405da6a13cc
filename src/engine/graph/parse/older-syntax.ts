import type { LanguageName } from '../languages.ts';

/** A pattern, and its replacement of the same length. */
type Replacement = readonly [pattern: RegExp, instead: (found: string) => string];

const blank: Replacement[1] = (found) => found.replaceAll(/[^\r\n]/g, ' ');
/** Returns another name of the same length. The reader takes the real name from the original text. */
const renamed: Replacement[1] = (found) =>
  found.slice(0, -1) + (found.slice(-1).toUpperCase() === found.slice(-1) ? '_' : found.slice(-1).toUpperCase());

/** Syntax that the grammars of TypeScript and JavaScript do not know or misread. Nothing that is blanked imports anything. */
const REPLACEMENTS: readonly Replacement[] = [
  // export type * from './a'
  [/(?<=\bexport\s{1,99})type(?=\s*\*)/g, blank],
  // import defer * as a, import source a, import type A = B.C, export import type A = require('./a'), import typeof a (Flow)
  [/(?<=\bimport\s{1,99})(?:defer(?=\s*\*)|source(?=\s+[\w$]+\s+from\b)|type(?=\s+(?!from\b)[\w$]+\s*=)|typeof(?=\s+[\w${*]))/g, blank],
  // export … from './a' with { type: 'json' }
  [/(?<=\bfrom\s{0,99}(?:"[^"\n]{0,999}"|'[^'\n]{0,999}')\s{0,99})(?:with|assert)\s*\{[^{}]*\}/g, blank],
  // interface A<in out T>
  [/(?<=[<,]\s{0,99}(?:const\s{1,9})?)(?:in\s+out|in|out)(?=\s+[A-Za-z_$])/g, blank],
  // for (using a of b)
  [/(?<=\bfor\s{0,9}(?:await\s{0,9})?\(\s{0,99})(?:await\s+)?using(?=\s+[\w$]+\s+of\b)/g, (found) => 'const'.padEnd(found.length)],
  // using(a), where it is a name
  [/(?<![\w$.])using(?![\w$])(?!\s+[A-Za-z_$][\w$]*\s*(?:[=:,;]|of\b))/g, renamed],
  // static accessor a = 1
  [/(?<![\w$.])accessor(?=\s+(?:static\s+|readonly\s+)?[#\w$'"[])/g, blank],
  // static [name: string]: A
  [/(?<![\w$.])static(?=\s+(?:readonly\s+)?\[\s*[\w$]+\s*:)/g, blank],
  // [type: string, number?: number]
  [
    /(?<=[[(,]\s{0,99}(?:\.\.\.)?)(?:type|number|string|boolean|symbol|object|any|unknown|never|void|readonly|abstract|asserts|infer|is|keyof|unique|override|out|declare|module|namespace)(?=\s*\??:)/g,
    renamed,
  ],
  // type A = import('./a').B[]
  [/(?<=\bimport\(\s{0,9}(?:"[^"\n]{0,999}"|'[^'\n]{0,999}')\s{0,9}\)(?:\.[\w$]{1,99}){1,9})(?:\s*\[\s*\])+/g, blank],
  // f<typeof import('./a')>()
  [
    /<\s*typeof\s+import\(\s*(?:"[^"\n]{0,999}"|'[^'\n]{0,999}')\s*\)\s*>(?=\s*\()/g,
    (found) => `(${found.slice(1, -1).replace('typeof', ' '.repeat(6))})`,
  ],
  // String.raw`\u`
  [/\\(?:u(?![\da-fA-F]{4}|\{)|x(?![\da-fA-F]{2}))/g, blank],
];

/** `new(1)`, `new(-a)`, `new(a + b)`, `new(f(1))`, `new(a[0])`, `new(f[int](1))`, `new(T{})`, `new([]int{1})` of Go 1.26: no types. */
const NEW_VALUES: readonly Replacement[] = [
  [/(?<![\w.])new(?=\(\s*(?:["'`\d!&+^-]|<-(?!\s*chan\b)))/g, renamed],
  [
    /(?<![\w.])new(?=\(\s*(?!(?:struct|interface|func|chan|map)\b)(?:\w{1,99}\.){0,9}\w{1,99}\s*(?:[({+*/%&|^<>=!-]|\.\(|\[\s*["'`\d]|\[[^\]\n]{0,99}\]\s*[({.]))/g,
    renamed,
  ],
  [/(?<![\w.])new(?=\(\s*(?:map\[[\w.]{1,99}\]|\[[\w.]{0,99}\]){1,9}\*?[\w.]{1,99}\{)/g, renamed],
];

/** Type arguments of `import('./a').B<C>`, which is parsed as `import('./a').B|C `. */
const IMPORTED_TYPE = /\bimport\(\s*(?:"[^"\n]{0,999}"|'[^'\n]{0,999}')\s*\)(?:\s*\.\s*[\w$]+)+\s*</g;
/** Longer argument lists are not replaced. UTF-16 code units. */
const MAX_ARGUMENTS_LENGTH = 2_000;

/** Returns the change of nesting depth after this position. `=>` closes nothing. */
function depthOf(text: string, at: number): number {
  const sign = text[at] ?? '';
  if ('<([{'.includes(sign)) return 1;
  return ')]}'.includes(sign) || (sign === '>' && text[at - 1] !== '=') ? -1 : 0;
}

/** Returns replacements for the brackets and commas of type arguments, by position; `null` if the list is not closed. */
function argumentSigns(text: string, open: number): Map<number, string> | null {
  const signs = new Map([[open, '|']]);
  let depth = 0;
  for (let at = open; at < Math.min(text.length, open + MAX_ARGUMENTS_LENGTH); at += 1) {
    const sign = text[at] ?? '';
    depth += depthOf(text, at);
    if (sign === ',' && depth === 1) signs.set(at, '|');
    if (depth === 0) return sign === '>' ? signs.set(at, ' ') : null;
  }
  return null;
}

function withoutTypeArguments(text: string): string {
  const signs = new Map<number, string>();
  for (const { 0: found, index } of text.matchAll(IMPORTED_TYPE)) {
    for (const [at, sign] of argumentSigns(text, index + found.length - 1) ?? []) signs.set(at, sign);
  }
  let [parts, end] = ['', 0];
  for (const [at, sign] of [...signs].sort(([one], [other]) => one - other)) {
    parts += text.slice(end, at) + sign;
    end = at + 1;
  }
  return parts + text.slice(end);
}

const replaced = (text: string, all: readonly Replacement[]): string =>
  all.reduce((written, [pattern, instead]) => written.replaceAll(pattern, instead), text);

/**
 * Rewrites text into syntax that older grammars know, with the same length. The result is parsed if the grammar fails on the original.
 * Names are still read from the original, at the same offsets.
 */
export function toOlderSyntax(language: LanguageName, text: string): string {
  if (language === 'go') return replaced(text, NEW_VALUES);
  if (language !== 'typescript' && language !== 'tsx' && language !== 'javascript') return text;
  return replaced(withoutTypeArguments(text), REPLACEMENTS);
}
