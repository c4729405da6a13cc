import type { Node } from 'web-tree-sitter';
import { type ImportedName, type ImportFact, LONGEST_EXPRESSION } from '../../facts.ts';
import type { FactsDraft } from '../facts-draft.ts';
import { addLine } from '../scopes.ts';
import { codeChildrenOf, codeOf, lineOf, type SourceSyntax, textOf } from '../syntax.ts';
import { globOf, readGlob } from './typescript-globs.ts';
import { literalsOf } from './typescript-syntax.ts';

const MAY_LOAD = /\bimport\b\s*[(/.]|\brequire\b|\bWorker\b/;
/**
 * Only what is loaded; where it goes is asked of the nodes around it. A query that says all of that takes longer to be made than most
 * projects to be asked.
 */
const LOADS = `
(call_expression function: (import) arguments: (arguments) @import)
(call_expression function: (identifier) @called (#eq? @called "require") arguments: (arguments) @require)
(new_expression constructor: (identifier) @called (#match? @called "^(?:URL|Worker|SharedWorker)$") arguments: (arguments) @new)`;

/** Methods that take the name of a module, by what they are methods of. */
const METHODS: ReadonlyMap<string, RegExp> = new Map([
  ...['vi', 'vitest', 'jest'].map((each) => [each, /^(?:(?:do)?(?:un)?mock|(?:import|require)(?:Actual|Mock)|setMock)$/i] as const),
  ['mock', /^module$/],
  ['require', /^(?:resolve|context)$/],
  ['import.meta', /^(?:glob|globEager|resolve)$/],
]);
const MAY_CALL = /\b(?:vi|vitest|jest)\s*\.\s*\w|\bmock\s*\.\s*module\b|\brequire\s*\.\s*\w|\bimport\s*\.\s*meta\s*\.\s*[gr]/;
const CALLS = `
(call_expression function: (member_expression object: [(identifier) (meta_property)] @object property: (property_identifier) @method)
  arguments: (arguments) @arguments)`;

/** The names that a pattern takes out of a module: `{ a, b: c }`, or all of it. */
function takenNames(syntax: SourceSyntax, pattern: Node): ImportedName[] {
  if (pattern.type === 'identifier') return [{ name: '*', local: textOf(syntax, pattern) }];
  if (pattern.type !== 'object_pattern') return [];
  return pattern.namedChildren.flatMap((child) => {
    if (child.type === 'shorthand_property_identifier_pattern') return [{ name: textOf(syntax, child), local: textOf(syntax, child) }];
    const [key, value] = [child.childForFieldName('key'), child.childForFieldName('value')];
    return key !== null && value?.type === 'identifier' ? [{ name: textOf(syntax, key), local: textOf(syntax, value) }] : [];
  });
}

/** The names that are taken from what is loaded, and what declares them; `null` where they are used at once. */
interface Taking {
  readonly into: Node | null;
  readonly names: readonly ImportedName[];
}

const parentOf = (node: Node | null, type: string): Node | null => (node?.parent?.type === type ? node.parent : null);

/** `const … = require('…')`, `const … = await import('…')`, or the same with `.member`, also without the declaration; `null` where it is none. */
function takingOf(syntax: SourceSyntax, call: Node | null, how: 'require' | 'import' | 'type'): Taking | null {
  const module = how === 'import' ? parentOf(call, 'await_expression') : call;
  const owner = parentOf(how === 'import' ? parentOf(module, 'parenthesized_expression') : module, 'member_expression');
  const into = how === 'type' ? null : (parentOf(owner ?? module, 'variable_declarator')?.childForFieldName('name') ?? null);
  if (owner === null) return into === null ? null : { into, names: takenNames(syntax, into) };
  const member = owner.childForFieldName('property');
  if (member?.type !== 'property_identifier') return null;
  const name = textOf(syntax, member);
  return { into, names: [{ name, local: into?.type === 'identifier' ? textOf(syntax, into) : name }] };
}

/** What is taken in a place and used at once has no name of its own in the file: it goes by that of the other file, where that is free. */
function useAtOnce(draft: FactsDraft, call: Node | null, names: readonly ImportedName[]): readonly ImportedName[] {
  const free = names.filter(({ local }) => draft.symbol(local) === undefined);
  const uses = draft.ownerAt(call?.startIndex ?? 0)?.uses;
  if (uses !== undefined && call !== null) for (const { local } of free) addLine(uses, local, lineOf(call));
  return free;
}

/** `import('…')` where a type stands: `type A = import('./a').A`. */
function isType(call: Node | null): boolean {
  let node = call;
  while (node?.parent?.type === 'member_expression') node = node.parent;
  const around = node?.parent;
  if (around?.type === 'as_expression' || around?.type === 'satisfies_expression') return codeChildrenOf(around)[0]?.id !== node?.id;
  return around !== undefined && around !== null && around.type !== 'type_assertion' && /(?:^|_)types?(?:_|$)/.test(around.type);
}

type Load = Pick<ImportFact, 'kind' | 'isTypeOnly' | 'names' | 'isRequired'>;
const LATER: Load = { kind: 'dynamic', isTypeOnly: false, names: [] };

/** How a call of `import` or `require` takes what it loads. */
function loadOf(syntax: SourceSyntax, draft: FactsDraft, call: Node | null, how: 'require' | 'import'): Load {
  const place = call?.startIndex ?? 0;
  const isTypeOnly = how === 'import' && isType(call);
  const { into = null, names = [] } = takingOf(syntax, call, isTypeOnly ? 'type' : how) ?? {};
  const taken = into === null ? useAtOnce(draft, call, names) : names;
  if (into !== null && taken.length > 0) draft.taken.push({ from: into.startIndex, to: into.endIndex });
  // What CommonJS requires outside of functions is loaded with the file.
  const isAtOnce = isTypeOnly || (how === 'require' && draft.ownerAt(place) === undefined);
  return { kind: isAtOnce ? 'import' : 'dynamic', isTypeOnly, names: taken, ...(how === 'require' ? { isRequired: true } : {}) };
}

/** What an expression names; what it computes is told as such. */
function add(syntax: SourceSyntax, draft: FactsDraft, expression: Node, load: Load): void {
  const line = lineOf(expression);
  const literals = literalsOf(syntax, expression);
  for (const specifier of literals ?? []) draft.imports.push({ specifier, line, ...load });
  if (literals !== null) return;
  const written = textOf(syntax, expression).replaceAll(/\s+/g, ' ').slice(0, LONGEST_EXPRESSION);
  draft.imports.push({ specifier: written, line, kind: 'computed', isTypeOnly: load.isTypeOnly, names: [] });
  const glob = globOf(syntax, expression);
  if (glob !== null) draft.imports.push({ specifier: glob, line, kind: 'glob', isTypeOnly: false, names: [] });
}

const SCHEME = /^[a-z][a-z+.-]*:/i;
const FILE_NAME = /\.\w+(?:[?#].*)?$/;
const BESIDE = /^import\s*\.\s*meta\s*\.\s*url$/;

/** The class of which something is made; empty where nothing is. */
function classOf(syntax: SourceSyntax, made: Node | null | undefined): string {
  const name = made?.type === 'new_expression' ? made.childForFieldName('constructor') : null;
  return name === null ? '' : textOf(syntax, name);
}

/** `new URL('./x.ts', import.meta.url)`, which need not be there: a program may write it. What a worker begins in is loaded. */
function readNew(syntax: SourceSyntax, draft: FactsDraft, list: Node): void {
  const [first, base] = codeChildrenOf(list);
  const [specifier, ...others] = first === undefined ? [] : (literalsOf(syntax, first) ?? []);
  if (first === undefined || specifier === undefined || others.length > 0 || SCHEME.test(specifier)) return;
  const isUrl = classOf(syntax, list.parent) === 'URL';
  if (isUrl && (base === undefined || !BESIDE.test(codeOf(syntax, base)))) return;
  const isOfWorker = classOf(syntax, list.parent?.parent?.parent).endsWith('Worker');
  // A folder is a place, nothing that is loaded.
  if (isUrl && !isOfWorker && !FILE_NAME.test(specifier)) return;
  const relative = /^[./]/.test(specifier) ? specifier : `./${specifier}`;
  const kind = isOfWorker ? 'dynamic' : 'url';
  draft.imports.push({ specifier: relative, line: lineOf(first), kind, isTypeOnly: false, names: [] });
}

/** A mock of a module that is said to be there nowhere. */
const isVirtual = (syntax: SourceSyntax, options: Node | undefined): boolean =>
  options !== undefined && /\bvirtual\s*:/.test(textOf(syntax, options));

function readCall(syntax: SourceSyntax, draft: FactsDraft, object: string, method: string, list: Node): void {
  const [first, , options] = codeChildrenOf(list);
  if (first === undefined || METHODS.get(object)?.test(method) !== true) return;
  if (method.startsWith('glob')) readGlob(syntax, draft, list);
  else if (method === 'context') add(syntax, draft, list, LATER);
  else if (literalsOf(syntax, first) !== null && !isVirtual(syntax, options)) {
    add(syntax, draft, first, method === 'resolve' ? { ...LATER, kind: 'url' } : LATER);
  }
}

function readCalls(syntax: SourceSyntax, draft: FactsDraft): void {
  for (const { captures } of syntax.matches(CALLS)) {
    const [object, method, list] = ['object', 'method', 'arguments'].map((name) => captures.find((each) => each.name === name)?.node);
    if (object && method && list) readCall(syntax, draft, codeOf(syntax, object).replaceAll(/\s+/g, ''), textOf(syntax, method), list);
  }
}

/**
 * `import('…')`, `require('…')`, `new URL('…', import.meta.url)`, workers, `import.meta.glob`, and what tests mock or ask for by its name
 * (a mock names a module on which the test depends), wherever they stand.
 */
export function readLoads(syntax: SourceSyntax, draft: FactsDraft): void {
  for (const { name, node } of MAY_LOAD.test(syntax.code) ? syntax.captures(LOADS) : []) {
    if (name === 'new') readNew(syntax, draft, node);
    if (name !== 'import' && name !== 'require') continue;
    const [first] = codeChildrenOf(node);
    if (first !== undefined) add(syntax, draft, first, loadOf(syntax, draft, node.parent, name));
  }
  if (MAY_CALL.test(syntax.code)) readCalls(syntax, draft);
}
