import { entriesOf, textOf, textsIn, valueAt } from '../../../../../text/foreign-data.ts';
import { type ExistingPlaces, isPlainPath } from '../../../manifests/existing-places.ts';
import { isOutside, type ManifestFault, missingFault, outsideFault } from '../../../manifests/manifest-fault.ts';
import { jsonLines } from '../../../manifests/manifest-lines.ts';
import { folderOf, joinPath, nameOf, resolvePath } from '../../../paths.ts';
import { extendedPackage, NpmPackages } from '../npm/npm-packages.ts';
import { TS_CONFIG } from './tsconfig.ts';
import { extendedBy, type FindExtended, MAX_PATH_TARGETS, MAX_SUFFIXES } from './tsconfig-options.ts';

const isInstalled = (place: string): boolean => place.split('/').includes('node_modules');

/** Finds the references in TypeScript configurations that cannot be followed. */
class TsConfigFaults {
  readonly #find: FindExtended;
  readonly #lines = new Map<string, ReturnType<typeof jsonLines>>();

  constructor(
    private readonly configs: ReadonlyMap<string, unknown>,
    private readonly texts: ReadonlyMap<string, string>,
    private readonly places: ExistingPlaces,
  ) {
    const packages = new NpmPackages(configs);
    this.#find = (specifier, from) => extendedPackage(packages, specifier, from, (path) => configs.has(path));
  }

  of(file: string): ManifestFault[] {
    return [...this.#extending(file), ...this.#cyclic(file), ...this.#folders(file), ...this.#missing(file), ...this.#long(file)];
  }

  #lineOf(file: string, ...way: (string | number)[]): number | null {
    const lines = this.#lines.get(file) ?? jsonLines(this.texts.get(file) ?? '');
    this.#lines.set(file, lines);
    return lines(way);
  }

  /** Finds lists that are too long to be read whole. */
  #long(file: string): ManifestFault[] {
    const options = valueAt(this.configs.get(file), 'compilerOptions');
    const lists = entriesOf(valueAt(options, 'paths')).map(([pattern, targets]) => {
      return {
        what: `targets for ${pattern.slice(0, 200)}`,
        count: textsIn(targets).length,
        most: MAX_PATH_TARGETS,
        way: ['paths', pattern],
      };
    });
    const suffixes = {
      what: 'moduleSuffixes',
      count: textsIn(valueAt(options, 'moduleSuffixes')).length,
      most: MAX_SUFFIXES,
      way: ['moduleSuffixes'],
    };
    return [...lists, suffixes].flatMap(({ what, count, most, way }) => {
      if (count <= most) return [];
      return [{ reason: `has ${count} ${what}; only the first ${most} are read`, line: this.#lineOf(file, 'compilerOptions', ...way) }];
    });
  }

  #extendedBy(file: string, written: unknown): string[] {
    return extendedBy({ extends: written }, file, (path) => this.texts.has(path), this.#find);
  }

  /** Finds `extends` paths that do not exist or lead out of the project. Installed packages are not checked. */
  #extending(file: string): ManifestFault[] {
    const written = valueAt(this.configs.get(file), 'extends');
    const all = typeof written === 'string' ? [written] : textsIn(written);
    return all.flatMap((each, n) => {
      if (!/^(?:\.{1,2}(?:\/|$)|\/)/.test(each) || isInstalled(each) || this.#extendedBy(file, each).length > 0) return [];
      const where =
        isOutside(folderOf(file), each) || each.startsWith('/') ? 'which is out of the project and not read' : 'which does not exist';
      return [
        {
          reason: `extends ${each.slice(0, 200)}, ${where}`,
          line: this.#lineOf(file, 'extends', ...(typeof written === 'string' ? [] : [n])),
        },
      ];
    });
  }

  /** Finds a cycle of `extends` through this file. */
  #cyclic(file: string): ManifestFault[] {
    const before = new Map<string, string>();
    const open = [file];
    for (const next of open) {
      for (const extended of this.#extendedBy(next, valueAt(this.configs.get(next), 'extends'))) {
        if (extended === file) return [this.#cycle(file, next, before)];
        if (before.has(extended)) continue;
        before.set(extended, next);
        open.push(extended);
      }
    }
    return [];
  }

  /** Finds projects in `references` that do not exist. */
  #missing(file: string): ManifestFault[] {
    const references: unknown = valueAt(this.configs.get(file), 'references');
    return (Array.isArray(references) ? references : []).flatMap((each: unknown, n) => {
      const written = textOf(valueAt(each, 'path')) ?? '';
      const place = isPlainPath(written) && !isInstalled(written) ? resolvePath(folderOf(file), written) : null;
      const config = place === null || place.endsWith('.json') ? place : joinPath(place, 'tsconfig.json');
      return config === null || this.places.mayExist(config)
        ? []
        : [missingFault('a project', written, this.#lineOf(file, 'references', n, 'path'))];
    });
  }

  #cycle(file: string, last: string, before: ReadonlyMap<string, string>): ManifestFault {
    const way = [file];
    for (let at = last; at !== file; at = before.get(at) ?? file) way.unshift(at);
    return { reason: `extends itself: ${[file, ...way].join(' → ').slice(0, 400)}`, line: this.#lineOf(file, 'extends') };
  }

  /** Finds folders and projects outside the project that the file names. */
  #folders(file: string): ManifestFault[] {
    const config = this.configs.get(file);
    const options = valueAt(config, 'compilerOptions');
    const base = textOf(valueAt(options, 'baseUrl'));
    const references: unknown = valueAt(config, 'references');
    const named: (readonly [place: string | undefined, ...way: (string | number)[]])[] = [
      [base, 'compilerOptions', 'baseUrl'],
      ...textsIn(valueAt(options, 'rootDirs')).map((each, n) => [each, 'compilerOptions', 'rootDirs', n] as const),
      ...(Array.isArray(references) ? references : []).map(
        (each: unknown, n) => [textOf(valueAt(each, 'path')), 'references', n, 'path'] as const,
      ),
      ...entriesOf(valueAt(options, 'paths')).flatMap(([pattern, targets]) =>
        textsIn(targets).map((each, n) => [each, 'compilerOptions', 'paths', pattern, n] as const),
      ),
    ];
    return named.flatMap(([place, ...way]) => {
      const isPath = way[1] === 'paths';
      const folder = isPath && base !== undefined ? resolvePath(folderOf(file), base) : folderOf(file);
      if (place === undefined || folder === null || !isOutside(folder, place) || isInstalled(place)) return [];
      return [outsideFault('a place', place, this.#lineOf(file, ...way))];
    });
  }
}

/** Returns the settings of TypeScript configurations that cannot be followed, by path. */
export function tsConfigFaults(
  configs: ReadonlyMap<string, unknown>,
  texts: ReadonlyMap<string, string>,
  places: ExistingPlaces,
): ReadonlyMap<string, readonly ManifestFault[]> {
  const files = [...configs.keys()].filter((path) => TS_CONFIG.test(nameOf(path)));
  if (files.length === 0) return new Map();
  const faults = new TsConfigFaults(configs, texts, places);
  return new Map(files.map((file) => [file, faults.of(file)]));
}
