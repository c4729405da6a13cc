import { CortexError } from '../../platform/errors.ts';

/** Most alternatives that the braces of one path may expand to. */
const MAX_ALTERNATIVES = 64;
/** Most UTF-16 code units of all alternatives of one path together. It bounds the cost of every comparison. */
const MAX_EXPANDED = 4_096;
/** Characters that a class of exactly one of them escapes: `[*]` is a star in a name. */
const SPECIAL = new Set('*?[{},');

export type Token =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'one' }
  | { readonly kind: 'run' }
  | { readonly kind: 'class'; readonly members: ReadonlySet<string>; readonly negated: boolean; readonly written: string };

/** One segment of a path. `head` and `tail` are the literal text that every matching name begins and ends with. */
export type Segment =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'any-depth' }
  | { readonly kind: 'wild'; readonly tokens: readonly Token[]; readonly head: string; readonly tail: string };

/** One expansion of a path. A folder has a last segment `any-depth`. */
export type Alternative = readonly Segment[];

/** All expansions of a path; more than one only with braces. */
export type Pattern = readonly Alternative[];

function patternError(value: string, problem: string, next: string): CortexError {
  return new CortexError('invalid-input', problem, { value, allowed: 'a path with *, **, ?, [abc] and {a,b}', next });
}

/**
 * Splits a path into its characters, with each `[…]` in one piece.
 * @throws CortexError `invalid-input` for a class that is empty or is not closed before the next slash
 */
export function lexemes(text: string): string[] {
  const found: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = text[at] === '[' ? classEnd(text, at) : at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
    found.push(text.slice(at, end));
    at = end;
  }
  return found;
}

function classEnd(text: string, start: number): number {
  const close = text.indexOf(']', start + 1);
  if (close === -1 || text.slice(start, close).includes('/')) {
    throw patternError(text, 'a lock path has a "[" without its "]"', 'Close it, or write "[[]" for the character itself.');
  }
  if (close === start + 1)
    throw patternError(text, 'a lock path has an empty "[]"', 'Name the characters, or write "[[]]" for the name "[]".');
  return close + 1;
}

/** Returns the literal character of an escape (`[*]` → `*`), or `null` for any other lexeme. */
export function escaped(lexeme: string): string | null {
  const inner = lexeme.slice(1, -1);
  return lexeme.length === 3 && SPECIAL.has(inner) ? inner : null;
}

interface Brace {
  /** Alternatives before the last comma. */
  done: string[];
  /** Expansions of the text since the last comma. */
  open: string[];
}

/**
 * Expands the braces of a path.
 * @throws CortexError `invalid-input` for braces that do not pair, have no comma or expand to too much
 */
function expand(text: string): string[] {
  if (!text.includes('{')) return [text];
  let brace: Brace = { done: [], open: [''] };
  const outer: Brace[] = [];
  for (const part of lexemes(text)) {
    const parent = part === '}' ? outer.pop() : undefined;
    if (parent !== undefined) brace = closeBrace(text, parent, brace);
    else if (part === '{') {
      outer.push(brace);
      brace = { done: [], open: [''] };
    } else if (part === ',' && outer.length > 0) brace = { done: [...brace.done, ...brace.open], open: [''] };
    else brace = product(text, brace, [part]);
  }
  if (outer.length > 0)
    throw patternError(text, 'a lock path has a "{" without its "}"', 'Close it, or write "[{]" for the character itself.');
  return brace.open;
}

function closeBrace(text: string, parent: Brace, brace: Brace): Brace {
  if (brace.done.length > 0) return product(text, parent, [...brace.done, ...brace.open]);
  throw patternError(text, 'a lock path has braces without a comma', 'Name at least two alternatives, or write "[{]" for the character.');
}

function product(text: string, brace: Brace, endings: readonly string[]): Brace {
  if (brace.done.length + brace.open.length * endings.length > MAX_ALTERNATIVES) throw tooMany(text);
  const open = brace.open.flatMap((start) => endings.map((ending) => start + ending));
  if ([...brace.done, ...open].reduce((sum, one) => sum + one.length, 0) > MAX_EXPANDED) throw tooMany(text);
  return { done: brace.done, open };
}

function tooMany(text: string): CortexError {
  return patternError(
    text,
    `the braces of a lock path stand for more than ${MAX_ALTERNATIVES} paths or ${MAX_EXPANDED} characters`,
    'Lock the folder, or take several paths in one request.',
  );
}

/** Returns the members of a class. `a-z` is a range between two digits or two letters of the same case; any other `-` is literal. */
function members(inner: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (let at = 0; at < inner.length; at += 1) {
    const [first = '', dash, last = ''] = inner.slice(at, at + 3);
    if (dash === '-' && last >= first && [/^[0-9]{2}$/, /^[a-z]{2}$/, /^[A-Z]{2}$/].some((both) => both.test(first + last))) {
      for (let code = first.charCodeAt(0); code <= last.charCodeAt(0); code += 1) found.add(String.fromCharCode(code));
      at += 2;
    } else found.add(first);
  }
  return found;
}

