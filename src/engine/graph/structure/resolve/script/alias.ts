import { resolvePath } from '../../paths.ts';
import { isRelative, isWithScheme } from './specifiers.ts';

/** What an alias stands for: a path relative to the project root (`null` if it leaves the project), or another name. */
export type AliasTarget = { readonly path: string | null } | { readonly name: string };

/** A name that a tool replaces by another one or by a path. */
export interface Alias {
  /** The whole name, or its beginning. */
  readonly name: string;
  readonly isWhole: boolean;
  /** Returns the targets in the order in which they are tried. @param rest what follows the beginning */
  readonly to: (rest: string) => readonly AliasTarget[];
}

/**
 * Returns what the target of an alias may mean. Bundlers take a path from `/` as relative to their root, and some of them a bare path as
 * relative to their configuration, so that a package is meant only if there is no such path.
 * @param folder of the configuration
 */
export function targetsOf(folder: string, written: string): AliasTarget[] {
  if (isWithScheme(written)) return [{ name: written }];
  if (isRelative(written)) return [{ path: resolvePath(folder, written) }];
  if (written.startsWith('/')) return [folder, ''].map((each) => ({ path: resolvePath(each, written.slice(1)) }));
  return [{ path: resolvePath(folder, written) }, { name: written }];
}

/** Returns the targets of a name, of the most specific alias: a whole name, then the longest beginning. `null` if none matches. */
export function matchAlias(aliases: readonly Alias[], name: string): readonly AliasTarget[] | null {
  const fits = (each: Alias): boolean => (each.isWhole ? each.name === name : name.startsWith(each.name));
  const rank = (each: Alias): number => (each.isWhole ? Number.MAX_SAFE_INTEGER : each.name.length);
  const [best] = aliases.filter(fits).sort((one, other) => rank(other) - rank(one));
  return best === undefined ? null : best.to(name.slice(best.name.length));
}

/** A regular expression of a simple form, which is compared as text, because foreign expressions may take very long. */
interface SimplePattern {
  readonly name: string;
  /** `whole`: `^a$`. `group`: `^a/(.*)$`. `open`: `^a/`. */
  readonly end: 'whole' | 'group' | 'open';
}

/** Characters that mean themselves in a regular expression. `.` mostly does in a name, and matches itself anyway. */
const PLAIN = /[\w@~#/ :=,;%&!'"<>-]/;
/** How simple patterns end; groups may be lazy, which makes no difference at the end. */
const ENDS: ReadonlyMap<string, SimplePattern['end']> = new Map([
  ['', 'open'],
  ['$', 'whole'],
  ...['(.*)$', '(.+)$', '(.*?)$', '(.+?)$', '(.*)', '(.+)'].map((group) => [group, 'group'] as const),
]);

/** Reads a regular expression if it has a simple form, otherwise returns `null`. Without `^` only the name itself certainly matches. */
export function simplePattern(source: string): SimplePattern | null {
  const isFixed = source.startsWith('^');
  let name = '';
  let at = isFixed ? 1 : 0;
  for (; at < source.length; at += 1) {
    const [char = '', next = ''] = [source[at], source[at + 1]];
    if (char === '\\' && next !== '' && !/\w/.test(next)) {
      name += next;
      at += 1;
    } else if (PLAIN.test(char) || char === '.') name += char;
    else break;
  }
  const end = ENDS.get(source.slice(at));
  if (end === undefined || name === '') return null;
  if (isFixed) return { name, end };
  return end === 'open' ? { name, end: 'whole' } : null;
}
