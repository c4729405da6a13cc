import type { Node } from 'web-tree-sitter';
import type { FactsDraft } from './facts-draft.ts';
import { codeChildrenOf, lineOf, literalOf, nameOf, type SourceSyntax, textOf } from './syntax.ts';

const MAY_ROUTE = /@(?:Get|Post|Put|Patch|Delete|Request)Mapping\b/;
const MAPPED = `
(class_declaration (modifiers (annotation) @class))
(method_declaration (modifiers [(annotation) (marker_annotation)] @method))`;
const MAPPING = /^(?:.*\.)?(Get|Post|Put|Patch|Delete|Request)Mapping$/;

/** Returns the argument of an annotation by its name; `value` may be given without a name. */
function given(syntax: SourceSyntax, annotation: Node, names: readonly string[]): Node | null {
  for (const child of codeChildrenOf(annotation.childForFieldName('arguments'))) {
    if (child.type !== 'element_value_pair') return names.includes('value') ? child : null;
    const key = child.childForFieldName('key');
    if (key !== null && names.includes(textOf(syntax, key))) return child.childForFieldName('value');
  }
  return null;
}

/** Returns a single value, or all of those between braces. */
const listed = (value: Node | null): readonly Node[] =>
  value?.type === 'element_value_array_initializer' ? value.namedChildren : value ? [value] : [];

function pathsOf(syntax: SourceSyntax, annotation: Node): readonly string[] {
  const paths = listed(given(syntax, annotation, ['value', 'path'])).flatMap((each) => literalOf(syntax, each) ?? []);
  return paths.length > 0 ? paths : [''];
}

function methodsOf(syntax: SourceSyntax, annotation: Node, kind: string): readonly string[] {
  if (kind !== 'Request') return [kind.toUpperCase()];
  const methods = listed(given(syntax, annotation, ['method'])).map((each) => textOf(syntax, each).split('.').at(-1) ?? '');
  return methods.length > 0 ? methods : ['ANY'];
}

const joined = (base: string, path: string) => `/${`${base}/${path}`.split('/').filter(Boolean).join('/')}`;

function add(syntax: SourceSyntax, draft: FactsDraft, annotation: Node, { kind, bases, handler }: Mapping): void {
  for (const base of bases) {
    for (const path of pathsOf(syntax, annotation)) {
      for (const method of methodsOf(syntax, annotation, kind)) {
        draft.apis.push({ method, route: joined(base, path), line: lineOf(annotation), handler });
      }
    }
  }
}

interface Mapping {
  readonly kind: string;
  /** Paths of the class, which prefix those of its methods. */
  readonly bases: readonly string[];
  readonly handler: string | null;
}

/** Reads routes of Spring. The handler is the class of the method. */
export function readJavaRoutes(syntax: SourceSyntax, draft: FactsDraft): void {
  if (!MAY_ROUTE.test(syntax.text)) return;
  let bases: readonly string[] = [''];
  let at = 0;
  for (const { name, node } of syntax.captures(MAPPED)) {
    while ((draft.owners[at]?.node.endIndex ?? Number.POSITIVE_INFINITY) <= node.startIndex) {
      at += 1;
      bases = [''];
    }
    const written = node.childForFieldName('name');
    const kind = MAPPING.exec(written === null ? '' : (nameOf(syntax, written) ?? ''))?.[1];
    if (kind === undefined) continue;
    if (name === 'class') bases = pathsOf(syntax, node);
    else add(syntax, draft, node, { kind, bases, handler: draft.owners[at]?.symbol.name ?? null });
  }
}
