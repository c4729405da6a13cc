import type { StructureParts } from '../structure-parts.ts';
import { usedNames } from '../used-names.ts';
import { type Edges, joinNames } from './edges.ts';
import { addEdge } from './file-edges.ts';
import { symbolId } from './symbol-edges.ts';
import { usedInside, WEIGHT_AT_TOP } from './top-uses.ts';

/** Weights as for an import (`IMPORT` in `file-edges.ts`). */
const WEIGHT = { base: 0.5, perName: 0.1, most: 1 } as const;

/**
 * Adds `depends` and `tests` edges from a file to the files that declare names and members which it uses without importing them by name.
 */
export function addUsed(parts: StructureParts, path: string, edges: Edges): void {
  const byFile = new Map<string, { line: number; readonly names: Set<string> }>();
  for (const { name, line, files } of usedNames(parts.names, path)) {
    for (const file of files) {
      const known = byFile.get(file) ?? { line, names: new Set<string>() };
      byFile.set(file, known);
      known.line = Math.min(known.line, line);
      known.names.add(name);
    }
  }
  for (const [target, { line, names }] of byFile) {
    if (target === path) continue;
    const weight = Math.min(WEIGHT.most, WEIGHT.base + WEIGHT.perName * names.size);
    addEdge(parts, edges, { path, target, weight, why: `${path} uses ${joinNames([...names])} from ${target} (line ${line})` });
  }
}

/**
 * Adds `depends` and `tests` edges from a file to functions and types that it uses outside of its own symbols, without importing them by
 * name.
 */
export function addUsedAtTop({ project, names, tests }: StructureParts, path: string, edges: Edges): void {
  const used = usedNames(names, path);
  const inside = used.length === 0 ? [] : Array.from(usedInside(project, path), (each) => each.replace(/^.*\./, ''));
  const known = new Set(inside);
  for (const { name, line, files } of used) {
    for (const target of known.has(name) ? [] : files) {
      if (target === path || !names.declared(target).has(name)) continue;
      const why = `${path} uses ${name} at its top level (line ${line})`;
      edges.add(tests.edgeType(path, target), path, symbolId(target, name), WEIGHT_AT_TOP, why);
    }
  }
}
