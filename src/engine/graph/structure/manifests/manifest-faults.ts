import type { UnreadFile } from '../../../crtx/index.ts';
import { at, textOf, textsIn } from '../../../text/foreign-data.ts';
import { unreadManifest } from '../configs.ts';
import { folderOf, nameOf } from '../paths.ts';
import { usedOutside } from '../resolve/go/go-blocks.ts';
import { gradleOutside } from '../resolve/java/gradle-text.ts';
import { mavenOutside } from '../resolve/java/maven-outside.ts';
import { pythonOutside } from '../resolve/python/python-settings.ts';
import { tsConfigFaults } from '../resolve/script/tsconfig-faults.ts';
import { isOutside, leadsOut, type ManifestFault } from './manifest-fault.ts';
import { lineInJson, lineOfSetting, lineOfValue } from './manifest-lines.ts';

/** `"workspaces": ["../x"]` of npm, `packages` of pnpm and lerna. */
function workspaceFaults(path: string, value: unknown, text: string): ManifestFault[] {
  const [key, list] = nameOf(path) === 'package.json' ? ['workspaces', at(value, 'workspaces')] : ['packages', at(value, 'packages')];
  const way = Array.isArray(list) ? [key] : [key, 'packages'];
  const all = textsIn(Array.isArray(list) ? list : at(list, 'packages'));
  return all.flatMap((each, n) => {
    if (!isOutside(folderOf(path), each)) return [];
    const line = path.endsWith('.json') ? lineInJson(text, [...way, n]) : lineOfSetting(text, key, each);
    return [leadsOut('a package', each, line)];
  });
}

/** `members = ["../x"]` and `workspace = "../x"` of Cargo. */
function cargoFaults(path: string, value: unknown, text: string): ManifestFault[] {
  const members = textsIn(at(value, 'workspace', 'members')).map((each) => ['members', each] as const);
  const above = textOf(at(value, 'package', 'workspace'));
  const all = [...members, ...(above === undefined ? [] : [['workspace', above] as const])];
  return all.flatMap(([key, each]) =>
    isOutside(folderOf(path), each) ? [leadsOut('a package', each, lineOfSetting(text, key, each))] : [],
  );
}

/** `use ../x` of a `go.work`. */
function goFaults(path: string, _value: unknown, text: string): ManifestFault[] {
  const used = nameOf(path) === 'go.work' ? usedOutside(text, (place) => isOutside(folderOf(path), place)) : [];
  return used.map(({ place, line }) => leadsOut('a module', place, line));
}

type Find = (path: string, value: unknown, text: string) => readonly ManifestFault[];

/** Checks by file name of the manifest. The first match counts. */
const FINDERS: readonly (readonly [name: RegExp, find: Find])[] = [
  [/^(?:package\.json|pnpm-workspace\.yaml|lerna\.json)$/, workspaceFaults],
  [/^Cargo\.toml$/, cargoFaults],
  [/^go\.work$/, goFaults],
  [/^pom\.xml$/, (path, _value, text) => mavenOutside(folderOf(path), text)],
  [/^settings\.gradle(?:\.kts)?$/, (path, _value, text) => gradleOutside(folderOf(path), text)],
  [/./, (path, value, text) => pythonOutside(path, value).map((place) => leadsOut('a folder', place, lineOfValue(text, place)))],
];

/**
 * Returns the settings of manifests that affect imports and cannot be followed: places outside the project, and TypeScript configurations
 * that extend themselves or a file that does not exist.
 * @param configs parsed manifests by path
 * @param texts their texts by path
 */
export function manifestFaults(configs: ReadonlyMap<string, unknown>, texts: ReadonlyMap<string, string>): UnreadFile[] {
  const scripts = tsConfigFaults(configs, texts);
  return [...configs].flatMap(([path, value]) => {
    const find = FINDERS.find(([name]) => name.test(nameOf(path)))?.[1];
    const own = [...(scripts.get(path) ?? []), ...(find?.(path, value, texts.get(path) ?? '') ?? [])];
    return own.flatMap(({ reason, line }) => unreadManifest(path, reason, line));
  });
}
