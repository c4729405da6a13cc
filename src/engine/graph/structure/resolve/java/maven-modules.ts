import { isOutside, type ManifestFault, outsideFault } from '../../manifests/manifest-fault.ts';
import { lineAt } from '../../manifests/manifest-lines.ts';

const NAMED = /<(module|relativePath)>\s{0,99}([^<>\s]{1,400})\s{0,99}<\//g;

interface Named {
  readonly kind: 'a module' | 'a parent';
  readonly place: string;
  readonly line: number;
}

function namedIn(text: string): Named[] {
  const code = text.replace(/<!--[\s\S]*?-->/g, (comment) => comment.replace(/[^\n]/g, ' '));
  return Array.from(code.matchAll(NAMED), ({ index, 0: tag, 1: kind, 2: place = '' }) => {
    return { kind: kind === 'module' ? 'a module' : 'a parent', place, line: lineAt(text, index + tag.indexOf(place)) };
  });
}

/** Returns the modules and parents outside the project that a `pom.xml` names. */
export function mavenPathsOutside(folder: string, text: string): ManifestFault[] {
  return namedIn(text).flatMap(({ kind, place, line }) =>
    isOutside(folder, place.startsWith('.') ? place : `./${place}`) ? [outsideFault(kind, place, line)] : [],
  );
}

/** Returns the modules that a `pom.xml` names. A parent that is missing comes from a repository. */
export function mavenModules(text: string): { readonly what: string; readonly place: string; readonly line: number }[] {
  return namedIn(text).flatMap(({ kind, place, line }) => (kind === 'a module' ? [{ what: kind, place, line }] : []));
}
