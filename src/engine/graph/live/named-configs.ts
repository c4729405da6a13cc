import { readConfigs } from '../structure/configs.ts';
import { nameOf } from '../structure/paths.ts';
import { extendedPackage, NpmPackages } from '../structure/resolve/script/npm/npm-packages.ts';
import { DENO, importMapOf } from '../structure/resolve/script/script-aliases.ts';
import { TS_CONFIG } from '../structure/resolve/script/tsconfig/tsconfig.ts';
import { extendedBy, referencedBy } from '../structure/resolve/script/tsconfig/tsconfig-options.ts';

const isManifest = (path: string): boolean => /^(?:package\.json|pnpm-workspace\.yaml|\.yarnrc\.yml)$/.test(nameOf(path));

/**
 * Adds TypeScript configurations that others extend or reference by unusual names (such as `base.json` of a package), and import maps that
 * configurations of Deno name.
 * @param texts of configuration files by path; the found ones are added
 * @param paths of all files of the project
 * @param read returns the text of a file; `null` if it cannot be read
 */
export function addNamedConfigs(texts: Map<string, string>, paths: ReadonlySet<string>, read: (path: string) => string | null): void {
  const parsed = (wanted: (path: string) => boolean) => readConfigs(new Map([...texts].filter(([path]) => wanted(path)))).configs;
  let packages: NpmPackages | undefined;
  const findExtended = (specifier: string, from: string): string | null => {
    packages ??= new NpmPackages(parsed(isManifest));
    return extendedPackage(packages, specifier, from, (path) => paths.has(path));
  };
  addImportMaps(
    texts,
    parsed((path) => DENO.test(nameOf(path))),
    paths,
    read,
  );
  const isThere = (path: string): boolean => paths.has(path);
  const open = [...parsed((path) => TS_CONFIG.test(nameOf(path)))];
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const [file, config] = next;
    for (const path of [...extendedBy(config, file, isThere, findExtended), ...referencedBy(config, file, isThere)]) {
      const text = texts.has(path) || !path.endsWith('.json') ? null : read(path);
      if (text === null) continue;
      texts.set(path, text);
      open.push(...readConfigs(new Map([[path, text]])).configs);
    }
  }
}

/** Adds the import maps that configurations of Deno name. */
function addImportMaps(
  texts: Map<string, string>,
  configs: ReadonlyMap<string, unknown>,
  paths: ReadonlySet<string>,
  read: (path: string) => string | null,
): void {
  for (const [path, config] of configs) {
    const map = importMapOf(path, config);
    const text = map === null || texts.has(map) || !paths.has(map) || !map.endsWith('.json') ? null : read(map);
    if (map !== null && text !== null) texts.set(map, text);
  }
}
