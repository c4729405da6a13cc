import type { Node } from 'web-tree-sitter';
import { type ImportedName, type ImportFact, MAX_EXPRESSION_LENGTH } from '../../facts.ts';
import type { FactsDraft } from '../facts-draft.ts';
import { addLine } from '../scopes.ts';
import { codeChildrenOf, codeOf, lineOf, type SourceSyntax, textOf } from '../syntax.ts';
import { possibleLiterals } from './typescript-constants.ts';
import { contextGlob, readGlob, toGlob } from './typescript-globs.ts';
import { HiddenRequire } from './typescript-hidden.ts';
import { amdModules, findScriptLoads, type ScriptLoad, scriptSpecifier } from './typescript-scripts.ts';
import { takingOf } from './typescript-taken-names.ts';

const MAY_LOAD = /\bimport\b\s*[(/.]|\brequire\b|Worker\b/;
/**
 * Matches only the calls; their context is checked on the nodes around them. Compiling a query with all contexts would take longer than
 * running it on most projects.
 */
const LOADS = `
(call_expression function: (import) arguments: (arguments) @import)
(call_expression function: (identifier) @called (#eq? @called "require") arguments: (arguments) @require)
(new_expression constructor: (identifier) @called (#match? @called "^(?:URL|Worker|SharedWorker)$") arguments: (arguments) @new)`;

/** Methods whose argument names a module, by their object. */
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

/**
 * Records names that are used directly, without a local name. They count as uses under their name in the other file, unless a symbol of
 * this file has that name.
 */
function useAtOnce(draft: FactsDraft, call: Node | null, names: readonly ImportedName[]): readonly ImportedName[] {
  const free = names.filter(({ local }) => draft.symbol(local) === undefined);
  const uses = draft.ownerAt(call?.startIndex ?? 0)?.uses;
  if (uses !== undefined && call !== null) for (const { local } of free) addLine(uses, local, lineOf(call));
  return free;
}

/** Whether `import('…')` is in the position of a type: `type A = import('./a').A`. */
function isType(call: Node | null): boolean {
  let node = call;
  while (node?.parent?.type === 'member_expression') node = node.parent;
  const around = node?.parent;
  if (around?.type === 'as_expression' || around?.type === 'satisfies_expression') return codeChildrenOf(around)[0]?.id !== node?.id;
  return around !== undefined && around !== null && around.type !== 'type_assertion' && /(?:^|_)types?(?:_|$)/.test(around.type);
}

type Load = Pick<ImportFact, 'kind' | 'isTypeOnly' | 'names' | 'isRequired' | 'isAmd'>;
const LATER: Load = { kind: 'dynamic', isTypeOnly: false, names: [] };

/** Returns how a call of `import` or `require` uses the module. */
function loadOf(syntax: SourceSyntax, draft: FactsDraft, call: Node | null, how: 'require' | 'import'): Load {
  const place = call?.startIndex ?? 0;
  const isTypeOnly = how === 'import' && isType(call);
  const { into = null, names = [] } = takingOf(syntax, draft, call, isTypeOnly ? 'type' : how) ?? {};
  const taken = into === null ? useAtOnce(draft, call, names) : names;
  if (into !== null && taken.length > 0) draft.taken.push({ from: into.startIndex, to: into.endIndex });
  // A `require` outside of functions runs when the file is loaded.
  const isAtOnce = isTypeOnly || (how === 'require' && draft.ownerAt(place) === undefined);
  return { kind: isAtOnce ? 'import' : 'dynamic', isTypeOnly, names: taken, ...(how === 'require' ? { isRequired: true } : {}) };
}

const writtenOf = (syntax: SourceSyntax, expression: Node): string =>
  textOf(syntax, expression).replaceAll(/\s+/g, ' ').slice(0, MAX_EXPRESSION_LENGTH);

/** Adds the import that an expression names. If its value is only known at run time, adds it as `computed`. */
function add(syntax: SourceSyntax, draft: FactsDraft, expression: Node, load: Load): void {
  const line = lineOf(expression);
  const literals = possibleLiterals(syntax, expression);
  const names = load.names.map(({ line: own, ...name }) => (own === undefined || own === line ? name : { ...name, line: own }));
  for (const specifier of literals ?? []) draft.imports.push({ specifier, line, ...load, names });
  if (literals !== null) return;
  draft.imports.push({ specifier: writtenOf(syntax, expression), line, kind: 'computed', isTypeOnly: load.isTypeOnly, names: [] });
  const glob = toGlob(syntax, expression);
  if (glob !== null) draft.imports.push({ specifier: glob, line, kind: 'glob', isTypeOnly: false, names: [] });
}

/** Adds the modules that an AMD call lists. */
function addAll(syntax: SourceSyntax, draft: FactsDraft, modules: Node, call: Node | null): void {
  const { kind } = loadOf(syntax, draft, call, 'require');
  const load: Load = { kind, isTypeOnly: false, names: [], isRequired: true, isAmd: true };
  for (const each of amdModules(syntax, modules)) add(syntax, draft, each, load);
}

function readScriptLoad(syntax: SourceSyntax, draft: FactsDraft, { how, named, call }: ScriptLoad): void {
  if (how === 'amd') addAll(syntax, draft, named, call);
  else if (how === 'require') add(syntax, draft, named, loadOf(syntax, draft, call, 'require'));
  else {
    const [specifier, ...others] = how === 'computed' ? [] : (possibleLiterals(syntax, named) ?? []);
    const kind = draft.ownerAt(call.startIndex) === undefined ? 'import' : 'dynamic';
    const load = { line: lineOf(named), isTypeOnly: false, names: [] };
    if (specifier !== undefined && others.length === 0) draft.imports.push({ specifier: scriptSpecifier(specifier), kind, ...load });
    else draft.imports.push({ specifier: writtenOf(syntax, named), kind: 'computed', ...load });
  }
}

const SCHEME = /^[a-z][a-z+.-]*:/i;
const FILE_NAME = /\.\w+(?:[?#].*)?$/;
const READS = /(?:^|\.)(?:readFile(?:Sync)?|createReadStream|readTextFile|fetch)$/;
/** Code that writes, removes or looks for files, or starts programs that may. */
const MAKES =
  /\b(?:write|append|copy|create|make|output|ensure|remove|mk|rm|cp|unlink|rename|symlink|link|exists|access|stat|lstat|open|spawn|exec|fork|build|bundle)(?:File|Dir|dir|WriteStream|Temp\w*|Json|JSON)?(?:Sync)?\s*\(/;
const BESIDE = /^import\s*\.\s*meta\s*\.\s*url$/;

/** Returns the class name of a `new` expression; empty for other nodes. */
function classOf(syntax: SourceSyntax, made: Node | null | undefined): string {
  const name = made?.type === 'new_expression' ? made.childForFieldName('constructor') : null;
  return name === null ? '' : textOf(syntax, name);
}

/** Whether the program may create the file of a URL, or only ask for it. What a call reads at once exists before. */
function mayBeMade(syntax: SourceSyntax, list: Node): boolean {
  const call = list.parent?.parent?.parent;
  const called = call?.type === 'call_expression' ? call.childForFieldName('function') : null;
  return !(called && READS.test(codeOf(syntax, called))) && MAKES.test(syntax.code);
}

/**
 * Reads `new URL('./x.ts', import.meta.url)`, whose file need not exist if it is no source because the program may create it, and the entry
 * file of a worker, which is loaded.
 */
function readNew(syntax: SourceSyntax, draft: FactsDraft, list: Node): void {
  const [first, base] = codeChildrenOf(list);
  // The URL is read by itself.
  if (first?.type === 'new_expression') return;
  const [specifier, ...others] = first === undefined ? [] : (possibleLiterals(syntax, first) ?? []);
  if (first === undefined || specifier === undefined || others.length > 0 || SCHEME.test(specifier)) return;
  const isUrl = classOf(syntax, list.parent) === 'URL';
  if (isUrl && (base === undefined || !BESIDE.test(codeOf(syntax, base)))) return;
  const isOfWorker = classOf(syntax, list.parent?.parent?.parent).endsWith('Worker');
  // A folder is not loaded.
  if (isUrl && !isOfWorker && !FILE_NAME.test(specifier)) return;
  const relative = /^[./]/.test(specifier) ? specifier : `./${specifier}`;
  const kind = isOfWorker ? 'dynamic' : 'url';
  const elsewhere = isUrl ? {} : ({ isFromElsewhere: true } as const);
  const existing = isUrl && mayBeMade(syntax, list) ? {} : ({ mustExist: true } as const);
  draft.imports.push({ specifier: relative, line: lineOf(first), kind, isTypeOnly: false, names: [], ...elsewhere, ...existing });
}

/** Whether a mock is declared as virtual, so that its module need not exist. */
const isVirtual = (syntax: SourceSyntax, options: Node | undefined): boolean =>
  options !== undefined && /\bvirtual\s*:/.test(textOf(syntax, options));

/** Reads `require.context('./pages', true, /\.tsx$/)`, which loads all files that match. */
function readContext(syntax: SourceSyntax, draft: FactsDraft, list: Node): void {
  const glob = contextGlob(syntax, list);
  if (glob === null) add(syntax, draft, list, LATER);
  else draft.imports.push({ specifier: glob, line: lineOf(list), kind: 'glob', isTypeOnly: false, names: [] });
}

/** Reads `require.resolve('./x')` and `import.meta.resolve('./x')`, unless they resolve a path against another place than the file. */
function readResolve(syntax: SourceSyntax, draft: FactsDraft, named: Node, base: Node | undefined): void {
  const isElsewhere =
    base !== undefined && !/^(?:\{\s*paths\s*:\s*\[\s*__dirname\s*\]\s*,?\s*\}|import\s*\.\s*meta\s*\.\s*url)$/.test(codeOf(syntax, base));
  const literals = possibleLiterals(syntax, named);
  if (literals === null || (isElsewhere && literals.some((each) => each.startsWith('.')))) return;
  add(syntax, draft, named, { ...LATER, kind: 'url' });
}

function readCall(syntax: SourceSyntax, draft: FactsDraft, object: string, method: string, list: Node): void {
  const [first, second, options] = codeChildrenOf(list);
  if (first === undefined || METHODS.get(object)?.test(method) !== true) return;
  if (method.startsWith('glob')) readGlob(syntax, draft, list);
  else if (method === 'context') readContext(syntax, draft, list);
  else if (method === 'resolve') readResolve(syntax, draft, first, second);
  else if (possibleLiterals(syntax, first) !== null && !isVirtual(syntax, options)) add(syntax, draft, first, LATER);
}

function readCalls(syntax: SourceSyntax, draft: FactsDraft, hidden: HiddenRequire): void {
  for (const { captures } of syntax.matches(CALLS)) {
    const [object, method, list] = ['object', 'method', 'arguments'].map((name) => captures.find((each) => each.name === name)?.node);
    if (!object || !method || !list) continue;
    const named = codeOf(syntax, object).replaceAll(/\s+/g, '');
    if (named !== 'require' || !hidden.isHiddenAt(object)) readCall(syntax, draft, named, textOf(syntax, method), list);
  }
}

/** Reads the arguments of `import('…')`, `require('…')` or `require(['…'])`. */
function readArguments(syntax: SourceSyntax, draft: FactsDraft, list: Node, how: 'require' | 'import'): void {
  const [first] = codeChildrenOf(list);
  if (how === 'require' && first?.type === 'array') addAll(syntax, draft, first, list.parent);
  else if (first !== undefined) add(syntax, draft, first, loadOf(syntax, draft, list.parent, how));
}

/**
 * Reads `import('…')`, `require('…')`, `new URL('…', import.meta.url)`, workers, `import.meta.glob`, and modules that tests mock or load by
 * name (a test depends on the modules that it mocks), anywhere in the file.
 */
export function readLoads(syntax: SourceSyntax, draft: FactsDraft): void {
  const hidden = new HiddenRequire(syntax);
  for (const { name, node } of MAY_LOAD.test(syntax.code) ? syntax.captures(LOADS) : []) {
    if (name === 'new') readNew(syntax, draft, node);
    else if (name === 'import') readArguments(syntax, draft, node, name);
    else if (name === 'require' && !hidden.isHiddenAt(node)) readArguments(syntax, draft, node, name);
  }
  for (const load of findScriptLoads(syntax, draft)) readScriptLoad(syntax, draft, load);
  if (MAY_CALL.test(syntax.code)) readCalls(syntax, draft, hidden);
}
