import { isPage } from '../../../configs.ts';
import { folderOf, joinPath, listAncestors, nameOf } from '../../paths.ts';
import type { Project } from '../../unit.ts';
import { dependsOn } from './npm/npm-dependencies.ts';
import type { NpmPackages } from './npm/npm-packages.ts';

/** Configurations of tools that can give `@/x`, `~/x` and `/x` a meaning, also by code that is not read. */
const CONFIG =
  /^(?:(?:electron\.)?vite|vitest|webpack|rspack|rsbuild|rollup|next|nuxt|astro|svelte|vue|quasar|babel|jest|metro|gatsby|craco|farm|ember-cli-build)(?:\.[\w-]+)*\.(?:[cm]?[jt]s|json)$|^webpack\.[\w.-]+\.[cm]?[jt]s$|^(?:\.babelrc(?:\.\w+)?|angular\.json|deno\.jsonc?)$/;
/** Packages of such tools, and of frameworks that contain one. */
const TOOL =
  /^(?:vite|rolldown-vite|electron-vite|webpack|parcel|rollup|next|nuxt|nuxt3|astro|expo|gatsby|umi|vitepress|vuepress|react-scripts|babel-plugin-module-resolver|module-alias|@rspack\/.+|@rsbuild\/.+|@sveltejs\/kit|@vue\/cli-service|@nuxt\/.+|@remix-run\/.+|@react-router\/dev|@angular\/cli|@quasar\/.+|@umijs\/.+|@tarojs\/.+|@dcloudio\/.+|@farmfe\/.+|@solidjs\/start|@tanstack\/react-start)$/;

/** The folders whose sources a bundler may read. */
export class BundledFolders {
  readonly #folders = new Set<string>();
  readonly #pageFolders = new Set<string>();

  constructor({ files, configs, facts }: Project, packages: Pick<NpmPackages, 'byFolder'>) {
    for (const path of [...files, ...configs.keys(), ...facts.keys()]) {
      if (CONFIG.test(nameOf(path))) this.#folders.add(folderOf(path));
      else if (isPage(path)) this.#pageFolders.add(folderOf(path));
    }
    for (const [folder, { manifest }] of packages.byFolder) if (dependsOn(manifest, (name) => TOOL.test(name))) this.#folders.add(folder);
  }

  /** Whether a bundler may read a file: its configuration, or a package that depends on it, is in a folder above. */
  has(from: string): boolean {
    return [...listAncestors(folderOf(from))].some((folder) => this.#folders.has(folder));
  }

  /** Whether a web page may load the files of a folder by paths from `/`. */
  isServed(folder: string): boolean {
    return this.#pageFolders.has(folder) || this.#pageFolders.has(joinPath(folder, 'public'));
  }
}
