import type { Node } from 'web-tree-sitter';
import type { ImportedName, ImportFact } from '../../facts.ts';
import { FactsDraft, type SymbolDraft } from '../facts-draft.ts';
import { SpanWalk } from '../span-walk.ts';
import { codeChildrenOf, codeOf, firstCodeOf, lineOf, nameLines, nameOf, type SourceSyntax, textOf } from '../syntax.ts';
import { findUses, type NameRules } from '../uses.ts';
import { readAttributes } from './python-attributes.ts';
import { CALLS, MAY_LOAD, MODULE_NAME, readLoad } from './python-loads.ts';
import { readOffered } from './python-offered.ts';
import { readRegistered } from './python-registered.ts';
import { readPythonRoutes } from './python-routes.ts';
import { readSearchPaths } from './python-search-paths.ts';
import { readTopNames } from './python-top-names.ts';
import { TypeGuards } from './python-type-guards.ts';

const RULES: NameRules = {
  query: `
(identifier) @use
(class_definition body: (block) @members)
[(function_definition) (lambda) (list_comprehension) (set_comprehension) (dictionary_comprehension) (generator_expression)] @scope
[(function_definition name: (identifier) @outer) (class_definition name: (identifier) @declare)
 (parameters (identifier) @declare) (lambda_parameters (identifier) @declare) (default_parameter name: (identifier) @declare)
 (typed_parameter . (identifier) @declare) (typed_default_parameter name: (identifier) @declare)
 (list_splat_pattern (identifier) @declare) (dictionary_splat_pattern (identifier) @declare)
 (assignment left: (identifier) @declare) (pattern_list (identifier) @declare) (tuple_pattern (identifier) @declare)
 (for_statement left: (identifier) @declare) (for_in_clause left: (identifier) @declare) (as_pattern_target (identifier) @declare)
 (named_expression name: (identifier) @declare)]
(keyword_argument name: (identifier) @skip)
(relative_import (dotted_name (identifier) @skip))
(import_from_statement module_name: (dotted_name (identifier) @skip))
[(import_statement) (import_from_statement)] @scope`,
  separator: '.',
  takesModules: true,
  seesMembers: true,
  bringsModules: true,
  keepsLines: true,
  mayBeForeign: (_, hasAll) => hasAll,
};

/** Functions and classes whose call creates a type. */
const MAKES_TYPE =
  /^(?:namedtuple|collections\.namedtuple|(?:typing\.)?(?:NamedTuple|TypedDict|NewType|TypeVar|Protocol)|Enum|enum\.Enum)$/;
