import type { Node } from 'web-tree-sitter';
import { partitionPoint } from '../../text/partition-point.ts';
import type {
  AliasFact,
  ApiFact,
  AttributeFacts,
  FileFacts,
  ImportFact,
  ModuleFact,
  OfferedNames,
  ScopeFact,
  SymbolFact,
  TypeFacts,
} from '../facts.ts';
import type { Lines } from './scopes.ts';
import type { Span } from './span-walk.ts';
import { lineOf } from './syntax.ts';

/** A symbol that is still being read. */
export interface SymbolDraft {
  readonly name: string;
  readonly kind: SymbolFact['kind'];
  readonly line: number;
  readonly endLine: number;
  readonly exportedAs: Set<string>;
  /** With the line of the first use. */
  readonly uses: Lines;
  readonly extends: Set<string>;
  readonly implements: Set<string>;
}

/** A node, and the symbol that the names used in it count for. */
export interface Owner {
  readonly node: Node;
  readonly symbol: SymbolDraft;
}

/** Facts of a file while it is being read. */
export class FactsDraft {
  packageName = '';
  hasTests = false;
  isIdle = false;
  declaresTests = false;
  testsItself = false;
  testMakers: readonly string[] = [];
  isProgram = false;
  doubtAt: number | undefined;
  modules: readonly ModuleFact[] | undefined;
  scopes: readonly ScopeFact[] = [];
  types: TypeFacts | undefined;
  offered: OfferedNames | undefined;
  attributes: AttributeFacts | undefined;
  searchPaths: readonly string[] = [];
  readonly imports: ImportFact[] = [];
  readonly apis: ApiFact[] = [];
  readonly owners: Owner[] = [];
  /** Spans of patterns that declare names for a loaded module, in text order. */
  readonly taken: Span[] = [];
  /** Offsets of parameters that get a whole module. They declare it, and are no uses of it. */
  readonly parameters = new Set<number>();
  /** Spans that only name the package or export something. */
  readonly offers: Span[] = [];
  readonly usedAtTop: Lines = new Map();
  readonly #memberLines = new Map<string, Set<number>>();
  /** Tests that are not symbols. */
  readonly tests: Node[] = [];
  readonly usedInTests: Lines = new Map();
  readonly topNames = new Set<string>();
  /** Symbols that other projects can use. */
  readonly publicNames = new Set<string>();
  /** Names of modules that the file declares without being a module. */
  readonly declaredModules = new Set<string>();
  readonly aliases: AliasFact[] = [];
  readonly #symbols = new Map<string, SymbolDraft>();

  /** Declares a symbol. Repeated declarations (overloads, an interface beside a class) extend the first one. */
  declare(name: string, kind: SymbolFact['kind'], node: Node): SymbolDraft {
    const symbol = this.#symbols.get(name) ?? {
      name,
      kind,
      line: lineOf(node),
      endLine: node.endPosition.row + 1,
      exportedAs: new Set<string>(),
      uses: new Map<string, number>(),
      extends: new Set<string>(),
      implements: new Set<string>(),
    };
    this.#symbols.set(name, symbol);
    this.own(symbol, node);
    return symbol;
  }

  /** Records that something outside of the symbols of the file uses a symbol: a framework, or another project. */
  register(name: string, line: number): void {
    if (this.#symbols.has(name) && !this.usedAtTop.has(name)) this.usedAtTop.set(name, line);
  }

  /** Records a line on which a member of a namespace import is used. */
  useMember(used: string, line: number): void {
    const lines = this.#memberLines.get(used);
    if (lines === undefined) this.#memberLines.set(used, new Set([line]));
    else lines.add(line);
  }

  /** Counts the names used in a node as uses of a symbol. */
  own(symbol: SymbolDraft, node: Node): void {
    this.owners.push({ node, symbol });
  }

  /** Marks a node that only names the package or exports something, which is no use of a name. */
  offer(node: Node): void {
    this.offers.push({ from: node.startIndex, to: node.endIndex });
  }

  /** Returns the spans of all symbols. */
  spans(): Span[] {
    return this.owners.map(({ node }) => ({ from: node.startIndex, to: node.endIndex }));
  }

  /** Returns the symbol that contains an offset. Requires that owners are in text order and not nested. */
  ownerAt(place: number): SymbolDraft | undefined {
    const owner = this.owners[partitionPoint(this.owners.length, (at) => (this.owners[at]?.node.startIndex ?? 0) <= place) - 1];
    return owner !== undefined && owner.node.endIndex > place ? owner.symbol : undefined;
  }

  symbol(name: string): SymbolDraft | undefined {
    return this.#symbols.get(name);
  }

  names(): Iterable<string> {
    return this.#symbols.keys();
  }

  /** Whether other files can import anything from the file. */
  exportsAny(): boolean {
    if (this.topNames.size > 0 || this.imports.some(({ kind }) => kind === 're-export')) return true;
    return [...this.#symbols.values()].some(({ exportedAs }) => exportedAs.size > 0);
  }

  #severalLines(): Pick<FileFacts, 'memberLines'> {
    const several = [...this.#memberLines].filter(([, lines]) => lines.size > 1);
    const memberLines = several.map(([used, lines]) => [used, [...lines].sort((one, other) => one - other)] as const);
    return memberLines.length === 0 ? {} : { memberLines };
  }

  #modules(): Pick<FileFacts, 'modules' | 'scopes'> {
    const { modules, scopes } = this;
    return { ...(modules === undefined ? {} : { modules }), ...(scopes.length === 0 ? {} : { scopes }) };
  }

  finish(language: string, isBroken: boolean): FileFacts {
    const symbols = Array.from(this.#symbols.values(), (symbol) => ({
      ...symbol,
      exportedAs: [...symbol.exportedAs],
      uses: [...symbol.uses.keys()],
      useLines: [...symbol.uses.values()],
      extends: [...symbol.extends],
      implements: [...symbol.implements],
      ...(this.publicNames.has(symbol.name) ? { isPublic: true as const } : {}),
    }));
    const { packageName, imports, apis, hasTests, types, offered, attributes } = this;
    const facts = { language, packageName, imports, symbols, usedAtTop: [...this.usedAtTop.keys()], apis, hasTests, isBroken };
    const linesAtTop = this.usedAtTop.size === 0 ? {} : { linesAtTop: [...this.usedAtTop.values()] };
    const usedInTests = this.usedInTests.size === 0 ? {} : { usedInTests: [...this.usedInTests.keys()] };
    const topNames = this.topNames.size === 0 ? {} : { topNames: [...this.topNames] };
    return {
      ...facts,
      ...linesAtTop,
      ...this.#severalLines(),
      ...usedInTests,
      ...topNames,
      ...(offered === undefined ? {} : { offered }),
      ...(attributes === undefined ? {} : { attributes }),
      ...(this.searchPaths.length > 0 ? { searchPaths: this.searchPaths } : {}),
      ...(this.declaredModules.size === 0 ? {} : { declaredModules: [...this.declaredModules] }),
      ...(this.aliases.length === 0 ? {} : { aliases: this.aliases }),
      ...(this.isIdle ? { isIdle: true } : {}),
      ...(this.declaresTests ? { declaresTests: true } : {}),
      ...(this.testMakers.length > 0 ? { testMakers: this.testMakers } : {}),
      ...(this.testsItself ? { testsItself: true } : {}),
      ...(this.isProgram ? { isProgram: true } : {}),
      ...(this.doubtAt === undefined ? {} : { doubtAt: this.doubtAt }),
      ...this.#modules(),
      ...(types === undefined ? {} : { types }),
    };
  }
}
