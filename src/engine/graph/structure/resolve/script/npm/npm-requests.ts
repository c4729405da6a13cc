import { textOf, valueAt } from '../../../../../text/foreign-data.ts';
import { joinPath, listAncestors } from '../../../paths.ts';
import { DEPENDENCIES } from './npm-dependencies.ts';
import { NpmOverrides } from './npm-overrides.ts';
import { aliasInVersion, isLocalVersion } from './npm-versions.ts';

/** What a package requests of a dependency. */
export interface NpmRequest {
  /** The version: `^1`, `file:../a`. */
  readonly text: string;
  /** The folder of the manifest, from which paths in the version start. */
  readonly folder: string;
}

/** Manifests at the root of a workspace, with overrides and catalogs. */
const OF_ROOT = ['package.json', 'pnpm-workspace.yaml', '.yarnrc.yml'];
const CATALOG = /^catalog:(.*)$/;

/** Returns where a catalog may be in a manifest of Bun, pnpm or Yarn. */
function waysToCatalog(catalog: string): string[][] {
  const inManifest = [...(catalog === 'default' ? [['catalog']] : []), ['catalogs', catalog]];
  return [...inManifest, ...inManifest.map((way) => ['workspaces', ...way])];
}

/** Finds which version of a dependency a package requests: in manifests, catalogs and overrides. */
export class NpmRequests {
  /** By folder of a root. */
  readonly #overrides = new Map<string, NpmOverrides>();

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

  /** Returns the folder of the package, of one and those above it, that requests a dependency; the folder itself if none does. */
  dependentOf(name: string, folder: string): string {
    return this.#written(name, folder)?.folder ?? folder;
  }

  #manifestIn(folder: string): unknown {
    return this.configs.get(joinPath(folder, 'package.json'));
  }

  #written(name: string, folder: string): NpmRequest | undefined {
    for (const place of listAncestors(folder)) {
      const manifest = this.#manifestIn(place);
      const text = DEPENDENCIES.map((kind) => textOf(valueAt(manifest, kind, name))).find((each) => each !== undefined);
      if (text !== undefined) return { text, folder: place };
    }
    return undefined;
  }

  /** Returns what an override requests, if it may be a package of the project. Otherwise it only changes the version. */
  #overridden(name: string, written: NpmRequest, roots: readonly string[]): NpmRequest | undefined {
    const manifest = this.#manifestIn(written.folder);
    const dependent = { name: textOf(valueAt(manifest, 'name')), version: textOf(valueAt(manifest, 'version')) };
    for (const folder of roots) {
      const text = this.#overridesIn(folder).instead(name, written.text, dependent);
      if (text === undefined) continue;
      // npm: `$a` is the version that the root requests of `a`.
      const referred = text.startsWith('$') ? this.#written(text.slice(1), folder) : undefined;
      const request = referred ?? this.#inCatalog(name, text, [folder]) ?? { text, folder };
      if (isLocalVersion(request.text) || aliasInVersion(request.text) !== null) return request;
    }
    return undefined;
  }

  #overridesIn(folder: string): NpmOverrides {
    const found = this.#overrides.get(folder) ?? new NpmOverrides(this.#manifestsAt(folder));
    this.#overrides.set(folder, found);
    return found;
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