const IMPORTS = '[(import_statement) (import_from_statement)] @import';
/** Code that runs if the module is started directly. */
const STARTED = /^if\s+__name__\s*==\s*['"]__main__['"]/m;
/** Statements whose blocks belong to the top of the file. */
const AROUND = new Set([
  'if_statement',
  'else_clause',
  'elif_clause',
  'try_statement',
  'except_clause',
  'finally_clause',
  'with_statement',
  'block',
]);

/** Statements without effect. A module with only these runs no code. */
const SAYS_NOTHING = new Set(['comment', 'string', 'concatenated_string', 'ellipsis', 'pass_statement']);

type How = Pick<ImportFact, 'line' | 'kind' | 'isTypeOnly' | 'isToFail'>;

/** A call that expects a failing import in its block. */
const EXPECTS_FAILURE = /\b(?:raises|assertRaises(?:Regex)?)\s{0,9}\(\s{0,9}(?:ImportError|ModuleNotFoundError)\s{0,9}[,)]/;

/** Whether a test expects that an import fails. Those before it in the block must not. */
function isToFail(syntax: SourceSyntax, node: Node): boolean {
  const [block, around] = [node.parent, node.parent?.parent];
  if (!block || around?.type !== 'with_statement' || codeChildrenOf(block).at(-1)?.id !== node.id) return false;
  return EXPECTS_FAILURE.test(syntax.code.slice(around.startIndex, block.startIndex));
}

class PythonReader {
  readonly draft = new FactsDraft();
  readonly #guards: TypeGuards;
  readonly #syntax: SourceSyntax;
  /** Whether it may contain an import that a test expects to fail. */
  readonly #mayFail: boolean;

  constructor(syntax: SourceSyntax) {
    this.#syntax = syntax;
    this.#guards = new TypeGuards(syntax);
    this.#mayFail = EXPECTS_FAILURE.test(syntax.code);
  }

  read(): void {
    this.draft.isIdle = this.#syntax.root.namedChildren.every((node) =>
      SAYS_NOTHING.has(node.type === 'expression_statement' ? (node.firstNamedChild?.type ?? '') : node.type),
    );
    const open = [...this.#syntax.root.namedChildren].reverse();
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      this.#guards.note(node);
      if (AROUND.has(node.type)) open.push(...[...node.namedChildren].reverse());
      else this.#statement(node);
    }
    this.#imports();
    this.draft.isProgram = STARTED.test(this.#syntax.text);
  }

  #statement(node: Node): void {
    const definition = node.type === 'decorated_definition' ? node.childForFieldName('definition') : node;
    if (definition?.type === 'function_definition') this.#function(definition, node);
    else if (definition?.type === 'class_definition') this.#class(definition, node);
    else if (node.type === 'type_alias_statement') this.#named(node.childForFieldName('left'), 'type', node);
    else if (node.type === 'expression_statement') this.#assignment(firstCodeOf(node));
  }

  #named(name: Node | null, kind: 'function' | 'type', node: Node): SymbolDraft | null {
    const written = name === null ? null : nameOf(this.#syntax, name);
    if (written === null) return null;
    const symbol = this.draft.declare(written, kind, node);
    symbol.exportedAs.add(written);
    return symbol;
  }

  #function(definition: Node, outermost: Node): void {
    const symbol = this.#named(definition.childForFieldName('name'), 'function', outermost);
    if (symbol?.name.startsWith('test_')) this.draft.declaresTests = true;
  }

  #class(definition: Node, outermost: Node): void {
    const symbol = this.#named(definition.childForFieldName('name'), 'type', outermost);
    for (const base of definition.childForFieldName('superclasses')?.namedChildren ?? []) {
      const name = /^(?:identifier|attribute|subscript)$/.test(base.type) ? nameOf(this.#syntax, base) : null;
      if (name !== null) symbol?.extends.add(name);
    }
    // Only `unittest` looks at classes wherever they are; pytest looks at files by their names and folders.
    if ([...(symbol?.extends ?? [])].some((name) => name.endsWith('TestCase'))) this.draft.hasTests = true;
    else if (symbol !== null && /^Test[A-Z_]|^Test$/.test(symbol.name)) this.draft.declaresTests = true;
  }

  #assignment(node: Node | null): void {
    if (node?.type !== 'assignment') return;
    const [left, right] = [node.childForFieldName('left'), node.childForFieldName('right')];
    if (left?.type !== 'identifier' || right === null) return;
    if (textOf(this.#syntax, left) === 'pytest_plugins') this.#plugins(right);
    if (right.type === 'lambda') this.#named(left, 'function', node);
    const callee = right.type === 'call' ? right.childForFieldName('function') : null;
    if (callee !== null && MAKES_TYPE.test(codeOf(this.#syntax, callee).replaceAll(/\s+/g, ''))) this.#named(left, 'type', node);
  }

  /** Reads `pytest_plugins = ["shop.testing"]`: pytest imports these modules. */
  #plugins(node: Node): void {
    for (const each of node.type === 'string' ? [node] : node.namedChildren) {
      const specifier = MODULE_NAME.exec(textOf(this.#syntax, each))?.[2];
      if (specifier !== undefined)
        this.draft.imports.push({ specifier, line: lineOf(each), kind: 'dynamic', isTypeOnly: false, names: [] });
    }
  }

  #imports(): void {
    const checked = new SpanWalk(this.#guards.spans);
    const owned = new SpanWalk(this.draft.spans());
    for (const { name, node } of this.#syntax.captures(MAY_LOAD.test(this.#syntax.text) ? `${IMPORTS} ${CALLS}` : IMPORTS)) {
      if (name === 'load') readLoad(this.#syntax, this.draft, node);
      else {
        const isTypeOnly = checked.isIn(node.startIndex);
        // An import inside a function only loads when the function runs.
        const kind = owned.isIn(node.startIndex) ? 'dynamic' : 'import';
        const how = { line: lineOf(node), kind, isTypeOnly, ...this.#failing(node) } as const;
        if (node.type === 'import_statement') this.#wholes(node, how);
        else this.#from(node, how);
      }
    }
  }

  #failing(node: Node): Pick<How, 'isToFail'> {
    return this.#mayFail && isToFail(this.#syntax, node) ? { isToFail: true } : {};
  }

  /** Reads `import a.b, c as d`. */
  #wholes(node: Node, how: How): void {
    for (const each of node.namedChildren) {
      const name = each.type === 'aliased_import' ? each.childForFieldName('name') : each;
      const alias = each.childForFieldName('alias') ?? name;
      const [specifier, local] = [name, alias].map((part) => (part === null ? null : nameOf(this.#syntax, part)));
      if (specifier && local) this.draft.imports.push({ specifier, ...how, names: [{ name: '*', local }] });
    }
  }

  /** Reads `from .a import b as c`. */
  #from(node: Node, how: How): void {
    const module = node.childForFieldName('module_name');
    if (module === null) return;
    const specifier = codeOf(this.#syntax, module).replaceAll(/\s+/g, '');
    const lineIn = nameLines(this.#syntax, node, how.line);
    const names = codeChildrenOf(node)
      .slice(1)
      .flatMap((each): ImportedName[] => {
        if (each.type === 'wildcard_import') return [{ name: '*', local: '*' }];
        const name = each.type === 'aliased_import' ? each.childForFieldName('name') : each.type === 'dotted_name' ? each : null;
        if (name === null) return [];
        const written = textOf(this.#syntax, name);
        const alias = each.childForFieldName('alias');
        return [{ name: written, local: alias === null ? written : textOf(this.#syntax, alias), ...lineIn(name) }];
      });
    this.draft.imports.push({ specifier, ...how, names });
  }
}

/** Reads a Python 3 file. */
export function readPython(syntax: SourceSyntax): FactsDraft {
  const reader = new PythonReader(syntax);
  reader.read();
  findUses(syntax, reader.draft, RULES);
  readOffered(syntax, reader.draft);
  if (!reader.draft.hasTests) readRegistered(syntax, reader.draft);
  readPythonRoutes(syntax, reader.draft);
  readTopNames(syntax, reader.draft);
  readAttributes(syntax, reader.draft);
  readSearchPaths(syntax, reader.draft);
  return reader.draft;
}
