import { entriesOf, textOf, valueAt } from '../../../../../text/foreign-data.ts';
import { joinPath, listAncestors } from '../../../paths.ts';
import { DEPENDENCIES } from './npm-dependencies.ts';
import { aliasInVersion, isLocalVersion } from './npm-versions.ts';

/** What a package requests of a dependency. */
export interface NpmRequest {
  /** The version: `^1`, `file:../a`. */
  readonly text: string;
  /** The folder of the manifest, from which paths in the version start. */
  readonly folder: string;
}

/** An override of some versions of a package; without `of`, of all. */
interface Override {
  readonly of: string | undefined;
  readonly text: string;
}

/** Tables of package.json and pnpm-workspace.yaml that replace versions. */
const OVERRIDES = [['overrides'], ['resolutions'], ['pnpm', 'overrides']] as const;
/** Manifests at the root of a workspace. */
const OF_ROOT = ['package.json', 'pnpm-workspace.yaml'];
// `a`, `a@^1`, and in Yarn 1 both after `**/`. Overrides for the dependencies of one package have other keys.
const OVERRIDDEN = /^(?:\*\*\/)?((?:@[^@/>]+\/)?[^@/>]+)(?:@(.+))?$/;
const CATALOG = /^catalog:(.*)$/;

/** Returns where a catalog may be in a manifest of Bun or pnpm. */
function waysToCatalog(catalog: string): string[][] {
  const inManifest = [...(catalog === 'default' ? [['catalog']] : []), ['catalogs', catalog]];
  return [...inManifest, ...inManifest.map((way) => ['workspaces', ...way])];
}

/** Finds which version of a dependency a package requests: in manifests, catalogs and overrides. */
export class NpmRequests {
  /** By folder of a root. */
  readonly #overrides = new Map<string, ReadonlyMap<string, readonly Override[]>>();

  /** @param rootsOf returns the roots of the workspaces that contain a package folder */
  constructor(
    private readonly configs: ReadonlyMap<string, unknown>,
    private readonly rootsOf: (folder: string) => Iterable<string>,
  ) {}

  /** Returns the request of a package, or of one above it; `undefined` if there is none. */
  of(name: string, folder: string): NpmRequest | undefined {
    const written = this.#written(name, folder);
    if (written === undefined) return undefined;
    const roots = [...new Set([...this.rootsOf(folder), written.folder])];
    return this.#overridden(name, written, roots) ?? this.#inCatalog(name, written.text, roots) ?? written;
  }

  #written(name: string, folder: string): NpmRequest | undefined {
    for (const place of listAncestors(folder)) {
      const manifest = this.configs.get(joinPath(place, 'package.json'));
      const text = DEPENDENCIES.map((kind) => textOf(valueAt(manifest, kind, name))).find((each) => each !== undefined);
      if (text !== undefined) return { text, folder: place };
    }
    return undefined;
  }

  /** Returns what an override requests, if it may be a package of the project. Otherwise it only changes the version. */
  #overridden(name: string, { text: written }: NpmRequest, roots: readonly string[]): NpmRequest | undefined {
    for (const folder of roots) {
      const all = this.#overridesIn(folder).get(name) ?? [];
      const meant = all.find(({ of }) => of === undefined || of === '*' || of === written || of === `npm:${written}`);
      if (meant === undefined) continue;
      // npm: `$a` is the version that the root requests of `a`.
      const referred = meant.text.startsWith('$') ? this.#written(meant.text.slice(1), folder) : undefined;
      const request = referred ?? { text: meant.text, folder };
      if (isLocalVersion(request.text) || aliasInVersion(request.text) !== null) return request;
    }
    return undefined;
  }

  #overridesIn(folder: string): ReadonlyMap<string, readonly Override[]> {
    const known = this.#overrides.get(folder);
    if (known !== undefined) return known;
    const found = new Map<string, Override[]>();
    for (const [key, value] of this.#rootTables(folder)) {
      const [, name = '', of] = OVERRIDDEN.exec(key) ?? [];
      const text = textOf(value) ?? textOf(valueAt(value, '.'));
      if (text !== undefined) found.set(name, [...(found.get(name) ?? []), { of, text }]);
    }
    this.#overrides.set(folder, found);
    return found;
  }

  #rootTables(folder: string): [string, unknown][] {
    return this.#manifestsAt(folder).flatMap((manifest) => OVERRIDES.flatMap((way) => entriesOf(valueAt(manifest, ...way))));
  }

  #manifestsAt(root: string): unknown[] {
    return OF_ROOT.map((name) => this.configs.get(joinPath(root, name)));
  }

  /** Returns what the catalog requests that a version names: `catalog:`, `catalog:react18`. */
  #inCatalog(name: string, written: string, roots: readonly string[]): NpmRequest | undefined {
    const catalog = CATALOG.exec(written)?.[1];
    if (catalog === undefined) return undefined;
    const ways = waysToCatalog(catalog === '' ? 'default' : catalog);
    for (const folder of roots) {
      const texts = this.#manifestsAt(folder).flatMap((manifest) => ways.map((way) => textOf(valueAt(manifest, ...way, name))));
      const text = texts.find((each) => each !== undefined);
      if (text !== undefined) return { text, folder };
    }
    return undefined;
  }
}