function classToken(written: string): Token {
  const inner = [...written.slice(1, -1)];
  const negated = inner.length > 1 && (inner[0] === '!' || inner[0] === '^');
  return { kind: 'class', members: members(negated ? inner.slice(1) : inner), negated, written };
}

function tokens(text: string): Token[] {
  const found: Token[] = [];
  for (const lexeme of lexemes(text)) {
    const last = found.at(-1);
    const literal = lexeme.length < 3 ? lexeme : escaped(lexeme);
    if (lexeme === '*') {
      if (last?.kind !== 'run') found.push({ kind: 'run' });
    } else if (lexeme === '?') found.push({ kind: 'one' });
    else if (literal === null) found.push(classToken(lexeme));
    else if (last?.kind === 'text') found[found.length - 1] = { kind: 'text', text: last.text + literal };
    else found.push({ kind: 'text', text: literal });
  }
  return found;
}

function segment(text: string): Segment {
  if (/^\*{2,}$/.test(text)) return { kind: 'any-depth' };
  if (!/[*?[]/.test(text)) return { kind: 'name', name: text };
  const parts = tokens(text);
  const first = parts[0];
  const last = parts.at(-1);
  const head = first?.kind === 'text' ? first.text : '';
  if (parts.length === 1 && first?.kind === 'text') return { kind: 'name', name: head };
  return { kind: 'wild', tokens: parts, head, tail: last?.kind === 'text' ? last.text : '' };
}

function alternative(text: string): Segment[] {
  const names = text.split('/');
  const isFolder = names.at(-1) === '' || names.at(-1) === '.';
  const found: Segment[] = [];
  for (const name of names) {
    if (name === '' || name === '.') continue;
    const next = segment(name);
    if (next.kind !== 'any-depth' || found.at(-1)?.kind !== 'any-depth') found.push(next);
  }
  if (isFolder && found.at(-1)?.kind !== 'any-depth') found.push({ kind: 'any-depth' });
  return found;
}

/** Throws when an expansion of a path would leave the root or name nothing. Each alternative of a brace is checked separately. */
function check(text: string, whole: string): void {
  const outsideError = (problem: string) =>
    new CortexError('outside-root', problem, {
      value: whole,
      allowed: 'a path inside the project',
      next: 'Name a file or folder of the project, such as src/app.ts.',
    });
  if (/^\//.test(text)) throw outsideError('a lock path must not be absolute');
  if (/^[A-Za-z]:/.test(text)) throw outsideError('a lock path must not begin with a letter and a colon: that names a drive');
  const names = text.split('/').filter((name) => name !== '' && name !== '.');
  if (names[0] === '~') throw outsideError('a lock path must not begin in a home folder');
  if (names.includes('..')) throw outsideError('a lock path must not contain ".."');
  if (names.length === 0) throw patternError(whole, 'a lock path is empty', 'Name a file or folder, or write "**" for the whole project.');
}

/**
 * Checks that the text of a path is valid as a lock path.
 * @throws CortexError `outside-root`, `invalid-input`
 */
export function checkPattern(path: string): void {
  for (const text of expand(path)) {
    check(text, path);
    alternative(text);
  }
}

/** Compiles a path for comparison. Does not throw for paths that `checkPattern` accepts. */
export function compile(path: string): Pattern {
  return expand(path).map(alternative);
}

/**
 * Extensions that only files have. They are part of the protocol: every reader has to agree, so an extension may only be added with a new
 * rule (docs/protocols/crtx.md, "Locks").
 */
const FILE_ENDINGS = new Set(
  [
    'ts tsx mts cts js jsx mjs cjs json jsonc json5 vue svelte astro css scss sass less html htm xml svg md mdx txt rst adoc',
    'py pyi rb php java kt kts scala go rs c h cc hh cpp hpp cxx m mm swift cs fs vb lua pl r dart ex exs erl clj hs sql sh bash ps1 bat',
    'yml yaml toml ini cfg properties lock gradle proto graphql tf csv tsv log crtx png jpg jpeg gif webp ico pdf zip gz woff woff2 wasm',
  ]
    .join(' ')
    .split(' '),
);

function isFileName(name: string): boolean {
  const [, ending = ''] = /[^.]\.([A-Za-z0-9]+)$/.exec(name) ?? [];
  return FILE_ENDINGS.has(ending.toLowerCase());
}

const ANY_DEPTH: Segment = { kind: 'any-depth' };

/** Whether the last segment of a path may match folders. `*.ts` matches `x.ts` and other names that only files have. */
function mayBeFolder(last: Segment): boolean {
  if (last.kind === 'any-depth') return false;
  return !isFileName(last.kind === 'name' ? last.name : `x${last.tail}`);
}

/** Like `compile`, but a path also covers everything below the names that it matches, unless they have an extension of files. */
export function compileBelow(path: string): Pattern {
  return compile(path).map((segments) => {
    const last = segments.at(-1);
    return last !== undefined && mayBeFolder(last) ? [...segments, ANY_DEPTH] : segments;
  });
}

/** Compiles a file name from disk for comparison, with all characters literal. */
export function nameSegments(file: string): Pattern {
  return [file.split('/').map((name) => ({ kind: 'name', name }))];
}
