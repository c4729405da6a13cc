import type { ImportFact } from '../../../facts.ts';
import { type Project, type Resolution, type Resolver, singleUnits } from '../../unit.ts';
import { npmEntryPoints } from './npm-entry-points.ts';
import { ScriptModules } from './script-modules.ts';

/**
 * Returns the resolver for TypeScript and JavaScript (decision 0032): paths, `paths` and `baseUrl` of tsconfig, and packages of the project
 * with their exports.
 */
export function scriptResolver(project: Project): Resolver {
  const modules = new ScriptModules(project);
  const unitOf = singleUnits();
  return {
    unitOf,
    packageOf: (path) => modules.packages.packageOf(path),
    resolve: (fact: ImportFact, from): Resolution => {
      const found = modules.locate(fact, from);
      return typeof found === 'string' ? found : found.map((file) => ({ unit: unitOf(file), names: fact.names }));
    },
    entryPoints: () => npmEntryPoints(modules.packages, modules.inside.entries, modules.built),
  };
}
