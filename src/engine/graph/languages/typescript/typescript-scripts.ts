import type { Node } from 'web-tree-sitter';
import type { FactsDraft } from '../facts-draft.ts';
import { codeChildrenOf, codeOf, type SourceSyntax, textOf } from '../syntax.ts';

const MAY_LOAD = /\b(?:createRequire|importScripts|requirejs)\b|\bdefine\s*\(/;
const CALLS = `
(call_expression function: [(identifier) (member_expression) (call_expression)] @called arguments: (arguments) @list)`;

const MAX_CALLEE_LENGTH = 200;
const MAKES_REQUIRE = /^(?:[\w$]+\.)?createRequire$/;
/** Values that name the file itself, as the base of `createRequire`. */
const OWN_FILE = /^(?:import\.meta\.(?:url|filename)|__filename|(?:[\w$]+\.)?pathToFileURL\(__filename\)(?:\.href)?)$/;
const OF_WORKER = /^(?:(?:self|globalThis)\.)?importScripts$/;
/** Dependencies of an AMD module that are no modules. */
const OF_AMD = /^(?:require|exports|module)$/;
const NAMED_PLACE = /^(?:[./]|[a-z][a-z+.-]*:)/i;

/** A call that loads other files. */
export interface ScriptLoad {
  /**
   * `require`: a call of a function that `createRequire` returned. `computed`: such a call, but relative to another place. `script`: a
   * script of `importScripts`. `amd`: the modules of an AMD call.
   */
  readonly how: 'require' | 'computed' | 'script' | 'amd';
  /** The argument that names the file, or a list of them. */
  readonly named: Node;
  readonly call: Node;
}

interface Call {
  readonly called: Node;
  readonly list: Node;
}

const plainCode = (syntax: SourceSyntax, node: Node): string =>
  node.endIndex - node.startIndex > MAX_CALLEE_LENGTH ? '' : codeOf(syntax, node).replaceAll(/\s+/g, '');

function callsIn(syntax: SourceSyntax): Call[] {
  return syntax.matches(CALLS).flatMap(({ captures }) => {
    const [called, list] = ['called', 'list'].map((name) => captures.find((each) => each.name === name)?.node);
    return called === undefined || list === undefined ? [] : [{ called, list }];
  });
}

/** The names of a file that load other files. */
class Loaders {
  readonly #bound: ReadonlySet<string>;
  readonly #makers: ReadonlySet<string>;
  /** By the name of a function that `createRequire` returned, whether it loads relative to the file. */
  readonly #requires = new Map<string, boolean>();

  constructor(
    private readonly syntax: SourceSyntax,
    private readonly draft: FactsDraft,
    calls: readonly Call[],
  ) {
    const names = draft.imports.flatMap((fact) => fact.names.map((each) => ({ ...each, specifier: fact.specifier })));
    this.#bound = new Set(names.map(({ local }) => local));
    const makers = names.filter(({ name, specifier }) => name === 'createRequire' && /^(?:node:)?module$/.test(specifier));
    this.#makers = new Set(makers.map(({ local }) => local));
    for (const call of calls) this.#note(call);
  }

  /** Reads `const load = createRequire(import.meta.url)`. */
  #note({ called, list }: Call): void {
    const into = called.parent?.parent;
    const name = into?.type === 'variable_declarator' ? into.childForFieldName('name') : null;
    if (name?.type === 'identifier' && this.#isMaker(called)) this.#requires.set(textOf(this.syntax, name), this.#isOfFile(list));
  }

  #isMaker(called: Node): boolean {
    const name = plainCode(this.syntax, called);
    return this.#makers.has(name) || MAKES_REQUIRE.test(name);
  }

  #isOfFile(list: Node): boolean {
    const [base] = codeChildrenOf(list);
    return base !== undefined && OWN_FILE.test(plainCode(this.syntax, base));
  }

  /** Whether a name is neither imported nor a function or type of the file, so that it is a global one. */
  #isGlobal(name: string): boolean {
    return !this.#bound.has(name) && this.draft.symbol(name) === undefined;
  }

  loadsOf({ called, list }: Call): ScriptLoad[] {
    const [first] = codeChildrenOf(list);
    const call = list.parent;
    if (first === undefined || call === null) return [];
    const isOfFile = this.#requireOf(called);
    if (isOfFile !== null) return [{ how: isOfFile ? 'require' : 'computed', named: first, call }];
    const name = plainCode(this.syntax, called);
    if (OF_WORKER.test(name) && this.#isGlobal('importScripts'))
      return codeChildrenOf(list).map((named) => ({ how: 'script', named, call }));
    const modules = this.#modulesOf(name, list);
    return modules === undefined ? [] : [{ how: 'amd', named: modules, call }];
  }

  /** Whether a called function is one that `createRequire` returned for the file itself; `null` for other functions. */
  #requireOf(called: Node): boolean | null {
    // The name `require` is read in any case.
    if (called.type === 'identifier') {
      const name = textOf(this.syntax, called);
      return name === 'require' ? null : (this.#requires.get(name) ?? null);
    }
    const [maker, list] = [called.childForFieldName('function'), called.childForFieldName('arguments')];
    if (called.type !== 'call_expression' || maker === null || list === null || !this.#isMaker(maker)) return null;
    return this.#isOfFile(list);
  }

  /** Returns the list of modules in `define('name', ['./a'], factory)`, `requirejs(['./a'], then)`. */
  #modulesOf(name: string, list: Node): Node | undefined {
    if (!/^(?:define|requirejs)$/.test(name) || !this.#isGlobal(name)) return undefined;
    const [first, second, third] = codeChildrenOf(list);
    if (name === 'requirejs') return first?.type === 'array' ? first : undefined;
    const [modules, factory] = first?.type === 'string' ? [second, third] : [first, second];
    return modules?.type === 'array' && factory !== undefined ? modules : undefined;
  }
}

/** Finds calls of functions made by `createRequire`, of `importScripts`, and of AMD loaders. The imports of the file must have been read. */
export function findScriptLoads(syntax: SourceSyntax, draft: FactsDraft): ScriptLoad[] {
  if (!MAY_LOAD.test(syntax.code)) return [];
  const calls = callsIn(syntax);
  const loaders = new Loaders(syntax, draft, calls);
  return calls.flatMap((call) => loaders.loadsOf(call));
}

/** Returns the address of a script as a specifier: `work.js` is beside the file. */
export const scriptSpecifier = (written: string): string => (NAMED_PLACE.test(written) ? written : `./${written}`);

/** Returns the modules that an AMD call lists, as nodes. */
export const amdModules = (syntax: SourceSyntax, modules: Node): Node[] =>
  codeChildrenOf(modules).filter((each) => !OF_AMD.test(textOf(syntax, each).slice(1, -1)));
