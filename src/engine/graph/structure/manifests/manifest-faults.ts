import type { UnreadFile } from '../../../crtx/index.ts';
import { textOf, textsIn, valueAt } from '../../../text/foreign-data.ts';
import { unreadManifest } from '../configs.ts';
import { folderOf, joinPath, nameOf, resolvePath } from '../paths.ts';
import { goPlaces } from '../resolve/go/go-blocks.ts';
import { gradlePathsOutside } from '../resolve/java/gradle-text.ts';
import { mavenPathsOutside } from '../resolve/java/maven-modules.ts';
import { pythonPathsOutside } from '../resolve/python/python-settings.ts';
import { renamedPackages } from '../resolve/rust/cargo-paths.ts';
import { tsConfigFaults } from '../resolve/script/tsconfig/tsconfig-faults.ts';
import type { ExistingPlaces } from './existing-places.ts';
import { isOutside, type ManifestFault, missingFault, outsideFault } from './manifest-fault.ts';
import { lineInJson, lineOfSetting, lineOfValue } from './manifest-lines.ts';
import { missingPlaces } from './missing-places.ts';

/** `"workspaces": ["../x"]` of npm, `packages` of pnpm and lerna. */
function workspaceFaults(path: string, value: unknown, text: string): ManifestFault[] {
  const [key, list] =
    nameOf(path) === 'package.json' ? ['workspaces', valueAt(value, 'workspaces')] : ['packages', valueAt(value, 'packages')];
  const way = Array.isArray(list) ? [key] : [key, 'packages'];
  const all = textsIn(Array.isArray(list) ? list : valueAt(list, 'packages'));
  return all.flatMap((each, n) => {
    if (!isOutside(folderOf(path), each)) return [];
    const line = path.endsWith('.json') ? lineInJson(text, [...way, n]) : lineOfSetting(text, key, each);
    return [outsideFault('a package', each, line)];
  });
}

/** A dependency of Cargo by its path, where the package has another name. */
function renamedFaults(path: string, value: unknown, text: string, configs: ReadonlyMap<string, unknown>): ManifestFault[] {
  if (nameOf(path) !== 'Cargo.toml') return [];
  const manifestIn = (place: string): unknown => {
    const folder = resolvePath(folderOf(path), place);
    return folder === null ? undefined : configs.get(joinPath(folder, 'Cargo.toml'));
  };
  return renamedPackages(value, text, manifestIn).map(({ what, place, line }) => missingFault(what, place, line));
}

/** `members = ["../x"]` and `workspace = "../x"` of Cargo. */
function cargoFaults(path: string, value: unknown, text: string): ManifestFault[] {
  const members = textsIn(valueAt(value, 'workspace', 'members')).map((each) => ['members', each] as const);
  const above = textOf(valueAt(value, 'package', 'workspace'));
  const all = [...members, ...(above === undefined ? [] : [['workspace', above] as const])];
  return all.flatMap(([key, each]) =>
    isOutside(folderOf(path), each) ? [outsideFault('a package', each, lineOfSetting(text, key, each))] : [],
  );
}

/** `use ../x` of a `go.work`. */
function goFaults(path: string, _value: unknown, text: string): ManifestFault[] {
  const used = nameOf(path) === 'go.work' ? goPlaces(text, (place) => isOutside(folderOf(path), place)) : [];
  return used.map(({ place, line }) => outsideFault('a module', place, line));
}

type Find = (path: string, value: unknown, text: string) => readonly ManifestFault[];

/** Checks by file name of the manifest. The first match counts. */
const FINDERS: readonly (readonly [name: RegExp, find: Find])[] = [
  [/^(?:package\.json|pnpm-workspace\.yaml|lerna\.json)$/, workspaceFaults],
  [/^Cargo\.toml$/, cargoFaults],
  [/^go\.work$/, goFaults],
  [/^pom\.xml$/, (path, _value, text) => mavenPathsOutside(folderOf(path), text)],
  [/^settings\.gradle(?:\.kts)?$/, (path, _value, text) => gradlePathsOutside(folderOf(path), text)],
  [/./, (path, value, text) => pythonPathsOutside(path, value).map((place) => outsideFault('a folder', place, lineOfValue(text, place)))],
];

/**
 * Returns the settings of manifests that affect imports and cannot be followed: places outside the project, packages, modules and
 * configurations that do not exist, and TypeScript configurations that extend themselves.
 * @param configs parsed manifests by path
 * @param texts their texts by path
 */
export function manifestFaults(
  configs: ReadonlyMap<string, unknown>,
  texts: ReadonlyMap<string, string>,
  places: ExistingPlaces,
): UnreadFile[] {
  const scripts = tsConfigFaults(configs, texts, places);
  return [...configs].flatMap(([path, value]) => {
    const find = FINDERS.find(([name]) => name.test(nameOf(path)))?.[1];
    const text = texts.get(path) ?? '';
    const own = [
      ...(scripts.get(path) ?? []),
      ...(find?.(path, value, text) ?? []),
      ...missingPlaces(path, value, text, places),
      ...renamedFaults(path, value, text, configs),
    ];
    return own.flatMap(({ reason, line }) => unreadManifest(path, reason, line));
  });
}
