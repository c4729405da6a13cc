import { entriesOf, textOf, textsIn, valueAt } from '../../../../text/foreign-data.ts';
import type { ImportCondition } from './npm-side.ts';

/** Maximum number of paths that are read from one target. */
const MOST_TARGETS = 200;
/**
 * Conditions that TypeScript and Node apply by themselves, except the one that belongs to the other side. Other conditions of `exports`
 * count only if none of these leads to a file.
 */
const CONDITIONS: ReadonlySet<string> = new Set(['import', 'require', 'node', 'module-sync', 'module', 'default']);

/** The paths that a name in a manifest may mean, in the order in which they are tried. */
export interface Targets {
  /** Paths of code. */
  readonly code: readonly string[];
  /** Paths of type declarations. */
  readonly types: readonly string[];
  /** The types are listed after the code, so the compiler uses them only if the code is not TypeScript. */
  readonly areTypesLast?: boolean | undefined;
}

const TYPED = /(?<!\.d)\.[cm]?tsx?$/;

/**
 * Returns the files of the code and of its types, which mostly have the same source.
 * @param find returns the files of the first target that leads to any
 */
export function findCodeAndTypes(
  { code, types, areTypesLast }: Targets,
  find: (all: readonly string[]) => readonly string[],
): readonly string[] {
  const runs = find(code);
  const isTyped = areTypesLast === true && runs.some((file) => TYPED.test(file));
  return isTyped ? runs : [...new Set([...runs, ...find(types)])];
}

/** How a package is imported: the kind of statement, and the custom conditions of the configuration. */
export interface ImportConditions {
  readonly side: ImportCondition;
  /** Custom conditions, in addition to the usual ones. */
  readonly conditions: readonly string[];
}

const BY_IMPORT: ImportConditions = { side: 'import', conditions: [] };

const NONE: Targets = { code: [], types: [] };

/** Returns the text that matches the single `*` of a pattern; `null` if the pattern does not match. */
export function matchStar(pattern: string, text: string): string | null {
  const at = pattern.indexOf('*');
  if (at < 0) return null;
  const [before, after] = [pattern.slice(0, at), pattern.slice(at + 1)];
  if (text.length < before.length + after.length || !text.startsWith(before) || !text.endsWith(after)) return null;
  return text.slice(before.length, text.length - after.length);
}

/** Returns all paths in a target in order, with whether they are under `types`, and whether all their conditions are usual. */
function leavesOf(target: unknown, { conditions, side }: ImportConditions): { path: string; isOfTypes: boolean; isUsual: boolean }[] {
  const found: { path: string; isOfTypes: boolean; isUsual: boolean }[] = [];
  const open = [{ value: target, isOfTypes: false, isUsual: true }];
  for (let next = open.shift(); next !== undefined && found.length < MOST_TARGETS; next = open.shift()) {
    const { value, ...how } = next;
    if (typeof value === 'string') found.push({ path: value, ...how });
    else if (Array.isArray(value)) open.unshift(...value.slice(0, MOST_TARGETS).map((each: unknown) => ({ ...how, value: each })));
    else {
      const inner = entriesOf(value).map(([key, each]) => {
        const isOfTypes = key === 'types' || key.startsWith('types@');
        const isOther = key === (side === 'import' ? 'require' : 'import');
        const isUsual = isOfTypes || (CONDITIONS.has(key) && !isOther) || conditions.includes(key);
        return { value: each, isOfTypes: how.isOfTypes || isOfTypes, isUsual: how.isUsual && isUsual };
      });
      open.unshift(...inner);
    }
  }
  return found;
}

/** Node and TypeScript accept no target outside its package. */
const isOutsidePackage = (path: string): boolean => path.split(/[/\\]/).includes('..');

function targetsIn(target: unknown, taking: ImportConditions, star: string): Targets {
  const leaves = leavesOf(target, taking).map((leaf) => ({ ...leaf, path: leaf.path.replaceAll('*', () => star) }));
  const all = leaves.filter(({ path }) => !isOutsidePackage(path));
  const ordered = [...all.filter(({ isUsual }) => isUsual), ...all.filter(({ isUsual }) => !isUsual)];
  const paths = (isOfTypes: boolean): string[] => ordered.filter((leaf) => leaf.isOfTypes === isOfTypes).map(({ path }) => path);
  const areTypesLast = ordered.findIndex((leaf) => leaf.isOfTypes) > ordered.findIndex((leaf) => !leaf.isOfTypes);
  return { code: paths(false), types: paths(true), areTypesLast };
}

/**
 * Looks up a name in `exports` or `imports`: exact keys first, then the pattern with the longest prefix, also old `./folder/` keys. Returns
 * `null` if no key matches.
 */
export function lookUpExport(map: unknown, name: string, taking: ImportConditions = BY_IMPORT): Targets | null {
  const entries = entriesOf(map);
  const exact = entries.find(([key]) => key === name);
  if (exact !== undefined) return targetsIn(exact[1], taking, '');
  const patterns = entries.flatMap(([key, value]) => {
    const pattern = key.endsWith('/') ? `${key}*` : key;
    const star = matchStar(pattern, name);
    const suffix = key.endsWith('/') ? star : '';
    return star === null || star === '' ? [] : [{ length: pattern.indexOf('*'), pattern, value, star, suffix: suffix ?? '' }];
  });
  const [best] = patterns.sort((one, other) => other.length - one.length || other.pattern.length - one.pattern.length);
  if (best === undefined) return null;
  const { code, types, areTypesLast } = targetsIn(best.value, taking, best.star);
  return { areTypesLast, code: code.map((path) => path + best.suffix), types: types.map((path) => path + best.suffix) };
}

/** Returns `exports` as an object of subpaths, also if the manifest has a shorter form. */
export function normalizeExports(manifest: unknown): unknown {
  const map = valueAt(manifest, 'exports');
  const [first] = entriesOf(map);
  return first?.[0].startsWith('.') ? map : map === undefined || map === null ? undefined : { '.': map };
}

/**
 * Whether a package has `exports` that do not offer a subpath, or map it to `null`. `package.json` is never closed, because it is not code.
 */
export function isNotExported(manifest: unknown, subpath: string): boolean {
  const map = normalizeExports(manifest);
  if (map === undefined || subpath === './package.json') return false;
  const targets = lookUpExport(map, subpath);
  return targets === null || targets.code.length + targets.types.length === 0;
}

const fieldsOf = (manifest: unknown, keys: readonly string[]): string[] => keys.flatMap((key) => textOf(valueAt(manifest, key)) ?? []);

/** Returns the targets of a package as a whole from the fields older than `exports`. */
export function mainTargets(manifest: unknown): Targets {
  const code = fieldsOf(manifest, ['source', 'module', 'main', 'jsnext:main', 'browser', 'react-native']);
  return { code, types: fieldsOf(manifest, ['types', 'typings']) };
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
  return { code: [], types };
}
