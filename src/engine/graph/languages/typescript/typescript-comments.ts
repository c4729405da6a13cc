import type { ImportedName, ImportFact } from '../../facts.ts';
import type { FactsDraft } from '../facts-draft.ts';
import { lineOf, type SourceSyntax, textOf } from '../syntax.ts';

/** Other attributes may precede `path` and `types`: `no-default-lib`, `resolution-mode`. */
const REFERENCE = /^\ufeff?[ \t]*\/\/\/[ \t]*<reference\b[^>\n]{0,200}?[ \t](path|types)[ \t]*=[ \t]*["']([^"'\n]+)["']/gm;

const isCode = ({ type }: { readonly type: string }): boolean => type !== 'comment' && type !== 'hash_bang_line';
const typesOf = (specifier: string, line: number, names: readonly ImportedName[]): ImportFact => ({
  specifier,
  line,
  kind: 'import',
  isTypeOnly: true,
  names,
});
const linesIn = (text: string): number => text.split('\n').length - 1;

/** Reads `/// <reference path="…" />` and `types="…"`, which are only valid before all code. */
export function readReferences({ text, root }: SourceSyntax, draft: FactsDraft): void {
  if (!text.includes('<reference')) return;
  const head = text.slice(0, root.namedChildren.find(isCode)?.startIndex ?? text.length);
  for (const { 1: how, 2: written = '', index } of head.matchAll(REFERENCE)) {
    const specifier = how === 'types' || /^[./]/.test(written) ? written : `./${written}`;
    draft.imports.push(typesOf(specifier, linesIn(head.slice(0, index)) + 1, []));
  }
}

const MATTERS = /@(?:import|typedef|callback)\b|\bimport\s*\(/;
/** The name of a type, behind the braces with what it is. A name in a namespace is no export. */
const TYPE_NAME = /^\}?\s*([A-Za-z_$][\w$]*)(?![\w$.])/;
/** A tag begins a line. The stars of the comment have been removed. */
const TAG = /(?:^|\n)[ \t]*@([A-Za-z]+)/g;
const TYPE = /\bimport\s*\(\s*["'`]([^"'`\n]+)["'`]\s*[,)](?:\s*\.\s*([\w$]+))?/g;
const SOURCE = /\bfrom\s*["']([^"'\n]+)["']/;
/** Maximum length of a tag's text, in UTF-16 code units. */
const MAX_TAG_LENGTH = 4_000;

/** Returns the type in braces at the beginning of a tag's text; empty if there is none. */
function typeIn(text: string): string {
  const from = text.length - text.trimStart().length;
  if (text[from] !== '{') return '';
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    else if (text[at] === '}') depth -= 1;
    if (depth === 0) return text.slice(0, at);
  }
  return '';
}

/** Returns the names that `@import` takes: `Whole, { A, B as C }`, `* as all`. */
function namesIn(clause: string): ImportedName[] {
  const [whole = '', inner = ''] = clause.split('{', 2);
  const named = inner
    .replace(/\}[^}]*$/, '')
    .split(',')
    .flatMap((each): ImportedName[] => {
      const [name = '', , local = name] = each
        .trim()
        .replace(/^type\s+/, '')
        .split(/\s+/);
      return name === '' ? [] : [{ name, local }];
    });
  const [, all] = /\*\s*as\s+([\w$]+)/.exec(whole) ?? [];
  const [, byDefault] = /^\s*(?:type\s+)?([\w$]+)/.exec(whole) ?? [];
  const first = all === undefined ? (byDefault === undefined ? [] : [{ name: 'default', local: byDefault }]) : [{ name: '*', local: all }];
  return [...first, ...named];
}

/** Returns the name of the type that a tag declares. */
function declaredTypes(tag: string, text: string): string[] {
  if (tag !== 'typedef' && tag !== 'callback') return [];
  return TYPE_NAME.exec(text.slice(typeIn(text).length))?.slice(1) ?? [];
}

/** @param line of the tag, 1-based */
function importsOf(tag: string, text: string, line: number): ImportFact[] {
  if (tag === 'import') {
    const source = SOURCE.exec(text);
    return source === null ? [] : [typesOf(source[1] ?? '', line, namesIn(text.slice(0, source.index)))];
  }
  const type = typeIn(text);
  return Array.from(type.matchAll(TYPE), ({ 1: specifier = '', 2: name, index }) =>
    typesOf(specifier, line + linesIn(type.slice(0, index)), name === undefined ? [] : [{ name, local: name }]),
  );
}

/**
 * Reads `@import { A } from '…'` and `import('…')` in JSDoc types, and the types that JSDoc declares. Only for JavaScript, where JSDoc
 * declares the types.
 * @returns the names of these types, which the module exports
 */
export function readJsDoc(syntax: SourceSyntax, draft: FactsDraft): string[] {
  const types: string[] = [];
  if (!MATTERS.test(syntax.text)) return types;
  for (const { node } of syntax.captures('(comment) @comment')) {
    const written = textOf(syntax, node);
    if (!written.startsWith('/**') || !MATTERS.test(written)) continue;
    const text = written.slice(3, -2).replaceAll(/^[ \t]*\*/gm, '');
    const tags = [...text.matchAll(TAG)];
    for (const [n, { 0: head, 1: tag = '', index }] of tags.entries()) {
      const from = index + head.length;
      const body = text.slice(from, Math.min(tags[n + 1]?.index ?? text.length, from + MAX_TAG_LENGTH));
      draft.imports.push(...importsOf(tag, body, lineOf(node) + linesIn(text.slice(0, from))));
      types.push(...declaredTypes(tag, body));
    }
  }
  return types;
}
