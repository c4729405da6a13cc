import { isOutside, type ManifestFault, outsideFault } from '../../manifests/manifest-fault.ts';
import { lineAt } from '../../manifests/manifest-lines.ts';

const NAMED = /<(module|relativePath)>\s{0,99}([^<>\s]{1,400})\s{0,99}<\//g;

/** Returns the modules and parents outside the project that a `pom.xml` names. */
export function mavenPathsOutside(folder: string, text: string): ManifestFault[] {
  const code = text.replace(/<!--[\s\S]*?-->/g, (comment) => comment.replace(/[^\n]/g, ' '));
  return Array.from(code.matchAll(NAMED)).flatMap(({ index, 0: tag, 1: kind, 2: place = '' }) => {
    const relative = place.startsWith('.') ? place : `./${place}`;
    if (!isOutside(folder, relative)) return [];
    const line = lineAt(text, index + tag.indexOf(place));
    return [outsideFault(kind === 'module' ? 'a module' : 'a parent', place, line)];
  });
}
