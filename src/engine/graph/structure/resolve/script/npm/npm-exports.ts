import { entriesOf, textOf, textsIn, valueAt } from '../../../../../text/foreign-data.ts';
import { matchStar, StarPatterns } from '../star-patterns.ts';
import type { ImportConditions } from './npm-side.ts';
import { allPaths, type Paths, readTargets, type Targets } from './npm-targets.ts';

const BY_IMPORT: ImportConditions = { side: 'import', conditions: [] };

const NO_PATHS: Paths = { choices: [], others: [] };
const NONE: Targets = { code: NO_PATHS, types: NO_PATHS };

/** Node and TypeScript accept no target outside its package. */
const isOutsidePackage = (path: string): boolean => path.split(/[/\\]/).includes('..');

/** @param suffix what follows the target of an old `./folder/` key */
function targetsIn(target: unknown, taking: ImportConditions, star: string, suffix = ''): Targets {
  return readTargets(target, taking, (written) => {
    const path = written.replaceAll('*', () => star);
    return isOutsidePackage(path) ? null : path + suffix;
  });
}

/** A key of `exports` or `imports`, and its target. */
interface ExportEntry {
  readonly key: string;
  readonly value: unknown;
}

/** The keys of `exports` or `imports`. A manifest may have thousands, and each import is looked up. */
class ExportIndex {
  readonly exact: ReadonlyMap<string, unknown>;
  readonly patterns: StarPatterns<ExportEntry>;
  readonly firstKey: string | undefined;

  constructor(map: unknown) {
    const entries = entriesOf(map);
    this.firstKey = entries[0]?.[0];
    this.exact = new Map(entries);
    const patterns = entries.map(([key, value]) => [key.endsWith('/') ? `${key}*` : key, { key, value }] as const);
    // Of two with the same prefix the longer one counts.
    this.patterns = new StarPatterns(patterns.sort(([one], [other]) => other.length - one.length));
  }

  static readonly #known = new WeakMap<object, ExportIndex>();

  static of(map: unknown): ExportIndex {
    if (typeof map !== 'object' || map === null) return new ExportIndex(map);
    const index = ExportIndex.#known.get(map) ?? new ExportIndex(map);
    ExportIndex.#known.set(map, index);
    return index;
  }
}

/**
 * Looks up a name in `exports` or `imports`: exact keys first, then the pattern with the longest prefix, also old `./folder/` keys. Returns
 * `null` if no key matches.
 */
export function lookUpExport(map: unknown, name: string, taking: ImportConditions = BY_IMPORT): Targets | null {
  const { exact, patterns } = ExportIndex.of(map);
  if (exact.has(name)) return targetsIn(exact.get(name), taking, '');
  for (const { star, value: best } of patterns.matching(name)) {
    if (star !== '') return targetsIn(best.value, taking, star, best.key.endsWith('/') ? star : '');
  }
  return null;
}

/** Returns `exports` as an object of subpaths, also if the manifest has a shorter form. */
export function normalizeExports(manifest: unknown): unknown {
  const map = valueAt(manifest, 'exports');
  if (ExportIndex.of(map).firstKey?.startsWith('.')) return map;
  return map === undefined || map === null ? undefined : { '.': map };
}

/**
 * Whether a package has `exports` that do not offer a subpath, or map it to `null`. `package.json` is never closed, because it is not code.
 */
export function isNotExported(manifest: unknown, subpath: string): boolean {
  const map = normalizeExports(manifest);
  if (map === undefined || subpath === './package.json') return false;
  const targets = lookUpExport(map, subpath);
  return targets === null || allPaths(targets.code).length + allPaths(targets.types).length === 0;
}

/** Fields with the entry of a package. Of one list the first that leads to a file counts. */
const MAIN_FIELDS = [['source', 'module', 'jsnext:main', 'main'], ['main'], ['browser'], ['react-native']];

const fieldsOf = (manifest: unknown, keys: readonly string[]): string[] => keys.flatMap((key) => textOf(valueAt(manifest, key)) ?? []);

/** Returns the targets of a package as a whole from the fields older than `exports`. Each of them may be the one that a tool reads. */
export function mainTargets(manifest: unknown): Targets {
  const choices = MAIN_FIELDS.map((keys) => fieldsOf(manifest, keys));
  return { code: { choices, others: [] }, types: { choices: [fieldsOf(manifest, ['types', 'typings'])], others: [] } };
}

/** Returns the targets of a subpath in `typesVersions`; the first version range counts. */
export function typesTargets(manifest: unknown, subpath: string): Targets {
  const [newest] = entriesOf(valueAt(manifest, 'typesVersions'));
  if (newest === undefined) return NONE;
  const name = subpath.replace(/^\.\//, '');
  const types = entriesOf(newest[1]).flatMap(([pattern, targets]) => {
    const star = pattern === name ? '' : matchStar(pattern, name);
    return star === null ? [] : textsIn(targets).map((target) => target.replace('*', () => star));
  });
  return { code: NO_PATHS, types: { choices: [types], others: [] } };
}
