import type { Edges } from './edges.ts';
import type { Resolvers } from './resolvers.ts';
import type { StructureNode } from './structure.ts';
import { symbolId } from './symbol-edges.ts';
import type { Project } from './unit.ts';

const WEIGHTS = { handler: 0.9, program: 0.9, entry: 0.7 } as const;

/** What a project offers to others: routes of its servers, programs, entries of packages. */
class Apis {
  readonly nodes = new Map<string, StructureNode>();

  constructor(
    private readonly project: Project,
    private readonly edges: Edges,
  ) {}

  routes(): void {
    for (const [path, { apis, symbols }] of this.project.facts) {
      for (const { method, route, line, handler } of apis) {
        const name = `${method} ${route}`;
        this.#add(name, path, WEIGHTS.handler, `${name} is answered by ${path} (line ${line})`);
        if (handler === null || !symbols.some((symbol) => symbol.name === handler)) continue;
        this.edges.add(
          'depends',
          `api:${name}`,
          symbolId(path, handler),
          WEIGHTS.handler,
          `${name} is answered by ${handler} (${path}, line ${line})`,
        );
      }
    }
  }

  offers(resolvers: Resolvers): void {
    for (const { kind, name, path } of resolvers.offers()) {
      if (kind === 'program') this.#add(`bin ${name}`, path, WEIGHTS.program, `the program ${name} begins in ${path}`);
      else this.#add(`package ${name}`, path, WEIGHTS.entry, `who imports ${name} gets ${path}`);
    }
  }

  #add(name: string, path: string, weight: number, why: string): void {
    const id = `api:${name}`;
    if (!this.nodes.has(id)) this.nodes.set(id, { id, type: 'api', path, name });
    this.edges.add('depends', id, path, weight, why);
  }
}

/** Nodes of type `api`, and their edges to what answers. */
export function addApis(project: Project, resolvers: Resolvers, edges: Edges): StructureNode[] {
  const apis = new Apis(project, edges);
  apis.routes();
  apis.offers(resolvers);
  return [...apis.nodes.values()];
}
