import { at, entriesOf, textOf, textsIn } from '../../../../text/foreign-data.ts';
import type { Side } from './npm-side.ts';

/** More files that one target may mean are looked at no further. */
const MOST_TARGETS = 200;
/** What TypeScript and Node take by themselves, but for the other side's; other conditions of `exports` only where none of these leads to a file. */
const CONDITIONS: ReadonlySet<string> = new Set(['import', 'require', 'node', 'module-sync', 'module', 'default']);

/** The paths that a name of a manifest may mean, in the order in which they are to be looked at. */
export interface Targets {
  /** What runs. */
  readonly code: readonly string[];
  /** What says its types. */
  readonly types: readonly string[];
  /** The types are named behind what runs: the compiler asks for them only where that is no TypeScript. */
  readonly areTypesLast?: boolean | undefined;
}

const TYPED = /(?<!\.d)\.[cm]?tsx?$/;

/** The files of what runs, and of what says its types: mostly of one source. @param find the files of the first target that leads to any */
export function bothOf({ code, types, areTypesLast }: Targets, find: (all: readonly string[]) => readonly string[]): readonly string[] {
  const runs = find(code);
  const isTyped = areTypesLast === true && runs.some((file) => TYPED.test(file));
  return isTyped ? runs : [...new Set([...runs, ...find(types)])];
}

/** How a package is taken: by a statement, and with what a configuration asks for. */
export interface Taking {
  readonly side: Side;
  /** Beside the usual ones. */
  readonly conditions: readonly string[];
}

const BY_IMPORT: Taking = { side: 'import', conditions: [] };

const NONE: Targets = { code: [], types: [] };

/** What stands for the one `*` of a pattern in a text; `null` where it does not match. */
export function matchStar(pattern: string, text: string): string | null {
  const at = pattern.indexOf('*');
  if (at < 0) return null;
  const [before, after] = [pattern.slice(0, at), pattern.slice(at + 1)];
  if (text.length < before.length + after.length || !text.startsWith(before) || !text.endsWith(after)) return null;
  return text.slice(before.length, text.length - after.length);
}

/** All paths in a target in their order, with whether they stand under `types` and under conditions that are always taken. */
function leavesOf(target: unknown, { conditions, side }: Taking): { path: string; isOfTypes: boolean; isUsual: boolean }[] {
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

/** Node and TypeScript take no target that leads out of its package. */
const leadsUp = (path: string): boolean => path.split(/[/\\]/).includes('..');

function targetsIn(target: unknown, taking: Taking, star: string): Targets {
  const leaves = leavesOf(target, taking).map((leaf) => ({ ...leaf, path: leaf.path.replaceAll('*', () => star) }));
  const all = leaves.filter(({ path }) => !leadsUp(path));
  const ordered = [...all.filter(({ isUsual }) => isUsual), ...all.filter(({ isUsual }) => !isUsual)];
  const paths = (isOfTypes: boolean): string[] => ordered.filter((leaf) => leaf.isOfTypes === isOfTypes).map(({ path }) => path);
  const areTypesLast = ordered.findIndex((leaf) => leaf.isOfTypes) > ordered.findIndex((leaf) => !leaf.isOfTypes);
  return { code: paths(false), types: paths(true), areTypesLast };
}

/** Looks a name up in `exports` or `imports`: as it stands, else by the pattern with the longest beginning; also `./folder/` of old. */
export function mapped(map: unknown, name: string, taking: Taking = BY_IMPORT): Targets | null {
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

/** `exports` as an object of subpaths, which it need not be. */
export function exportsOf(manifest: unknown): unknown {
  const map = at(manifest, 'exports');
  const [first] = entriesOf(map);
  return first?.[0].startsWith('.') ? map : map === undefined || map === null ? undefined : { '.': map };
}

/** Whether a package says what can be imported from it, and this cannot: it has no `exports` for it, or they say `null`. Its manifest is no code. */
export function isClosed(manifest: unknown, subpath: string): boolean {
  const map = exportsOf(manifest);
  if (map === undefined || subpath === './package.json') return false;
  const targets = mapped(map, subpath);
  return targets === null || targets.code.length + targets.types.length === 0;
}

const fieldsOf = (manifest: unknown, keys: readonly string[]): string[] => keys.flatMap((key) => textOf(at(manifest, key)) ?? []);

/** What the fields before `exports` say of a package as a whole. */
export function mainTargets(manifest: unknown): Targets {
  const code = fieldsOf(manifest, ['source', 'module', 'main', 'jsnext:main', 'browser', 'react-native']);
  return { code, types: fieldsOf(manifest, ['types', 'typings']) };
}

/** What `typesVersions` says of a subpath, whatever the version is. */
export function typesTargets(manifest: unknown, subpath: string): Targets {
  const [newest] = entriesOf(at(manifest, 'typesVersions'));
  if (newest === undefined) return NONE;
  const name = subpath.replace(/^\.\//, '');
  const types = entriesOf(newest[1]).flatMap(([pattern, targets]) => {
    const star = pattern === name ? '' : matchStar(pattern, name);
    return star === null ? [] : textsIn(targets).map((target) => target.replace('*', () => star));
  });
  return { code: [], types };
}
