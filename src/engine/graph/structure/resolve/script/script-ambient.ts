import type { FileFacts } from '../../../facts.ts';
import { sharedFolders } from '../../paths.ts';
import type { NpmPackages } from './npm/npm-packages.ts';
import { matchStar } from './star-patterns.ts';

/** A module that a file declares: `declare module 'x'`, `declare module '*.svg'`. */
interface Declared {
  readonly name: string;
  readonly file: string;
}

/** The modules that ambient declarations of the project declare. */
export class AmbientModules {
  readonly #exact = new Map<string, Declared[]>();
  readonly #patterns: Declared[] = [];

  /** @param isCompiledWith whether a configuration of the second file also covers the first */
  constructor(
    facts: ReadonlyMap<string, FileFacts>,
    private readonly packages: Pick<NpmPackages, 'packageOf'>,
    private readonly isCompiledWith: (file: string, from: string) => boolean,
  ) {
    for (const [file, { declaredModules = [] }] of facts) {
      for (const name of declaredModules) {
        if (name.includes('*')) this.#patterns.push({ name, file });
        else this.#exact.set(name, [...(this.#exact.get(name) ?? []), { name, file }]);
      }
    }
  }

  /**
   * Returns the files that declare the module of an import, in the nearest package around the importing file. If nothing else is known of
   * the module, those that are not compiled with the file count, too, because another program may include them.
   */
  declarersOf(specifier: string, from: string, isLost: boolean): readonly string[] {
    const all = (this.#exact.get(specifier) ?? this.#matching(specifier)).map(({ file }) => file);
    if (all.length === 0) return all;
    const folderAround = (file: string): string => this.packages.packageOf(file)?.folder ?? '';
    const isAround = (file: string): boolean => folderAround(file) === '' || from.startsWith(`${folderAround(file)}/`);
    const around = all.filter((file) => isAround(file) && this.isCompiledWith(file, from));
    const nearest = Math.max(...around.map((file) => folderAround(file).length));
    if (around.length > 0) return around.filter((file) => folderAround(file).length === nearest);
    const closest = Math.max(...all.map((file) => sharedFolders(file, from)));
    return isLost ? all.filter((file) => sharedFolders(file, from) === closest) : [];
  }

  /** As in the compiler, the pattern with the longest beginning counts. */
  #matching(specifier: string): Declared[] {
    const fits = this.#patterns.filter(({ name }) => matchStar(name, specifier) !== null);
    const longest = Math.max(...fits.map(({ name }) => name.indexOf('*')));
    return fits.filter(({ name }) => name.indexOf('*') === longest);
  }
}
