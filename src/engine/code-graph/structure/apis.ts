import type { Edges } from './edges.ts';
import { goPrograms } from './resolve/go.ts';
import { type NpmPackage, NpmPackages, programsOf } from './resolve/npm-packages.ts';
import { pythonPrograms } from './resolve/python.ts';
import { rustPrograms } from './resolve/rust.ts';
import { findScript } from './resolve/script.ts';
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

  programs(): void {
    const packages = new NpmPackages(this.project.configs, findScript(this.project.facts));
    const all = [...packages.byFolder.values()];
    const npm = all.flatMap((each) => programsOf(packages, each));
    for (const { name, path } of [...npm, ...pythonPrograms(this.project), ...goPrograms(this.project), ...rustPrograms(this.project)]) {
      this.#add(`bin ${name}`, path, WEIGHTS.program, `the program ${name} begins in ${path}`);
    }
    for (const each of all) this.#entry(packages, each);
  }

  #entry(packages: NpmPackages, each: NpmPackage): void {
    const path = packages.entry(each, '.');
    if (path !== null) this.#add(`package ${each.name}`, path, WEIGHTS.entry, `who imports ${each.name} gets ${path}`);
  }

  #add(name: string, path: string, weight: number, why: string): void {
    const id = `api:${name}`;
    if (!this.nodes.has(id)) this.nodes.set(id, { id, type: 'api', path, name });
    this.edges.add('depends', id, path, weight, why);
  }
}

/** Nodes of type `api`, and their edges to what answers. */
export function addApis(project: Project, edges: Edges): StructureNode[] {
  const apis = new Apis(project, edges);
  apis.routes();
  apis.programs();
  return [...apis.nodes.values()];
}
