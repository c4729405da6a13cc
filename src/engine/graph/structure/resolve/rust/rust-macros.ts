import type { FileFacts } from '../../../facts.ts';
import type { Project } from '../../unit.ts';
import type { Cargo } from './cargo.ts';
import type { RustCrate, RustFile, RustTree } from './rust-tree.ts';

/**
 * Finds macros by name. A crate sees its own macros without an import. Other crates see exported macros at its root, whatever file declares
 * them.
 */
export class RustMacros {
  readonly #byCrate = new Map<RustCrate, ReadonlyMap<string, readonly string[]>>();

  constructor(
    private readonly facts: Project['facts'],
    private readonly cargo: Cargo,
    private readonly tree: RustTree,
  ) {}

  /**
   * Returns the files that declare a macro which a file uses by its bare name: in its own crate, otherwise in crates named by `extern
   * crate`.
   */
  seenIn(file: RustFile, name: string): readonly string[] {
    const own = this.#of(file.crate).get(name);
    return own ?? this.#named(file.crate).flatMap((crate) => this.#of(crate).get(name) ?? []);
  }

  /** Returns the files that declare a macro of a crate, if the given file is the crate's root. */
  exportedBy(file: RustFile, name: string): readonly string[] {
    return file.crate.root === file ? (this.#of(file.crate).get(name) ?? []) : [];
  }

  #named(crate: RustCrate): RustCrate[] {
    const imports = this.facts.get(crate.root?.path ?? '')?.imports ?? [];
    return imports.flatMap(({ specifier, names }) => {
      const isWhole = !specifier.includes('::') && names.some(({ name }) => name === '*');
      const file = isWhole ? this.cargo.crate(crate.package, specifier, crate.kind === 'lib') : 'outside';
      const root = file === 'outside' || file === null ? undefined : this.tree.rootOf(file);
      return root === undefined ? [] : [root.crate];
    });
  }

  #of(crate: RustCrate): ReadonlyMap<string, readonly string[]> {
    const known = this.#byCrate.get(crate);
    if (known !== undefined) return known;
    const found = new Map<string, string[]>();
    for (const path of this.#filesOf(crate)) {
      for (const name of macrosIn(this.facts.get(path))) found.set(name, [...(found.get(name) ?? []), path]);
    }
    this.#byCrate.set(crate, found);
    return found;
  }

  #filesOf({ root }: RustCrate): Set<string> {
    const found = new Set<string>();
    const open = root === null ? [] : [root];
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
      if (found.has(file.path)) continue;
      for (const path of [file.path, ...file.included]) found.add(path);
      open.push(...[...file.below.values()].flat());
    }
    return found;
  }
}

/** Returns the macros that a file declares. Those in the arguments of another macro are no symbols. */
function macrosIn(facts: FileFacts | undefined): ReadonlySet<string> {
  const symbols = (facts?.symbols ?? []).filter(({ name, exportedAs }) => exportedAs.includes(`${name}!`)).map(({ name }) => name);
  const inner = (facts?.scopes ?? []).flatMap((scope) => (scope.macro === undefined ? (scope.inner ?? []) : []));
  return new Set([...symbols, ...inner.flatMap((name) => (name.endsWith('!') ? [name.slice(0, -1)] : []))]);
}
