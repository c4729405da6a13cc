import type { ApiFact, FileFacts, ImportedName, ImportFact, SymbolFact } from '../../../../src/engine/code-graph/facts.ts';
import { ProjectStructure } from '../../../../src/engine/code-graph/structure/project-structure.ts';
import type { Structure } from '../../../../src/engine/code-graph/structure/structure.ts';

/** An import of names: `a`, `a as b`, `*`, `* as a`. */
export function imported(specifier: string, names: readonly string[] = [], more: Partial<ImportFact> = {}): ImportFact {
  const all = names.map((each): ImportedName => {
    const [name = '', local = name] = each.split(' as ');
    return { name, local };
  });
  return { specifier, line: 1, kind: 'import', isTypeOnly: false, names: all, ...more };
}

/** A symbol that others see by its name. */
export function symbol(name: string, uses: readonly string[] = [], more: Partial<SymbolFact> = {}): SymbolFact {
  return { name, kind: 'function', line: 1, endLine: 2, exportedAs: [name], uses, extends: [], implements: [], ...more };
}

/** The facts of one file. */
export function facts(
  language: string,
  { imports = [], symbols = [], apis = [], packageName = '', hasTests = false }: Partial<FileFacts & { apis: readonly ApiFact[] }> = {},
): FileFacts {
  return { language, packageName, imports, symbols, apis, hasTests, isBroken: false };
}

/** How files are connected, the edges by their ends and types. @param configs the texts of configuration files */
export function structureOf(files: Iterable<readonly [string, FileFacts]>, configs: Iterable<readonly [string, string]> = []): Structure {
  const structure = new ProjectStructure(new Map(files), new Map(configs)).structure();
  const keyOf = ({ from, to, type }: Structure['edges'][number]): string => [from, to, type].join('\0');
  return { ...structure, edges: [...structure.edges].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)) };
}
