import type { UnresolvedImport } from '../../../crtx/index.ts';
import { cargoLostTargets } from '../resolve/rust/cargo-lost-targets.ts';
import { tsConfigLostFiles } from '../resolve/script/tsconfig/tsconfig-lost-files.ts';
import type { StructureParts } from '../structure-parts.ts';
import type { LostName } from '../unit.ts';
import type { ExistingPlaces } from './existing-places.ts';
import { jsonLines, lineOfSetting, lineOfValue } from './manifest-lines.ts';

/** Returns the 1-based line of a name; 1 if it is not found, because settings may be inherited or written in parts. */
function lineOf({ key, way, written }: LostName, text: string, inJson: ReturnType<typeof jsonLines>): number {
  const found = way === undefined ? null : inJson(way);
  const near = found ?? (key === undefined ? null : lineOfSetting(text, key, written)) ?? lineOfValue(text, written);
  return near ?? text.slice(0, Math.max(0, text.indexOf(written))).split('\n').length;
}

/** Returns the names in manifests that should lead to a file of the project and do not, with their lines. @param texts manifests by path */
export function unresolvedNames(
  { project, names }: StructureParts,
  texts: ReadonlyMap<string, string>,
  places: ExistingPlaces,
): UnresolvedImport[] {
  const ofSources = names.resolvers.lostNames(places, (path) => names.importsOf(path));
  const lost = [...ofSources, ...cargoLostTargets(project, places), ...tsConfigLostFiles(project, places)];
  const inJson = new Map<string, ReturnType<typeof jsonLines>>();
  return lost.map((each) => {
    const { path, written, names, reason, language, candidates } = each;
    const text = texts.get(path) ?? '';
    const lines = inJson.get(path) ?? jsonLines(text);
    inJson.set(path, lines);
    const line = lineOf(each, text, lines);
    return { path, line, specifier: written, names, reason, language, ...(candidates.length === 0 ? {} : { candidates }) };
  });
}
