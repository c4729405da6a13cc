import type { SemanticEdge, SemanticNode } from '../../crtx/index.ts';
import { compareCodePoints } from '../../kernel/code-point-order.ts';
import type { FileFacts } from '../facts.ts';
import type { GraphProblem } from '../problems.ts';
import { addApis } from './apis.ts';
import { readConfigs } from './configs.ts';
import { addConfigures } from './configures.ts';
import { Edges } from './edges.ts';
import { addImports, addNamesakes, addPackageEdges } from './file-edges.ts';
import { addModuleEdges, Modules, moduleId } from './modules.ts';
import { Names } from './names.ts';
import { nameOf } from './paths.ts';
import { addSymbolEdges, symbolId } from './symbol-edges.ts';
import { isTestFile } from './tests.ts';
import type { Project } from './unit.ts';

/** A node before anything is known of its history and its importance. */
export type StructureNode = Readonly<Pick<SemanticNode, 'id' | 'type' | 'path' | 'name'>>;

/** How a project is connected by what its files say. */
export interface Structure {
  readonly nodes: readonly StructureNode[];
  readonly edges: readonly SemanticEdge[];
  readonly problems: readonly GraphProblem[];
  /** How many imports should lead to a file of the project, and do not. */
  readonly unresolved: number;
}

function fileNodes(project: Project): StructureNode[] {
  return [...project.facts].map(([path, facts]) => ({
    id: path,
    type: isTestFile(path, facts) ? 'test' : 'file',
    path,
    name: nameOf(path),
  }));
}

/** One for each name: overloads are one function. */
function symbolNodes(project: Project): StructureNode[] {
  const nodes = new Map<string, StructureNode>();
  for (const [path, { symbols }] of project.facts) {
    for (const { name, kind } of symbols) {
      const id = symbolId(path, name);
      if (!nodes.has(id)) nodes.set(id, { id, type: kind, path, name });
    }
  }
  return [...nodes.values()];
}

function moduleNodes(modules: Modules): StructureNode[] {
  return [...modules.byFolder.values()].map(({ folder, name }) => ({ id: moduleId(folder), type: 'module', path: folder || '.', name }));
}

/** Configuration files that configure something. */
function configNodes(project: Project, configs: ReadonlyMap<string, string>, edges: readonly SemanticEdge[]): StructureNode[] {
  const found = new Set(edges.flatMap(({ type, from }) => (type === 'configures' && configs.has(from) ? [from] : [])));
  return [...found].filter((path) => !project.facts.has(path)).map((path) => ({ id: path, type: 'file', path, name: nameOf(path) }));
}

/**
 * Connects the files of a project (decision 0017, "Structure"): the same facts always give the same nodes and edges, in the same order.
 * @param facts by path @param texts of the configuration files, by path
 */
export function structureOf(facts: ReadonlyMap<string, FileFacts>, texts: ReadonlyMap<string, string>): Structure {
  const { configs, problems } = readConfigs(texts);
  const project: Project = { facts, configs };
  const names = new Names(project);
  const modules = new Modules(project, names);
  const edges = new Edges();
  addImports(project, names, edges);
  addNamesakes(project, names, edges);
  addPackageEdges(project, names, edges);
  addModuleEdges(modules, edges);
  addSymbolEdges(project, names, edges);
  addConfigures(project, texts, modules, edges);
  const apis = addApis(project, edges);
  const sorted = edges.sorted();
  const nodes = [...fileNodes(project), ...configNodes(project, texts, sorted), ...symbolNodes(project), ...moduleNodes(modules), ...apis];
  return { nodes: nodes.sort((one, other) => compareCodePoints(one.id, other.id)), edges: sorted, problems, unresolved: names.unresolved };
}
