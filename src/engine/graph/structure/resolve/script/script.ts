import type { FileFacts, ImportFact } from '../../../facts.ts';
import { type Project, type Resolution, type Resolver, singleUnits } from '../../unit.ts';
import { npmEntryPoints } from './npm/npm-entry-points.ts';
import { npmLostNames } from './npm/npm-lost-names.ts';
import { AmbientModules } from './script-ambient.ts';
import type { Located } from './script-files.ts';
import { importedManifest } from './script-manifests.ts';
import { ScriptModules } from './script-modules.ts';
import { ScriptNames } from './script-names.ts';

const PATH = /^\.{0,2}\//;
const LOADED: ReadonlySet<ImportFact['kind']> = new Set(['import', 're-export', 'dynamic']);

/** Whether an import only loads a module, such as a style sheet. Then its declarations do not matter. */
const takesNothing = ({ kind, names }: ImportFact): boolean => kind === 'import' && names.length === 0;

/**
 * Returns the files that declare the module of an import which leads to no source. A missing file of a relative path stays missing, and
 * JavaScript is mostly not compiled with the declarations.
 */
function declarersOf(ambient: AmbientModules, fact: ImportFact, from: string, located: Located): readonly string[] {
  if (located === 'beyond' || !LOADED.has(fact.kind)) return [];
  if (located === 'outside')
    return takesNothing(fact) || !/\.[cm]?tsx?$/.test(from) ? [] : ambient.declarersOf(fact.specifier, from, false);
  return located.length > 0 || PATH.test(fact.specifier) ? [] : ambient.declarersOf(fact.specifier, from, true);
}

/**
 * Returns the resolver for TypeScript and JavaScript (decision 0032): paths, `paths` and `baseUrl` of tsconfig, packages of the project with
 * their exports, aliases of tools, and ambient modules.
 */
export function scriptResolver(project: Project): Resolver {
  const modules = new ScriptModules(project);
  const ambient = new AmbientModules(project.facts, modules.packages, (file, other) => modules.areCompiledTogether(file, other));
  const names = new ScriptNames(project, modules, (specifier, from) => ambient.declarersOf(specifier, from, true).length > 0);
  const unitOf = singleUnits();
  return {
    unitOf,
    unresolvedOf: (resolved, from, importsOf) => (resolved.isLost ? [resolved.fact] : names.missing(resolved, from, importsOf)),
    uncertainOf: (resolved, from, importsOf) => names.uncertain(resolved, from, importsOf),
    forget: () => names.forget(),
    packageOf: (path) => modules.packages.packageOf(path),
    resolve: (fact, from): Resolution => {
      const located = modules.locate(fact, from);
      const declarers = declarersOf(ambient, fact, from, located);
      const found = declarers.length > 0 ? declarers : located;
      return typeof found === 'string' ? found : found.map((file) => ({ unit: unitOf(file), names: fact.names }));
    },
    linkFingerprint: ({ aliases, declaredModules, imports }: FileFacts) =>
      JSON.stringify([
        aliases,
        declaredModules,
        imports.flatMap(({ specifier, augmented }) => (augmented === undefined ? [] : [specifier, augmented])),
      ]),
    manifestOf: (fact, from) => importedManifest(project, modules, fact, from),
    entryPoints: () => npmEntryPoints(project, modules.packages, modules),
    lostNames: (places) => npmLostNames(modules.packages, modules.built, places),
  };
}
