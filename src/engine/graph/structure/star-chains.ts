import type { Project, Unit } from './unit.ts';

/** A file that passes on all names of one other file. */
interface Link {
  /** What it offers besides. */
  readonly names: ReadonlySet<string>;
  readonly next: string;
  /** The next file as a link, once it was looked up. */
  after?: Link | null;
}

/** A name that a file re-exports. */
interface Passed {
  readonly unit: Unit;
  readonly name: string;
}

/** Maximum length of a chain. */
const MAX_LINKS = 10_000;

/** Skips files that only pass a name on. Without it, a long chain of them is searched step by step for each name. */
export class StarChains {
  /** `null` for files that are no links. */
  readonly #links = new Map<string, Link | null>();

  constructor(
    private readonly project: Project,
    private readonly passedNames: (path: string) => ReadonlyMap<string, readonly Passed[]>,
  ) {}

  /** Forgets all files, after facts changed. */
  forget(): void {
    if (this.#links.size > 0) this.#links.clear();
  }

  /** Returns the first file from one on that may have a name itself, or may get it from several files. */
  skip(path: string, name: string): string {
    if (name === 'default' || name.startsWith('_')) return path;
    let [at, link] = [path, this.#linkAt(path)];
    for (let count = 0; count < MAX_LINKS; count += 1) {
      if (link === null || link.names.has(name)) return at;
      link.after ??= this.#linkAt(link.next);
      at = link.next;
      link = link.after;
    }
    return path;
  }

  #linkAt(path: string): Link | null {
    const known = this.#links.get(path);
    if (known !== undefined) return known;
    const made = this.#read(path);
    this.#links.set(path, made);
    return made;
  }

  #read(path: string): Link | null {
    const passed = this.passedNames(path);
    const [star, ...others] = passed.get('*') ?? [];
    const [next, ...more] = star?.unit.files ?? [];
    if (star?.name !== '*' || next === undefined || others.length + more.length > 0) return null;
    const facts = this.project.facts.get(path);
    // What `__all__` of Python brings is decided for each name.
    if (this.project.facts.get(next)?.offered !== undefined) return null;
    const own = (facts?.symbols ?? []).flatMap(({ exportedAs }) => exportedAs);
    return { names: new Set([...own, ...passed.keys(), ...(facts?.topNames ?? [])]), next };
  }
}
