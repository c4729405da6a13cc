import { textOf, valueAt } from '../../../../text/foreign-data.ts';
import { type ExistingPlaces, isPlainPath } from '../../manifests/existing-places.ts';
import { folderOf, nameOf, resolvePath } from '../../paths.ts';
import type { LostName, Project } from '../../unit.ts';
import { LISTED, placesOfTarget } from './cargo-targets.ts';

/** A target that a manifest names: the places where its file may be, and what is written. */
interface NamedTarget {
  readonly key: string;
  readonly written: string;
  readonly places: readonly string[];
}

function namedTargets(manifest: unknown): NamedTarget[] {
  const [lib, build] = [textOf(valueAt(manifest, 'lib', 'path')), textOf(valueAt(manifest, 'package', 'build'))];
  const tables = LISTED.flatMap((listed) => {
    const all: unknown = valueAt(manifest, listed.key);
    return (Array.isArray(all) ? all : []).flatMap((table: unknown): NamedTarget[] => {
      const [path, name] = [textOf(valueAt(table, 'path')), textOf(valueAt(table, 'name'))];
      if (path !== undefined) return [{ key: 'path', written: path, places: [path] }];
      // Edition 2015 also has `src/x.rs`.
      return name === undefined ? [] : [{ key: 'name', written: name, places: [...placesOfTarget(listed, name), `src/${name}.rs`] }];
    });
  });
  return [
    ...(lib === undefined ? [] : [{ key: 'path', written: lib, places: [lib] }]),
    ...(build === undefined ? [] : [{ key: 'build', written: build, places: [build] }]),
    ...tables,
  ];
}

/** Returns the targets that the `Cargo.toml` of packages name and whose files are not there. */
export function cargoLostTargets({ configs }: Project, places: ExistingPlaces): LostName[] {
  return [...configs].flatMap(([path, manifest]): LostName[] => {
    if (nameOf(path) !== 'Cargo.toml' || valueAt(manifest, 'package') === undefined) return [];
    const isThere = (place: string): boolean => {
      const file = resolvePath(folderOf(path), place);
      return file === null || places.mayExist(file);
    };
    const lost = namedTargets(manifest).filter(({ written, places: all }) => isPlainPath(written) && !all.some(isThere));
    return lost.map(({ key, written }) => ({ path, key, written, names: [], language: 'rs', reason: 'not found', candidates: [] }));
  });
}
