import { findEndOfOther } from './xml-scan.ts';

/** The 1-based line of a place in a text. */
const lineAt = (text: string, place: number): number => text.slice(0, place).split('\n').length;

interface OpenTag {
  readonly name: string;
  readonly at: number;
}

/** Reads one tag. Returns it if it is a closing tag without an open one, else `null`. */
function pair(open: OpenTag[], inner: string, at: number): string | null {
  const [name = ''] = /^[^\s/]*/.exec(inner.replace(/^\//, '')) ?? [];
  if (!inner.startsWith('/')) {
    if (!inner.endsWith('/')) open.push({ name, at });
    return null;
  }
  return open.pop()?.name === name ? null : `</${name.slice(0, 40)}>`;
}

/** Where tags of an XML document do not pair, 1-based, and how; `null` where all do. Goes through the text once. */
export function findUnpairedTag(text: string): { readonly line: number; readonly why: string } | null {
  const open: OpenTag[] = [];
  for (let at = text.indexOf('<'); at >= 0; ) {
    const other = findEndOfOther(text, at);
    const end = other === null ? text.indexOf('>', at) + 1 : other;
    if (end === 0) return { line: lineAt(text, at), why: `the tag that begins in line ${lineAt(text, at)} is never closed` };
    const wrong = other === null ? pair(open, text.slice(at + 1, end - 1), at) : null;
    if (wrong !== null) return { line: lineAt(text, at), why: `unmatched closing tag ${wrong} in line ${lineAt(text, at)}` };
    at = text.indexOf('<', end);
  }
  const last = open.at(-1);
  return last === undefined
    ? null
    : { line: lineAt(text, last.at), why: `<${last.name.slice(0, 40)}> in line ${lineAt(text, last.at)} is never closed` };
}
