import { at, textOf } from '../../../kernel/foreign-data.ts';
import type { ImportedName, ImportFact } from '../../facts.ts';
import { below, folderOf, foldersUp, nameOf, pathFrom } from '../paths.ts';
import { type Offer, type Package, type Project, type Resolution, type Resolver, singleUnits, type Taken } from '../unit.ts';

/** A crate: a folder with a `Cargo.toml` that has a package. */
interface Crate extends Package {
  readonly manifest: unknown;
}

/** Files whose modules lie beside them, not in a folder of their name. */
const ROOT = /(?:^|\/)(?:lib|main|mod)\.rs$|(?:^|\/)src\/bin\/[^/]+\.rs$/;

class Crates {
  readonly #byFolder = new Map<string, Crate>();
  readonly #byName = new Map<string, Crate>();

  constructor(private readonly project: Project) {
    for (const [path, manifest] of project.configs) {
      const name = nameOf(path) === 'Cargo.toml' ? textOf(at(manifest, 'package', 'name')) : undefined;
      if (name === undefined) continue;
      const crate = { folder: folderOf(path), name, manifest };
      this.#byFolder.set(crate.folder, crate);
      this.#byName.set(name.replaceAll('-', '_'), crate);
    }
  }

  of(path: string): Crate | null {
    for (const folder of foldersUp(folderOf(path))) {
      const crate = this.#byFolder.get(folder);
      if (crate !== undefined) return crate;
    }
    return null;
  }

  named(name: string): Crate | undefined {
    return this.#byName.get(name);
  }

  get all(): Iterable<Crate> {
    return this.#byFolder.values();
  }

  /** The file that a crate begins in: its library's, else its program's. */
  rootOf({ folder, manifest }: Crate): string | null {
    const named = textOf(at(manifest, 'lib', 'path'));
    const library = named === undefined ? null : pathFrom(folder, named);
    const files = [library, below(folder, 'src/lib.rs'), below(folder, 'src/main.rs')];
    return files.find((file) => file !== null && this.project.facts.has(file)) ?? null;
  }
}

/** A file and what of a path it has not used up. */
interface Found {
  readonly file: string;
  /** Where the modules below it lie. */
  readonly inner: string;
  readonly rest: readonly string[];
}

const innerOf = (file: string): string => (ROOT.test(file) ? folderOf(file) : file.replace(/\.rs$/, ''));

class RustModules {
  constructor(
    private readonly facts: Project['facts'],
    private readonly crates: Crates,
  ) {}

  /** The deepest file on the way of a path such as `crate::a::b`; `outside` for other people's crates. */
  find(path: readonly string[], from: string): Found | null | 'outside' {
    const [first = '', ...rest] = path;
    if (first === 'self') return this.#walk(from, rest);
    if (first === 'super') {
      const above = this.#above(from);
      return above === null ? null : rest[0] === 'super' ? this.find(rest, above) : this.#walk(above, rest);
    }
    const own = this.crates.of(from);
    const crate = first === 'crate' ? own : this.crates.named(first);
    if (crate === undefined) return this.#local(path, from) ?? 'outside';
    const root = crate === null ? null : first === 'crate' ? this.#rootFor(from, crate) : this.crates.rootOf(crate);
    return root === null ? null : this.#walk(root, rest);
  }

  /** A program's own file is the root of what lies beside it, if the crate has a library or not. */
  #rootFor(from: string, crate: Crate): string | null {
    return /(?:^|\/)(?:src\/main|src\/bin\/[^/]+)\.rs$/.test(from) ? from : this.crates.rootOf(crate);
  }

  /** A path may also begin with a module below this one. */
  #local(path: readonly string[], from: string): Found | null {
    const found = this.#walk(from, path);
    return found.file === from ? null : found;
  }

  #walk(file: string, rest: readonly string[]): Found {
    let found: Found = { file, inner: innerOf(file), rest };
    for (let next = this.child(found, found.rest[0]); next !== null; next = this.child(found, found.rest[0])) {
      found = { file: next, inner: innerOf(next), rest: found.rest.slice(1) };
    }
    return found;
  }

  /** The file of a module that lies in another. */
  child({ inner }: Pick<Found, 'inner'>, name: string | undefined): string | null {
    if (name === undefined) return null;
    return [`${below(inner, name)}.rs`, below(inner, `${name}/mod.rs`)].find((file) => this.facts.has(file)) ?? null;
  }

  #above(file: string): string | null {
    const folder = ROOT.test(file) ? folderOf(folderOf(file)) : folderOf(file);
    const names = ['mod.rs', 'lib.rs', 'main.rs'].map((name) => below(folder, name));
    return [...names, `${folder}.rs`].find((each) => this.facts.has(each) && each !== file) ?? null;
  }
}

function takenFrom(modules: RustModules, found: Found, names: readonly ImportedName[], unitOf: ReturnType<typeof singleUnits>): Taken[] {
  // What is left of the path is a type, and what is named are its parts.
  const [type] = found.rest;
  if (type !== undefined) return [{ unit: unitOf(found.file), names: [{ name: type, local: names[0]?.local ?? type }] }];
  const files = names.map((name) => ({ name, file: name.name === '*' ? null : modules.child(found, name.name) }));
  const own = files.flatMap(({ name, file }) => (file === null ? [name] : []));
  const inner = files.flatMap(({ name, file }): Taken[] =>
    file === null ? [] : [{ unit: unitOf(file), names: [{ name: '*', local: name.local }] }],
  );
  return own.length > 0 || inner.length === 0 ? [{ unit: unitOf(found.file), names: own }, ...inner] : inner;
}

/** Rust: the tree of modules of each crate, and the crates of the project by their names. */
export function rustResolver(project: Project): Resolver {
  const crates = new Crates(project);
  const modules = new RustModules(project.facts, crates);
  const unitOf = singleUnits();
  return {
    unitOf,
    packageOf: (path) => crates.of(path),
    resolve: ({ specifier, names }: ImportFact, from): Resolution => {
      const found = modules.find(specifier.split('::'), from);
      if (found === 'outside') return 'outside';
      return found === null ? [] : takenFrom(modules, found, names, unitOf);
    },
    offers: () => rustPrograms(project, crates),
  };
}

/** Programs: `src/main.rs`, `src/bin/*.rs` and what `[[bin]]` names. */
function rustPrograms(project: Project, crates: Crates): Offer[] {
  return [...crates.all].flatMap(({ folder, name, manifest }) => {
    const bins: unknown = at(manifest, 'bin');
    const named = (Array.isArray(bins) ? bins : []).flatMap((bin: unknown) => {
      const [called, file] = [textOf(at(bin, 'name')), textOf(at(bin, 'path'))];
      const path = file === undefined ? null : pathFrom(folder, file);
      return called === undefined || path === null ? [] : [{ name: called, path }];
    });
    const others = below(folder, 'src/bin/');
    const custom = [...project.facts.keys()]
      .filter((path) => path.startsWith(others) && folderOf(path) === others.slice(0, -1))
      .map((path) => ({ name: nameOf(path).replace(/\.rs$/, ''), path }));
    const all = [{ name, path: below(folder, 'src/main.rs') }, ...custom, ...named];
    return all.filter(({ path }) => project.facts.has(path)).map((each): Offer => ({ kind: 'program', ...each }));
  });
}
