import type { Node } from 'web-tree-sitter';
import type { FactsDraft } from '../facts-draft.ts';
import { codeChildrenOf, codeOf, type SourceSyntax, textOf } from '../syntax.ts';
import { callOf, identifiersLike, isInModuleScope, isSame } from './python-occurrences.ts';

/** Words of code that may add names to a module which its text does not show. */
const WORDS =
  /\b(?:globals|locals|vars|exec|eval|setattr|initpkg|modules|f_globals|import_module|__import__|__name__|__path__|declare_namespace)\b/g;
/** Functions that only read a table of names or a module. */
const READS = new Set([
  ...['getattr', 'hasattr', 'dir', 'len', 'list', 'tuple', 'set', 'frozenset', 'dict', 'sorted', 'iter', 'any', 'all', 'id', 'repr', 'str'],
  ...['print', 'isinstance', 'type', 'callable', 'enumerate', 'filter', 'map', 'reload', 'getmembers', 'getsource', 'getfile', 'getdoc'],
  ...['__import__', 'eval', 'get_type_hints', 'format', 'format_map', 'Timer', 'timeit', 'testmod', 'iter_modules', 'walk_packages'],
  ...['join', 'dirname', 'abspath', 'Path', 'cast', 'delattr'],
]);
/** Methods of a table or a list that only read it. */
const READ_METHODS = new Set(['get', 'items', 'keys', 'values', 'copy', 'pop', 'index', 'count', '__contains__', '__getitem__', '__len__']);
/** Expressions whose value is not the table or module in them. */
const ENDS = new Set(['comparison_operator', 'not_operator', 'dictionary_splat', 'list_splat', 'expression_statement', 'delete_statement']);
const LITERAL = /^[rRuU]?(["'])(\w+)\1$/;
const OWN_MODULE = /^__(?:name__|package__|spec__\.name)$/;
/** Tables of names, and lists of folders. Other objects here are modules. */
const TABLE = /^(?:globals|locals|vars)\s*\([\s\S]*\)$|(?:__dict__|f_globals|modules|__path__)$/;

/** Parentheses beyond this number are not followed. */
const MAX_LEVELS = 50;
/** Maximum number of uses of a variable that are looked at. */
const MAX_USES = 100;

/** What code does with a table of names or a module: only reads it, adds a name, or may do anything. */
type Effect = 'read' | 'any' | { readonly name: string };

/** Whether a node is assigned to, also in a pattern and in a loop. */
function isTarget(node: Node): boolean {
  const { parent } = node;
  if (parent === null) return false;
  if (/^(?:augmented_)?assignment$|^for_(?:statement|in_clause)$/.test(parent.type)) return isSame(parent.childForFieldName('left'), node);
  if (parent.type === 'as_pattern_target') return true;
  return /^(?:pattern_list|tuple_pattern|list_pattern|list_splat_pattern)$/.test(parent.type) && isTarget(parent);
}

class DynamicNames {
  constructor(
    private readonly syntax: SourceSyntax,
    private readonly draft: FactsDraft,
  ) {}

  /** Returns what the code around a word does to the names of the module; `null` if the word means something else. */
  effectOf(word: Node): Effect | null {
    const name = textOf(this.syntax, word);
    if (name === 'modules') return this.#loadedModules(word);
    if (name === 'f_globals') return word.parent?.type === 'attribute' ? this.#useOf(word.parent) : null;
    if (name === '__name__') return this.#isGivenAway(word) ? 'any' : null;
    const call = callOf(word);
    if (call === null) return null;
    if (name === 'initpkg') return 'any';
    if (name === 'import_module' || name === '__import__') return OWN_MODULE.test(this.#argument(call, 0)) ? this.#useOf(call) : null;
    return isSame(call.childForFieldName('function'), word) ? this.#effectOfBuiltIn(name, call) : null;
  }

  #effectOfBuiltIn(name: string, call: Node): Effect | null {
    switch (name) {
      case 'globals':
        return this.#useOf(call);
      case 'locals':
      case 'vars':
        // The value of `vars(x)` counts where `x` is found.
        return this.#argument(call, 0) === '' && isInModuleScope(call) ? this.#useOf(call) : null;
      case 'exec':
      case 'eval':
        // Code in a text binds names where it runs, unless it gets a table for them.
        return this.#argument(call, 1) === '' && isInModuleScope(call) ? 'any' : null;
      default:
        return name === 'setattr' ? this.#setAttribute(call) : null;
    }
  }

  /** `extend(__name__, "other")` as a statement: the called function may find the module by its name. */
  #isGivenAway({ parent }: Node): boolean {
    const call = parent?.type === 'argument_list' ? parent.parent : null;
    return call?.type === 'call' && call.parent?.type === 'expression_statement' && isInModuleScope(call);
  }

  /** Whether a word adds folders in which a package has modules. */
  extendsPath(word: Node): boolean {
    const name = textOf(this.syntax, word);
    if (name === 'declare_namespace') return callOf(word) !== null;
    const isOwn = name === '__path__' && !(word.parent?.type === 'attribute' && isSame(word.parent.childForFieldName('attribute'), word));
    return isOwn && this.#useOf(word) !== 'read';
  }

  #argument(call: Node, at: number): string {
    const node = codeChildrenOf(call.childForFieldName('arguments'))[at];
    return node === undefined ? '' : codeOf(this.syntax, node);
  }

  #named(literal: string): Effect {
    const name = LITERAL.exec(literal)?.[2];
    return name === undefined ? 'any' : { name };
  }

  /** `setattr(x, …)` of a module that the file imports as a whole. It may be the package of the file. */
  #setAttribute(call: Node): Effect | null {
    const object = this.#argument(call, 0);
    const isModule = this.draft.imports.some(({ names }) => names.some(({ name, local }) => name === '*' && local === object));
    return isModule ? 'any' : null;
  }

  /** `sys.modules`, and the module that it holds under a name. */
  #loadedModules(word: Node): Effect | null {
    const { parent } = word;
    if (parent?.type !== 'attribute') return this.#isImportedTable(word) ? 'any' : null;
    const object = parent.childForFieldName('object');
    if (!isSame(parent.childForFieldName('attribute'), word) || object === null || !/sys$/.test(textOf(this.syntax, object))) return null;
    const module = this.#moduleIn(parent);
    if (module === null) return this.#useOf(parent);
    return isTarget(module.node) ? 'any' : this.#moduleUse(module);
  }

  /** Returns `sys.modules[key]` or `sys.modules.get(key)` around `sys.modules`; `null` if it is used otherwise. */
  #moduleIn(table: Node): { node: Node; key: string } | null {
    const around = table.parent;
    if (around?.type === 'subscript' && isSame(around.childForFieldName('value'), table)) {
      return { node: around, key: textOf(this.syntax, around.childForFieldName('subscript') ?? around) };
    }
    const isGot = around?.type === 'attribute' && textOf(this.syntax, around.childForFieldName('attribute') ?? around) === 'get';
    return isGot && around.parent?.type === 'call' ? { node: around.parent, key: this.#argument(around.parent, 0) } : null;
  }

  /** A module under another name than that of the file is another one, unless something is done to it where it is named. */
  #moduleUse({ node, key }: { readonly node: Node; readonly key: string }): Effect {
    const isUsedHere = node.parent?.type === 'attribute' || node.parent?.type === 'argument_list';
    return isUsedHere || OWN_MODULE.test(key) ? this.#useOf(node) : 'read';
  }

  /** `from sys import modules` */
  #isImportedTable(word: Node): boolean {
    const isFromSys = this.draft.imports.some(
      ({ specifier, names }) => specifier === 'sys' && names.some(({ name }) => name === 'modules'),
    );
    return isFromSys && word.parent?.type !== 'dotted_name';
  }

  /** Returns what is done with a table of names, or with a module. */
  #useOf(node: Node, level = 0): Effect {
    const { parent } = node;
    if (isTarget(node) || level > MAX_LEVELS) return 'any';
    if (parent === null || ENDS.has(parent.type)) return 'read';
    switch (parent.type) {
      case 'parenthesized_expression':
        return this.#useOf(parent, level + 1);
      case 'subscript':
        return this.#elementOf(parent, node);
      case 'attribute':
        return this.#memberOf(parent);
      case 'argument_list':
      case 'keyword_argument':
        return this.#passedTo(parent, node);
      case 'binary_operator':
        return parent.childForFieldName('operator')?.type === '%' ? 'read' : 'any';
      case 'for_statement':
      case 'for_in_clause':
        return 'read';
      case 'assignment':
        return this.#aliasOf(parent, level);
      default:
        return 'any';
    }
  }

  /** `names = locals()`: what is done with the variable. */
  #aliasOf(assignment: Node, level: number): Effect {
    const left = assignment.childForFieldName('left');
    if (left?.type !== 'identifier' || level > 0) return 'any';
    const uses = identifiersLike(this.syntax, new RegExp(`\\b${textOf(this.syntax, left)}\\b`, 'g'), MAX_USES);
    const others = uses.filter((use) => !isSame(left, use));
    const isRead = others.every((use) => this.#useOf(use, 1) === 'read');
    return uses.length > 0 && isRead ? 'read' : 'any';
  }

  #elementOf(subscript: Node, node: Node): Effect {
    if (!isSame(subscript.childForFieldName('value'), node) || !isTarget(subscript)) return 'read';
    return this.#named(textOf(this.syntax, subscript.childForFieldName('subscript') ?? subscript));
  }

  #memberOf(attribute: Node): Effect {
    const member = textOf(this.syntax, attribute.childForFieldName('attribute') ?? attribute);
    if (member === '__dict__' || member === '__path__') return this.#useOf(attribute);
    if (isTarget(attribute)) return member === '__class__' ? 'any' : { name: member };
    const object = attribute.childForFieldName('object');
    const isTable = object !== null && (object.type === 'identifier' || TABLE.test(codeOf(this.syntax, object)));
    if (callOf(attribute.childForFieldName('attribute') ?? attribute) === null || !isTable) return 'read';
    return READ_METHODS.has(member) ? 'read' : 'any';
  }

  #passedTo(place: Node, node: Node): Effect {
    const call = place.type === 'keyword_argument' ? place.parent?.parent : place.parent;
    if (call?.type !== 'call') return 'any';
    const name = /\w*$/.exec(codeOf(this.syntax, call.childForFieldName('function') ?? call))?.[0] ?? '';
    if (name === 'vars') return this.#useOf(call);
    if (name === 'setattr' && isSame(codeChildrenOf(place)[0], node)) return this.#named(this.#argument(call, 1));
    return READS.has(name) ? 'read' : 'any';
  }
}

/**
 * Reads names that a module binds without a statement that names them: `globals()["x"] = 1`, `setattr(sys.modules[__name__], "x", 1)`. Adds
 * `*` if their names are only known at run time, and `__path__` if the package may have modules in other folders.
 */
export function readDynamicNames(syntax: SourceSyntax, draft: FactsDraft, add: (name: string) => void): void {
  const dynamic = new DynamicNames(syntax, draft);
  for (const word of identifiersLike(syntax, WORDS)) {
    if (dynamic.extendsPath(word)) add('__path__');
    const effect = dynamic.effectOf(word);
    if (effect !== null && effect !== 'read') add(effect === 'any' ? '*' : effect.name);
  }
}
