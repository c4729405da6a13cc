import { goResolver } from './resolve/go.ts';
import { javaResolver } from './resolve/java.ts';
import { pythonResolver } from './resolve/python.ts';
import { rustResolver } from './resolve/rust.ts';
import { scriptResolver } from './resolve/script.ts';
import type { Project, Resolver } from './unit.ts';

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

/** The resolvers of a project by path; each is made when a file of its language first asks. */
export function resolversFor(project: Project): (path: string) => Resolver | null {
  const made = new Map<MakeResolver, Resolver>();
  return (path) => {
    const make = RESOLVERS.get(project.facts.get(path)?.language ?? '');
    if (make === undefined) return null;
    const resolver = made.get(make) ?? make(project);
    made.set(make, resolver);
    return resolver;
  };
}
