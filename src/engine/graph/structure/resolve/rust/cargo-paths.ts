import { entriesOf, textOf, textsIn, valueAt } from '../../../../text/foreign-data.ts';
import { lineOfSetting } from '../../manifests/manifest-lines.ts';
import { DEPENDENCY_TABLES } from './cargo.ts';

/** A package that a `Cargo.toml` names by its path. */
interface CargoPath {
  readonly what: string;
  readonly place: string;
  /** 1-based; `null` if unknown. */
  readonly line: number | null;
}

/** Returns the dependencies by path: in the tables of the package, of its targets and of the workspace, and in `[patch]`. */
function dependenciesByPath(manifest: unknown): { readonly name: string; readonly place: string }[] {
  const scopes = [manifest, ...entriesOf(valueAt(manifest, 'target')).map(([, scope]) => scope)];
  const tables = [
    ...scopes.flatMap((scope) => DEPENDENCY_TABLES.map((table): unknown => valueAt(scope, table))),
    valueAt(manifest, 'workspace', 'dependencies'),
    ...entriesOf(valueAt(manifest, 'patch')).map(([, patches]) => patches),
    valueAt(manifest, 'replace'),
  ];
  return tables.flatMap(entriesOf).flatMap(([name, entry]) => {
    const place = textOf(valueAt(entry, 'path'));
    return place === undefined ? [] : [{ name, place }];
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
