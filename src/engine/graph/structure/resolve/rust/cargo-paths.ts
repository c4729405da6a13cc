import { entriesOf, textOf, textsIn, valueAt } from '../../../../text/foreign-data.ts';
import { lineOfSetting } from '../../manifests/manifest-lines.ts';
import { DEPENDENCY_TABLES } from './cargo.ts';
import { crateName } from './cargo-targets.ts';

/** A package that a `Cargo.toml` names by its path. */
interface CargoPath {
  readonly what: string;
  readonly place: string;
  /** 1-based; `null` if unknown. */
  readonly line: number | null;
}

/**
 * Returns the packages that a `Cargo.toml` names and that are not in the folder which it gives, because that folder has a package of
 * another name.
 * @param manifestIn returns the parsed `Cargo.toml` of a folder relative to the manifest
 */
export function renamedPackages(manifest: unknown, text: string, manifestIn: (place: string) => unknown): CargoPath[] {
  return dependenciesByPath(manifest).flatMap(({ name, of, place }): CargoPath[] => {
    const found = textOf(valueAt(manifestIn(place), 'package', 'name'));
    if (found === undefined || crateName(found) === crateName(of)) return [];
    return [{ what: `package ${of}`, place, line: lineOfSetting(text, name, place) ?? lineOfSetting(text, 'path', place) }];
  });
}

/** Returns the dependencies by path: in the tables of the package, of its targets and of the workspace, and in `[patch]`. */
function dependenciesByPath(manifest: unknown): { readonly name: string; readonly of: string; readonly place: string }[] {
  const scopes = [manifest, ...entriesOf(valueAt(manifest, 'target')).map(([, scope]) => scope)];
  const tables = [
    ...scopes.flatMap((scope) => DEPENDENCY_TABLES.map((table): unknown => valueAt(scope, table))),
    valueAt(manifest, 'workspace', 'dependencies'),
    ...entriesOf(valueAt(manifest, 'patch')).map(([, patches]) => patches),
    valueAt(manifest, 'replace'),
  ];
  return tables.flatMap(entriesOf).flatMap(([name, entry]) => {
    const place = textOf(valueAt(entry, 'path'));
    // The keys of `[replace]` contain a version: `acme:1.0.0`.
    return place === undefined ? [] : [{ name, of: textOf(valueAt(entry, 'package')) ?? name.replace(/:.*$/, ''), place }];
  });
}

/** Returns the packages that a `Cargo.toml` names by their paths: members and root of a workspace, and dependencies. */
export function cargoPaths(manifest: unknown, text: string): CargoPath[] {
  const members = textsIn(valueAt(manifest, 'workspace', 'members'));
  const root = textOf(valueAt(manifest, 'package', 'workspace'));
  const dependencies = dependenciesByPath(manifest).map(({ name, place }): CargoPath => {
    return { what: 'a package', place, line: lineOfSetting(text, name, place) ?? lineOfSetting(text, 'path', place) };
  });
  return [
    ...members.map((place): CargoPath => ({ what: 'a package', place, line: lineOfSetting(text, 'members', place) })),
    ...(root === undefined ? [] : [{ what: 'a workspace', place: root, line: lineOfSetting(text, 'workspace', root) }]),
    ...dependencies,
  ];
}
