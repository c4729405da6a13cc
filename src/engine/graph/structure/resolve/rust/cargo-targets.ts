import { textOf, valueAt } from '../../../../text/foreign-data.ts';
import { folderOf, joinPath, resolvePath } from '../../paths.ts';

/** A Cargo target: the root file of a crate. */
export interface CargoTarget {
  readonly kind: TargetKind;
  /** The name by which other crates refer to it; for a library without hyphens. */
  readonly name: string;
  readonly file: string;
}

export type TargetKind = 'lib' | 'bin' | 'test' | 'example' | 'bench' | 'build';

/** A kind of target that a manifest lists in tables. */
export interface Listed {
  readonly kind: TargetKind;
  /** The key of its tables in the manifest. */
  readonly key: string;
  /** The folder in which Cargo discovers targets. */
  readonly folder: string;
  /** The key of `[package]` that disables this discovery. */
  readonly auto: string;
}

/** The kinds of targets that a manifest lists in tables. */
export const LISTED: readonly Listed[] = [
  { kind: 'bin', key: 'bin', folder: 'src/bin', auto: 'autobins' },
  { kind: 'test', key: 'test', folder: 'tests', auto: 'autotests' },
  { kind: 'example', key: 'example', folder: 'examples', auto: 'autoexamples' },
  { kind: 'bench', key: 'bench', folder: 'benches', auto: 'autobenches' },
];

/** Returns the name of a crate as written in source code. */
export const crateName = (name: string): string => name.replaceAll('-', '_');

/** Finds the targets of a package: those that its manifest names, and those that Cargo discovers. */
export class CargoTargets {
  readonly #name: string;

  /**
   * @param sources the Rust files of the package, relative to its folder @param isFile whether a Rust file exists at a path of the project
   */
  constructor(
    private readonly folder: string,
    private readonly manifest: unknown,
    private readonly sources: readonly string[],
    private readonly isFile: (path: string) => boolean,
  ) {
    this.#name = textOf(valueAt(manifest, 'package', 'name')) ?? '';
  }

  all(): CargoTarget[] {
    const found = [...this.#library(), ...this.#build(), ...LISTED.flatMap((listed) => [...this.#named(listed), ...this.#found(listed)])];
    const files = new Set<string>();
    return found.filter(({ file }) => !files.has(file) && files.add(file));
  }

  #library(): CargoTarget[] {
    const lib = valueAt(this.manifest, 'lib');
    const file = this.#first([textOf(valueAt(lib, 'path')) ?? 'src/lib.rs']);
    return file === null ? [] : [{ kind: 'lib', name: crateName(textOf(valueAt(lib, 'name')) ?? this.#name), file }];
  }

  #build(): CargoTarget[] {
    const build = valueAt(this.manifest, 'package', 'build');
    const file = build === false ? null : this.#first([textOf(build) ?? 'build.rs']);
    return file === null ? [] : [{ kind: 'build', name: 'build', file }];
  }

  #named(listed: Listed): CargoTarget[] {
    const { kind, key } = listed;
    const tables = valueAt(this.manifest, key);
    return (Array.isArray(tables) ? tables : []).flatMap((table: unknown): CargoTarget[] => {
      const name = textOf(valueAt(table, 'name'));
      if (name === undefined) return [];
      const path = textOf(valueAt(table, 'path'));
      const file = this.#first(path === undefined ? placesOfTarget(listed, name) : [path]);
      return file === null ? [] : [{ kind, name, file }];
    });
  }

  #found({ kind, folder, auto }: Listed): CargoTarget[] {
    if (valueAt(this.manifest, 'package', auto) === false) return [];
    const main = kind === 'bin' ? ['src/main.rs'] : [];
    const beside = this.sources.filter(
      (each) => folderOf(each) === folder || (folderOf(folderOf(each)) === folder && /\/main\.rs$/.test(each)),
    );
    return [...main, ...beside].flatMap((each): CargoTarget[] => {
      const file = this.#first([each]);
      return file === null ? [] : [{ kind, name: nameOfTarget(each, folder) ?? this.#name, file }];
    });
  }

  #first(places: readonly string[]): string | null {
    const files = places.map((place) => resolvePath(this.folder, place));
    return files.find((file) => file !== null && this.isFile(file)) ?? null;
  }
}

/** Returns the places where Cargo looks for a target without a path, relative to the package. */
export const placesOfTarget = ({ kind, folder }: Listed, name: string): string[] => [
  ...[joinPath(folder, `${name}.rs`), joinPath(folder, `${name}/main.rs`)],
  ...(kind === 'bin' ? ['src/main.rs'] : []),
];

/** Returns the name of a discovered target: `x` for `tests/x.rs` and `tests/x/main.rs`. */
function nameOfTarget(file: string, folder: string): string | undefined {
  return file.startsWith(`${folder}/`) ? file.slice(folder.length + 1).replace(/(?:\/main)?\.rs$/, '') : undefined;
}
