import type { SemanticEdge } from '../../crtx/index.ts';
import type { Edges } from './edges/edges.ts';
import type { Names } from './names.ts';
import type { Package, Project } from './unit.ts';

/** Returns the node id of a package. */
export const moduleId = (folder: string): string => `module:${folder === '' ? '.' : folder}`;

/** The packages of a project, by folder; of two in one folder (a `package.json` beside a `go.mod`) the first. */
export class Modules {
  readonly byFolder = new Map<string, Package>();
  readonly #byFile = new Map<string, string>();

  constructor(project: Project, names: Names) {
    for (const path of project.facts.keys()) {
      const found = names.resolverOf(path)?.packageOf(path) ?? null;
      if (found === null) continue;
      if (!this.byFolder.has(found.folder)) this.byFolder.set(found.folder, found);
      this.#byFile.set(path, found.folder);
    }
  }

  /** Returns the folder of the package that contains a file. */
  folderOf(path: string): string | undefined {
    return this.#byFile.get(path);
  }
}

/**
 * Adds `depends` edges between packages. The weight approaches 1 with the number of dependencies between their files.
 * @param byFile the edges from each file
 */
export function addModuleEdges(modules: Modules, byFile: Iterable<readonly SemanticEdge[]>, edges: Edges): void {
  const counts = new Map<string, { from: string; to: string; count: number }>();
  for (const all of byFile) {
    for (const { type, from, to } of all) {
      const [one, other] = type === 'depends' ? [modules.folderOf(from), modules.folderOf(to)] : [];
      if (one === undefined || other === undefined || one === other) continue;
      const key = `${one}\0${other}`;
      const known = counts.get(key) ?? { from: one, to: other, count: 0 };
      known.count += 1;
      counts.set(key, known);
    }
  }
  const nameOf = (folder: string): string => modules.byFolder.get(folder)?.name ?? folder;
  for (const { from, to, count } of counts.values()) {
    const imports = count === 1 ? '1 import' : `${count} imports`;
    edges.add('depends', moduleId(from), moduleId(to), 1 - 1 / (1 + count), `${nameOf(from)} depends on ${nameOf(to)} through ${imports}`);
  }
}
