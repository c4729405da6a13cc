import type { ApiFact, FileFacts, ImportedName, ImportFact, SymbolFact } from '../../../../src/engine/graph/facts.ts';
import { ProjectStructure } from '../../../../src/engine/graph/structure/project-structure.ts';
import type { Structure, StructurePart } from '../../../../src/engine/graph/structure/structure.ts';
import { compareCodePoints } from '../../../../src/engine/text/code-point-order.ts';

/** Returns an import of names. @param names each as `a`, `a as b`, `*` or `* as a` */
export function imported(specifier: string, names: readonly string[] = [], more: Partial<ImportFact> = {}): ImportFact {
  const all = names.map((each): ImportedName => {
    const [name = '', local = name] = each.split(' as ');
    return { name, local };
  });
  return { specifier, line: 1, kind: 'import', isTypeOnly: false, names: all, ...more };
}

/** Returns a symbol that is exported by its name. */
export function symbol(name: string, uses: readonly string[] = [], more: Partial<SymbolFact> = {}): SymbolFact {
  return { name, kind: 'function', line: 1, endLine: 2, exportedAs: [name], uses, extends: [], implements: [], ...more };
}

/** Returns the facts of one file. A Python file without imports, symbols and calls is idle. */
export function facts(
  language: string,
  {
    imports = [],
    symbols = [],
    usedAtTop = [],
    apis = [],
    packageName = '',
    hasTests = false,
  }: Partial<FileFacts & { apis: readonly ApiFact[] }> = {},
): FileFacts {
  const isIdle = language === 'python' && [imports, symbols, usedAtTop, apis].every((each) => each.length === 0);
  return { language, packageName, imports, symbols, usedAtTop, apis, hasTests, isBroken: false, ...(isIdle && { isIdle }) };
}

/**
 * Returns a structure with the nodes and edges of all its parts, sorted.
 * @param configs texts of configuration files
 * @param others files that are not sources
 */
export function structureOf(
  files: Iterable<readonly [string, FileFacts]>,
  configs: Iterable<readonly [string, string]> = [],
  others: Iterable<string> = [],
): StructurePart & Omit<Structure, 'parts'> {
  const [facts, texts] = [new Map(files), new Map(configs)];
  const { parts, ...structure } = new ProjectStructure(facts, texts, new Set([...facts.keys(), ...texts.keys(), ...others])).structure();
  const keyOf = ({ from, to, type }: StructurePart['edges'][number]): string => [from, to, type].join('\0');
  const nodes = parts.flatMap((part) => part.nodes).sort((one, other) => compareCodePoints(one.id, other.id));
  const edges = parts.flatMap((part) => part.edges).sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  return { ...structure, nodes, edges };
}
