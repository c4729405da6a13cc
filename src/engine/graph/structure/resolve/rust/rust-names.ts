import type { FileFacts, ScopeFact, UsedPathFact } from '../../../facts.ts';
import { asWritten } from '../../../languages/rust/rust-block-names.ts';
import { QUOTED } from '../../../languages/rust/rust-known-names.ts';
import { joinPath } from '../../paths.ts';
import type { Listed, Project } from '../../unit.ts';
import type { PathResult, RustLookup } from './rust-lookup.ts';
import type { RustFile, RustTree } from './rust-tree.ts';

/** Names that a file may have: modules and functions. Types have none. */
const MAY_BE_MODULE = /^[a-z_][a-z0-9_]*$/;

/** The beginning of a path that leads to the own crate. */
const INSIDE = /^(?:crate|self|super)::/;

/** A path that leads nowhere, or may lead nowhere. */
interface Lacking extends Pick<PathResult, 'at' | 'within'> {
  readonly isCertain: boolean;
}

interface LackingPath {
  readonly used: UsedPathFact;
  readonly lacking: Lacking;
}

/** Finds the paths of a file that lead to no name of the project (decision 0034). */
export class RustNames {
  readonly #known = new WeakMap<FileFacts, readonly LackingPath[]>();

  constructor(
    private readonly facts: Project['facts'],
    private readonly tree: RustTree,
    private readonly lookup: RustLookup,
  ) {}

  /** Returns the names that the paths of a file lack, each once a line. */
  missing(path: string): Listed[] {
    const found = new Map<string, Listed>();
    for (const { used, lacking } of this.#of(path)) {
      const each = described(used, lacking);
      const key = `${each.line} ${each.specifier} ${each.definer ?? ''}`;
      const before = found.get(key)?.names ?? [];
      const others = each.names.filter(({ name }) => !before.some((other) => other.name === name));
      found.set(key, { ...each, names: [...before, ...others] });
    }
    return [...found.values()];
  }

  /** Returns the paths of a file that certainly lead nowhere. */
  certainPaths(path: string): string[] {
    return this.#of(path).flatMap(({ used, lacking }) => (lacking.isCertain ? [used.path] : []));
  }

  #of(path: string): readonly LackingPath[] {
    const facts = this.facts.get(path);
    const known = facts && this.#known.get(facts);
    if (facts === undefined || known !== undefined) return known ?? [];
    const all = (facts.scopes ?? []).flatMap((scope) =>
      scope.paths.flatMap((used) => {
        const lacking = this.#lacking(scope, used, path);
        return lacking === null ? [] : [{ used, lacking }];
      }),
    );
    this.#known.set(facts, all);
    return all;
  }

  /** Returns what a path lacks at each place where it counts; `null` if it leads somewhere from one of them. */
  #lacking({ module, macro }: ScopeFact, used: UsedPathFact, path: string): Lacking | null {
    const inline = module === '' ? [] : module.split('::');
    const parts = used.path.split('::');
    const isHere = macro === undefined || used.path.startsWith('$crate::');
    const files = this.#files(used, path, macro);
    const all = files.map((file) => this.lookup.path(parts, { file, inline }, used));
    const [first] = all;
    if (first === undefined || all.some(({ verdict }) => verdict === 'yes')) return null;
    // Macros and quoted code may name what only their callers see.
    if (!isHere && !INSIDE.test(used.path) && all.some(({ at }) => at === 0)) return null;
    // An included file may be part of an inline module.
    const isElsewhere = macro === undefined && files.some((file) => file.path !== path);
    const isOptional = used.isOptional === true && all.every(({ at }) => at === parts.length - 1);
    const maybe = isOptional || isElsewhere || macro === QUOTED ? first : all.find(({ verdict }) => verdict === 'maybe');
    return { ...(maybe ?? first), isCertain: maybe === undefined };
  }

  /** Returns the files in which a path counts: that which contains it, or for a path in a macro those which invoke the macro. */
  #files({ path: used }: UsedPathFact, path: string, macro: string | undefined): readonly RustFile[] {
    const isLink = this.facts.get(path)?.linkTo !== undefined;
    const own = this.tree.of(path).filter(({ crate }) => !isLink || crate.kind !== 'unknown');
    if (macro === undefined || used.startsWith('$crate::')) return own;
    if (macro === QUOTED) return INSIDE.test(used) ? [] : own;
    const callers = this.tree.macros.callersOf(macro, path).flatMap((each) => this.tree.of(each));
    return used.startsWith('crate::') && callers.length > 0 ? [...own, ...callers] : callers;
  }
}

/** Describes a missing name by its whole path; if it is an earlier part, by the path and its last name. */
function described({ path, line, local }: UsedPathFact, { at, within, isCertain }: Lacking): Listed {
  const parts = asWritten(path).replace(/^\$/, '').split('::');
  const isLast = at === parts.length - 1;
  const [name = '', last = ''] = [parts[at], parts.at(-1)];
  const [module] = within;
  const names = (isLast && at === 0) || last === '*' ? [] : [{ name: last }];
  const specifier = isLast ? parts.join('::') : parts.slice(0, -1).join('::');
  if (isCertain || module === undefined) return { line, specifier, names };
  const folder = [module.file.folder, ...module.inline.map(asWritten)].filter((part) => part !== '').join('/');
  const place = MAY_BE_MODULE.test(name) && local !== undefined ? { place: joinPath(folder, name) } : {};
  return { line, specifier, names, definer: module.file.path, ...place };
}
