import type { Node } from 'web-tree-sitter';
import type { ImportedName } from '../facts.ts';
import type { FactsDraft } from './facts-draft.ts';
import { type Span, SpanWalk } from './span-walk.ts';
import { lineOf, type SourceSyntax, textOf } from './syntax.ts';

/** Deeper lists within lists are not followed. */
const DEEPEST = 64;

interface Taken {
  readonly prefix: string;
  readonly name: ImportedName;
}

const joined = (prefix: string, path: string) => (prefix === '' ? path : path === '' ? prefix : `${prefix}::${path}`);
const plain = (syntax: SourceSyntax, node: Node | null) => (node === null ? '' : textOf(syntax, node).replaceAll(/\s+/g, ''));

/** `a::b` → `a` and `b`; `self` in a list is what the list is of. */
function divided(prefix: string, path: string, alias: string | null): Taken {
  const whole = path === 'self' ? prefix : joined(prefix, path);
  const cut = whole.lastIndexOf('::');
  const last = cut === -1 ? whole : whole.slice(cut + 2);
  if (path === 'self' || cut === -1) return { prefix: whole, name: { name: '*', local: alias ?? last } };
  return { prefix: whole.slice(0, cut), name: { name: last, local: alias ?? last } };
}

interface Tree {
  readonly node: Node;
  readonly prefix: string;
  readonly depth: number;
}

/** What stands in a list, the last first. */
function listed(syntax: SourceSyntax, { node, prefix, depth }: Tree): Tree[] {
  if (depth >= DEEPEST) return [];
  const list = node.type === 'use_list' ? node : node.childForFieldName('list');
  const below = joined(prefix, plain(syntax, node.childForFieldName('path')));
  return [...(list?.namedChildren ?? [])].reverse().map((each) => ({ node: each, prefix: below, depth: depth + 1 }));
}

function takenHere(syntax: SourceSyntax, { node, prefix }: Tree): Taken | null {
  if (node.type === 'use_wildcard') return { prefix: joined(prefix, plain(syntax, node.firstNamedChild)), name: { name: '*', local: '*' } };
  if (node.type === 'use_as_clause') {
    return divided(prefix, plain(syntax, node.childForFieldName('path')), plain(syntax, node.childForFieldName('alias')));
  }
  return /identifier$|^(?:self|crate|super)$/.test(node.type) ? divided(prefix, plain(syntax, node), null) : null;
}

/** What one `use` takes, lists within lists opened. */
function takenBy(syntax: SourceSyntax, argument: Node): Taken[] {
  const found: Taken[] = [];
  const open: Tree[] = [{ node: argument, prefix: '', depth: 0 }];
  for (let tree = open.pop(); tree !== undefined; tree = open.pop()) {
    if (/use_list$/.test(tree.node.type)) open.push(...listed(syntax, tree));
    else {
      const taken = takenHere(syntax, tree);
      if (taken !== null) found.push(taken);
    }
  }
  return found;
}

/** In a module that is written within a file `super` is that file; `null` for what is taken from the file itself. */
function seenFromFile(specifier: string, isInline: boolean): string | null {
  if (!isInline || !/^super(?:::|$)/.test(specifier)) return specifier;
  return specifier === 'super' ? null : specifier.slice('super::'.length);
}

const USES = '(use_declaration) @use';

/** `use`, wherever it stands: one import for each path that names are taken from. */
export function readUses(syntax: SourceSyntax, draft: FactsDraft, inline: readonly Span[]): void {
  const within = new SpanWalk(inline);
  for (const { node } of syntax.captures(USES)) {
    const isInline = within.isIn(node.startIndex);
    const argument = node.childForFieldName('argument');
    if (argument === null) continue;
    const kind = node.firstNamedChild?.type === 'visibility_modifier' ? 're-export' : 'import';
    const byPrefix = new Map<string, ImportedName[]>();
    for (const { prefix, name } of takenBy(syntax, argument)) byPrefix.set(prefix, [...(byPrefix.get(prefix) ?? []), name]);
    for (const [prefix, names] of byPrefix) {
      const specifier = seenFromFile(prefix, isInline);
      if (specifier !== null) draft.imports.push({ specifier, line: lineOf(node), kind, isTypeOnly: false, names });
    }
  }
}

const PATHS =
  '[(use_declaration) @use (scoped_identifier path: [(crate) (super) (scoped_identifier)]) @path (scoped_type_identifier) @path]';
const FROM_HERE = /^(?:crate|super)(?:::\w+)+/;

/** `crate::login::check()`: taken without a `use`. Its local name is the whole of what is written, with points. */
export function readPaths(syntax: SourceSyntax, draft: FactsDraft, inline: readonly Span[]): void {
  const within = new SpanWalk(inline);
  const seen = new Set<string>();
  let behind = 0;
  for (const { name, node } of syntax.captures(PATHS)) {
    const isInline = within.isIn(node.startIndex);
    if (node.startIndex < behind) continue;
    if (name === 'use') {
      behind = node.endIndex;
      continue;
    }
    const path = FROM_HERE.exec(syntax.text.slice(node.startIndex, node.startIndex + 300))?.[0];
    if (path === undefined) continue;
    behind = node.startIndex + path.length;
    const parts = path.split('::');
    // Behind a type stand its members.
    const type = parts.findIndex((part) => /^[A-Z]/.test(part));
    const taken = type === -1 ? parts : parts.slice(0, type + 1);
    const specifier = seenFromFile(taken.slice(0, -1).join('::'), isInline) ?? '';
    const last = taken.at(-1) ?? '';
    if (specifier === '' || seen.has(taken.join('::'))) continue;
    seen.add(taken.join('::'));
    draft.imports.push({
      specifier,
      line: lineOf(node),
      kind: 'import',
      isTypeOnly: false,
      names: [{ name: last, local: taken.join('.') }],
    });
  }
}
