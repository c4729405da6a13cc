import type { ExistingPlaces } from './manifests/existing-places.ts';
import { goResolver } from './resolve/go/go.ts';
import { javaResolver } from './resolve/java/java.ts';
import { pythonResolver } from './resolve/python/python.ts';
import { rustResolver } from './resolve/rust/rust.ts';
import { scriptResolver } from './resolve/script/script.ts';
import type { EntryPoint, ImportsOf, LostName, Project, Resolver } from './unit.ts';

type MakeResolver = (project: Project) => Resolver;

/** Resolver factories by language. */
const RESOLVERS: ReadonlyMap<string, MakeResolver> = new Map([
  ['typescript', scriptResolver],
  ['tsx', scriptResolver],
  ['javascript', scriptResolver],
  ['python', pythonResolver],
  ['go', goResolver],
  ['rust', rustResolver],
  ['java', javaResolver],
]);

/** The resolvers of a project, created on first use. */
export class Resolvers {
  readonly #made = new Map<MakeResolver, Resolver>();

  constructor(private readonly project: Project) {}

  /** Returns the resolver for a file's language; `null` if there is none. */
  of(path: string): Resolver | null {
    const make = RESOLVERS.get(this.project.facts.get(path)?.language ?? '');
    if (make === undefined) return null;
    const resolver = this.#made.get(make) ?? make(this.project);
    this.#made.set(make, resolver);
    return resolver;
  }

  /** Returns the programs and package entries of all languages, as declared in manifests or by convention. */
  entryPoints(): EntryPoint[] {
    return [...new Set(RESOLVERS.values())].flatMap((make) => this.#made.get(make)?.entryPoints() ?? []);
  }

  /** Returns the names in manifests of all languages that should lead to a file of the project and do not. */
  lostNames(places: ExistingPlaces, importsOf: ImportsOf): LostName[] {
    return [...new Set(RESOLVERS.values())].flatMap((make) => this.#made.get(make)?.lostNames?.(places, importsOf) ?? []);
  }
}
