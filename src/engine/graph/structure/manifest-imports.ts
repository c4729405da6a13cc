import { NOT_LOADED } from '../loading.ts';
import type { Edges } from './edges/edges.ts';
import type { StructureParts } from './structure-parts.ts';

/** Weights as for the import of one name, and of a file that is loaded later. */
const WEIGHTS = { import: 0.6, later: 0.4 } as const;

/** Adds `depends` edges from sources to the manifests that they import as data: `import pkg from './package.json'`. */
export function addManifestImports({ project, names }: StructureParts, edges: Edges): void {
  for (const path of project.facts.keys()) {
    const resolver = names.resolverOf(path);
    if (resolver?.manifestOf === undefined) continue;
    for (const { fact, taken } of names.importsOf(path)) {
      const target = taken.length > 0 ? null : resolver.manifestOf(fact, path);
      if (target === null) continue;
      const isAtOnce = fact.kind === 'import' || fact.kind === 're-export';
      const [weight, verb, note] = isAtOnce ? [WEIGHTS.import, 'imports', ''] : [WEIGHTS.later, 'loads', `, ${NOT_LOADED.later}`];
      edges.add('depends', path, target, weight, `${path} ${verb} ${target} (line ${fact.line}${note})`);
    }
  }
}
