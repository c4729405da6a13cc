import { type Edges, named } from './edges.ts';
import { connect, type Ground } from './file-edges.ts';

/** As an import, with something more for each name. */
const WEIGHT = { base: 0.5, perName: 0.1, most: 1 } as const;

/** `depends` and `tests` from a file to those that declare names and members which it uses without taking them by name. */
export function addUsed(ground: Ground, path: string, edges: Edges): void {
  const byFile = new Map<string, { readonly line: number; readonly names: Set<string> }>();
  for (const { name, line, files } of ground.names.resolverOf(path)?.used?.(path) ?? []) {
    for (const file of files) {
      const known = byFile.get(file) ?? { line, names: new Set<string>() };
      byFile.set(file, known);
      known.names.add(name);
    }
  }
  for (const [target, { line, names }] of byFile) {
    if (target === path) continue;
    const weight = Math.min(WEIGHT.most, WEIGHT.base + WEIGHT.perName * names.size);
    connect(ground, edges, { path, target, weight, why: `${path} uses ${named([...names])} from ${target} (line ${line})` });
  }
}
