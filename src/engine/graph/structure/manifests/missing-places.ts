import { entriesOf, textOf, textsIn, valueAt } from '../../../text/foreign-data.ts';
import { folderOf, joinPath, nameOf, resolvePath } from '../paths.ts';
import { goPlaces, goReplacements } from '../resolve/go/go-blocks.ts';
import { gradleProjects } from '../resolve/java/gradle-includes.ts';
import { mavenModules } from '../resolve/java/maven-modules.ts';
import { cargoPaths } from '../resolve/rust/cargo-paths.ts';
import { DEPENDENCIES } from '../resolve/script/npm/npm-dependencies.ts';
import { isArchive, pathInVersion } from '../resolve/script/npm/npm-versions.ts';
import { type ExistingPlaces, isPlainPath } from './existing-places.ts';
import { type ManifestFault, missingFault } from './manifest-fault.ts';
import { jsonLines, lineOfSetting } from './manifest-lines.ts';

/** A place that a manifest names. */
export interface NamedPlace {
  /** `a module`, `a package`. */
  readonly what: string;
  readonly place: string;
  /** 1-based; `null` if unknown. */
  readonly line: number | null;
}

/** Returns the named folders in which none of some files may exist. @param marks names of files */
function missingFrom(all: readonly NamedPlace[], path: string, marks: readonly string[], places: ExistingPlaces): ManifestFault[] {
  return all.flatMap(({ what, place, line }) => {
    const folder = isPlainPath(place) ? resolvePath(folderOf(path), place) : null;
    if (folder === null || marks.some((mark) => places.mayExist(joinPath(folder, mark)))) return [];
    return [missingFault(what, place, line)];
  });
}

const MANIFESTS_OF_NPM = ['package.json', 'package.yaml', 'package.json5'];

/** Returns the folder of a dependency by its path. Bun reads `link:a`, and Yarn `workspace:a/b`, in other ways. */
function linkedFolder(version: string): string | null {
  const path = pathInVersion(version) ?? '';
  const isFolder = /^(?:file|portal):./.test(version) || path.startsWith('.');
  return isFolder && !isArchive(path) ? path : null;
}

/** `"workspaces": ["packages/a"]`, `"a": "file:../a"`. */
function npmPlaces(path: string, value: unknown, text: string): NamedPlace[] {
  const isManifest = nameOf(path) === 'package.json';
  const key = isManifest ? 'workspaces' : 'packages';
  const list: unknown = valueAt(value, key);
  const members = textsIn(Array.isArray(list) ? list : valueAt(list, 'packages'));
  const lines = jsonLines(text);
  const way = Array.isArray(list) ? [key] : [key, 'packages'];
  const workspace = members.map((place, n): NamedPlace => {
    return { what: 'a package', place, line: path.endsWith('.json') ? lines([...way, n]) : lineOfSetting(text, key, place) };
  });
  const tables = isManifest ? DEPENDENCIES : [];
  const linked = tables.flatMap((table) =>
    entriesOf(valueAt(value, table)).flatMap(([name, version]): NamedPlace[] => {
      const place = linkedFolder(textOf(version) ?? '');
      return place === null ? [] : [{ what: 'a package', place, line: lines([table, name]) }];
    }),
  );
  return [...workspace, ...linked];
}

type Find = (path: string, value: unknown, text: string, places: ExistingPlaces) => ManifestFault[];

/** Checks by file name of the manifest. */
const FINDERS: readonly (readonly [name: RegExp, find: Find])[] = [
  [
    /^(?:package\.json|pnpm-workspace\.yaml|lerna\.json)$/,
    (path, value, text, places) => missingFrom(npmPlaces(path, value, text), path, MANIFESTS_OF_NPM, places),
  ],
  [/^Cargo\.toml$/, (path, value, text, places) => missingFrom(cargoPaths(value, text), path, ['Cargo.toml'], places)],
  [
    /^go\.(?:mod|work)$/,
    (path, _value, text, places) => {
      const used = nameOf(path) === 'go.work' ? goPlaces(text, () => true) : [];
      const all = [...used, ...goReplacements(text)].map((each) => ({ what: 'a module', ...each }));
      return missingFrom(all, path, ['go.mod'], places);
    },
  ],
  // A module of Maven is a folder or a `pom.xml` of another name.
  [/^pom\.xml$/, (path, _value, text, places) => missingFrom(mavenModules(text), path, ['pom.xml', ''], places)],
  [/^settings\.gradle(?:\.kts)?$/, (path, _value, text, places) => missingFrom(gradleProjects(text), path, [''], places)],
];

/** Returns the packages and modules in the project that a manifest names and that do not exist. */
export function missingPlaces(path: string, value: unknown, text: string, places: ExistingPlaces): ManifestFault[] {
  return FINDERS.find(([name]) => name.test(nameOf(path)))?.[1](path, value, text, places) ?? [];
}
