import { entriesOf, valueAt } from '../../../../../text/foreign-data.ts';
import type { NpmPackage } from './npm-packages.ts';

/** Fields of a manifest that replace modules for one platform: `"browser": { "./fs.js": "./fs.browser.js", "net": false }`. */
const FIELDS = ['browser', 'react-native'];

/** Whether a key or a value means a file of the package, not a package. */
const isPath = (name: string): boolean => /^\.{0,2}\//.test(name);

/** Returns what a manifest replaces by own files, as pairs of names or paths. */
const replacedBy = (manifest: unknown): [string, string][] =>
  FIELDS.flatMap((field) => entriesOf(valueAt(manifest, field))).flatMap(([key, target]): [string, string][] =>
    typeof target === 'string' && isPath(target) ? [[key, target]] : [],
  );

function add(map: Map<string, string[]>, key: string, files: readonly string[]): void {
  map.set(key, [...(map.get(key) ?? []), ...files]);
}

/** The modules that packages replace by their own files. Whether they do is not known, so an import depends on both. */
export class NpmReplacements {
  /** By file, the files that may replace it. */
  readonly #ofFile = new Map<string, string[]>();
  readonly #ofName = new Map<NpmPackage, Map<string, string[]>>();

  /** @param filesOf returns the files that a path in a package means */
  constructor(packages: Iterable<NpmPackage>, filesOf: (own: NpmPackage, path: string) => readonly string[]) {
    for (const own of packages) {
      const named = new Map<string, string[]>();
      for (const [key, target] of replacedBy(own.manifest)) {
        const files = filesOf(own, target);
        if (!isPath(key)) add(named, key, files);
        else for (const file of filesOf(own, key)) add(this.#ofFile, file, files);
      }
      if (named.size > 0) this.#ofName.set(own, named);
    }
  }

  /** Returns the files that may replace some files, without the importing file, because what replaces a file may import it. */
  ofFiles(files: readonly string[], from: string): readonly string[] {
    if (this.#ofFile.size === 0) return [];
    return files.flatMap((file) => this.#ofFile.get(file) ?? []).filter((file) => file !== from);
  }

  /** Returns the files that may replace a package or a module of Node inside of a package. */
  ofName(name: string, own: NpmPackage | null): readonly string[] {
    return (own === null ? undefined : this.#ofName.get(own)?.get(name)) ?? [];
  }
}
