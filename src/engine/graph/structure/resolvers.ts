import { goResolver } from './resolve/go/go.ts';
import { javaResolver } from './resolve/java/java.ts';
import { pythonResolver } from './resolve/python/python.ts';
import { rustResolver } from './resolve/rust/rust.ts';
import { scriptResolver } from './resolve/script/script.ts';
import type { Offer, Project, Resolver } from './unit.ts';

type MakeResolver = (project: Project) => Resolver;

/** Who resolves the names of each language. */
const RESOLVERS: ReadonlyMap<string, MakeResolver> = new Map([
  ['typescript', scriptResolver],
  ['tsx', scriptResolver],
  ['javascript', scriptResolver],
  ['python', pythonResolver],
  ['go', goResolver],
  ['rust', rustResolver],
  ['java', javaResolver],
]);

/** The resolvers of a project; each is made when a file of its language first asks. */
export class Resolvers {
  readonly #made = new Map<MakeResolver, Resolver>();

  constructor(private readonly project: Project) {}

  /** Who resolves the names of a file. */
  of(path: string): Resolver | null {
    const make = RESOLVERS.get(this.project.facts.get(path)?.language ?? '');
    if (make === undefined) return null;
    const resolver = this.#made.get(make) ?? make(this.project);
    this.#made.set(make, resolver);
    return resolver;
  }

  /** What the packages of all languages offer to others, as far as their manifests and customs say so. */
  offers(): Offer[] {
    return [...new Set(RESOLVERS.values())].flatMap((make) => this.#made.get(make)?.offers() ?? []);
  }
}
