import type { Node } from 'web-tree-sitter';
import { partitionPoint } from '../../text/partition-point.ts';
import type { ApiFact, FileFacts, ImportFact, ModuleFact, SymbolFact, TypeFacts } from '../facts.ts';
import type { Lines } from './scopes.ts';
import type { Span } from './span-walk.ts';
import { lineOf } from './syntax.ts';

/** A symbol of which not everything is read yet. */
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

/** A part of the text, and the symbol to which belongs what is used in it. */
export interface Owner {
  readonly node: Node;
  readonly symbol: SymbolDraft;
}

/** What was read of a file so far. */
export class FactsDraft {
  packageName = '';
  hasTests = false;
  isIdle = false;
  testsItself = false;
  isProgram = false;
  doubtAt: number | undefined;
  modules: readonly ModuleFact[] | undefined;
  types: TypeFacts | undefined;
  readonly imports: ImportFact[] = [];
  readonly apis: ApiFact[] = [];
  readonly owners: Owner[] = [];
  /** Parts of the text in which names are declared for what is taken from another file, in their order. */
  readonly taken: Span[] = [];
  /** Parts of the text that only say what the file is called and offers. */
  readonly offers: Span[] = [];
  readonly usedAtTop: Lines = new Map();
  /** Tests that are no symbols. */
  readonly tests: Node[] = [];
  readonly usedInTests: Lines = new Map();
  readonly topNames = new Set<string>();
  readonly #symbols = new Map<string, SymbolDraft>();

  /** A name that is declared twice (overloads, an interface beside a class) is one symbol: the first, with what all of them say. */
  declare(name: string, kind: SymbolFact['kind'], node: Node): SymbolDraft {
    const symbol = this.#symbols.get(name) ?? {
      ...{ name, kind, line: lineOf(node), endLine: node.endPosition.row + 1 },
      ...{ exportedAs: new Set<string>(), uses: new Map<string, number>(), extends: new Set<string>(), implements: new Set<string>() },
    };
    this.#symbols.set(name, symbol);
    this.own(symbol, node);
    return symbol;
  }

  /** What is used in a node counts for a symbol. */
  own(symbol: SymbolDraft, node: Node): void {
    this.owners.push({ node, symbol });
  }

  /** What stands in a node only says what the file is called, or offers. */
  offer(node: Node): void {
    this.offers.push({ from: node.startIndex, to: node.endIndex });
  }

  /** The parts that belong to symbols. */
  spans(): Span[] {
    return this.owners.map(({ node }) => ({ from: node.startIndex, to: node.endIndex }));
  }

  /** The symbol in which a place of the text stands; what belongs to symbols is told in the order of the text, and none of it lies in other. */
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

  finish(language: string, isBroken: boolean): FileFacts {
    const symbols = Array.from(this.#symbols.values(), (symbol) => ({
      ...symbol,
      exportedAs: [...symbol.exportedAs],
      uses: [...symbol.uses.keys()],
      useLines: [...symbol.uses.values()],
      extends: [...symbol.extends],
      implements: [...symbol.implements],
    }));
    const { packageName, imports, apis, hasTests, modules, types } = this;
    const facts = { language, packageName, imports, symbols, usedAtTop: [...this.usedAtTop.keys()], apis, hasTests, isBroken };
    const linesAtTop = this.usedAtTop.size === 0 ? {} : { linesAtTop: [...this.usedAtTop.values()] };
    const usedInTests = this.usedInTests.size === 0 ? {} : { usedInTests: [...this.usedInTests.keys()] };
    const topNames = this.topNames.size === 0 ? {} : { topNames: [...this.topNames] };
    return {
      ...facts,
      ...linesAtTop,
      ...usedInTests,
      ...topNames,
      ...(this.isIdle ? { isIdle: true } : {}),
      ...(this.testsItself ? { testsItself: true } : {}),
      ...(this.isProgram ? { isProgram: true } : {}),
      ...(this.doubtAt === undefined ? {} : { doubtAt: this.doubtAt }),
      ...(modules === undefined ? {} : { modules }),
      ...(types === undefined ? {} : { types }),
    };
  }
}
