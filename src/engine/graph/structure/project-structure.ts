import type { SemanticEdge, UnresolvedImport } from '../../crtx/index.ts';
import { compareCodePoints } from '../../text/code-point-order.ts';
import type { FileFacts } from '../facts.ts';
import { readConfigs } from './configs.ts';
import { addApis } from './edges/apis.ts';
import { filesWithChangedEdges } from './edges/changed-edges.ts';
import { addConfigures } from './edges/configures.ts';
import { type ChangedNames, changedNames, findDependents } from './edges/dependents.ts';
import { Edges } from './edges/edges.ts';
import { addImports, addNamesakes, addPackageEdges } from './edges/file-edges.ts';
import { addUsed, addUsedAtTop } from './edges/member-edges.ts';
import { addSymbolEdges, symbolId } from './edges/symbol-edges.ts';
import { addTsConfigEdges } from './edges/tsconfig-edges.ts';
import { betweenShown, withoutUnreadLeaves } from './generated-files.ts';
import { type ImportGaps, importGaps } from './import-gaps.ts';
import { addManifestImports } from './manifest-imports.ts';
import { unreadPrograms } from './manifests/commands.ts';
import { ExistingPlaces } from './manifests/existing-places.ts';
import { unresolvedNames } from './manifests/lost-names.ts';
import { manifestFaults } from './manifests/manifest-faults.ts';
import { addModuleEdges, Modules, moduleId } from './modules.ts';
import { Names } from './names.ts';
import { nameOf } from './paths.ts';
import { addOfferedByPackages } from './public-interface.ts';
import type { Structure, StructureNode, StructurePart } from './structure.ts';
import type { StructureParts } from './structure-parts.ts';
import { addConftests } from './tests/conftests.ts';
import { TestFiles } from './tests/test-files.ts';
import { testsNamedByScripts } from './tests/test-scripts.ts';
import { addNamedSources } from './texts/named-sources.ts';

/** The nodes and edges of one file. */
interface Part extends StructurePart {
  /** The edges that start at the file itself, except those to files that its imports only pass through. */
  readonly imports: readonly SemanticEdge[];
}

/** Returns the nodes of a file and of its symbols, one for each name, because overloads are one function. */
function nodesOf(path: string, { symbols, isGenerated, linkTo }: FileFacts, isTest: boolean): StructureNode[] {
  if (linkTo !== undefined) return [];
  const nodes: StructureNode[] = [{ id: path, type: isTest ? 'test' : 'file', path, name: nameOf(path) }];
  const names = new Set<string>();
  for (const { name, kind } of isGenerated === true ? [] : symbols) {
    if (!names.has(name)) nodes.push({ id: symbolId(path, name), type: kind, path, name });
    names.add(name);
  }
  // Sorted by id, because the whole graph is.
  return nodes.sort((one, other) => compareCodePoints(one.id, other.id));
}

const moduleNodes = ({ byFolder }: Modules): StructureNode[] =>
  Array.from(byFolder.values(), ({ folder, name }) => ({ id: moduleId(folder), type: 'module', path: folder || '.', name }));

/**
 * Computes the edges of a project (decision 0017, "Structure"). File contents may change while the set of files and the configuration stay
 * the same. The same facts always give the same nodes and edges.
 */
export class ProjectStructure {
  readonly #facts: Map<string, FileFacts>;
  readonly #texts: ReadonlyMap<string, string>;
  readonly #ground: StructureParts;
  readonly #modules: Modules;
  readonly #configured: readonly SemanticEdge[];
  readonly #problems: Structure['problems'];
  readonly #unread: Structure['unread'];
  readonly #unresolvedTexts: Structure['unresolved'];
  readonly #parts = new Map<string, Part>();

  /**
   * @param facts by path
   * @param texts configuration files by path
   * @param files the paths of all files of the project
   * @param before an earlier structure of the project; files whose connections did not change are taken over from it
   */
  constructor(
    facts: ReadonlyMap<string, FileFacts>,
    texts: ReadonlyMap<string, string>,
    files: ReadonlySet<string>,
    before?: ProjectStructure,
  ) {
    const { configs, problems, unread } = readConfigs(texts);
    this.#facts = new Map(facts);
    this.#texts = texts;
    this.#problems = problems;
    const project = { facts: this.#facts, configs, files };
    const places = new ExistingPlaces(project);
    this.#unread = [...unread, ...manifestFaults(configs, texts, places), ...unreadPrograms(project)];
    const names = new Names(project);
    this.#ground = { project, names, tests: new TestFiles(this.#facts, names, testsNamedByScripts(project)) };
    this.#modules = new Modules(project, names);
    const configured = new Edges();
    addConfigures(project, texts, this.#modules, configured);
    addTsConfigEdges(configs, texts, configured);
    this.#unresolvedTexts = [...addNamedSources(this.#ground, texts, configured), ...unresolvedNames(this.#ground, texts, places)];
    this.#configured = configured.all();
    const remade = before === undefined ? this.#facts : filesWithChangedEdges(before.#ground, this.#ground);
    for (const path of this.#facts.keys()) {
      const kept = remade.has(path) || before === undefined ? undefined : before.#parts.get(path);
      if (kept === undefined) this.#make(path);
      else this.#parts.set(path, kept);
    }
  }

  /**
   * Applies changed facts of existing files.
   * @returns whether this was possible; otherwise nothing was changed, and a new structure must be created
   */
  replace(changed: ReadonlyMap<string, FileFacts>): boolean {
    const before = new Map(Array.from(changed.keys(), (path) => [path, this.#facts.get(path)]));
    for (const [path, facts] of changed) {
      const own = before.get(path);
      if (own === undefined || own.language !== facts.language || own.packageName !== facts.packageName) return false;
      const leads = this.#ground.names.resolverOf(path)?.linkFingerprint;
      if (leads !== undefined && leads(own) !== leads(facts)) return false;
      // Then other files may become tests, or none any more.
      if (String(own.testMakers) !== String(facts.testMakers)) return false;
    }
    for (const [path, facts] of changed) {
      this.#facts.set(path, facts);
      this.#ground.names.read(path);
    }
    this.#ground.tests.forget();
    const offers = [...changed].map(([path, facts]): [string, ChangedNames] => {
      const unit = this.#ground.names.resolverOf(path)?.unitOf(path);
      return [path, changedNames(before.get(path) ?? facts, facts, unit)];
    });
    for (const path of new Set([...changed.keys(), ...findDependents(this.#ground, new Map(offers))])) this.#make(path);
    return true;
  }

  /** Returns the current structure. */
  structure(): Structure {
    const parts = [...this.#parts.values()];
    const more = new Edges();
    addModuleEdges(
      this.#modules,
      parts.map((part) => part.imports),
      more,
    );
    addNamesakes(this.#ground, more, (path, target) => this.#leansOn(path, target, ['tests']));
    addConftests(this.#ground, more, (path, target) => this.#leansOn(path, target, ['tests', 'depends']));
    addOfferedByPackages(this.#ground, this.#modules, more);
    const apis = addApis(this.#ground, more);
    const configured = new Edges();
    addManifestImports(this.#ground, configured);
    const withConfigs = [...this.#configured, ...configured.all()];
    const rest = {
      nodes: [...this.#configNodes(withConfigs), ...moduleNodes(this.#modules), ...apis],
      edges: betweenShown(this.#facts, [...withConfigs, ...more.all()]),
    };
    const shown = withoutUnreadLeaves(this.#facts, this.#parts, rest);
    return { parts: shown, problems: this.#problems, unread: this.#unread, ...this.#gaps() };
  }

  #gaps(): ImportGaps {
    const { unresolved, uncertain } = importGaps(this.#ground.names, this.#facts.keys());
    const all = [...unresolved, ...this.#unresolvedTexts];
    const byPlace = (one: UnresolvedImport, other: UnresolvedImport): number =>
      compareCodePoints(one.path, other.path) || one.line - other.line;
    return { unresolved: this.#unresolvedTexts.length === 0 ? all : all.sort(byPlace), uncertain };
  }

  /** Whether an unresolved or external import may mean a file that is not a source. */
  mayImport(path: string): boolean {
    return this.#ground.names.mayMean(path);
  }

  #make(path: string): void {
    const { project, names, tests } = this.#ground;
    const facts = this.#facts.get(path);
    if (facts === undefined) return;
    const [imports, uses] = [new Edges(), new Edges()];
    addImports(this.#ground, path, imports, uses);
    addPackageEdges(this.#ground, path, imports);
    addUsed(this.#ground, path, imports);
    addUsedAtTop(this.#ground, path, imports);
    addSymbolEdges(project, names, path, uses);
    const own = betweenShown(this.#facts, imports.all());
    const others = betweenShown(this.#facts, uses.all());
    const isTested = facts.testsItself === true && !tests.isTest(path);
    const inside = isTested
      ? [{ from: path, to: path, type: 'tests', weight: 1, description: `${path} contains its own tests` } as const]
      : [];
    this.#parts.set(path, { nodes: nodesOf(path, facts, tests.isTest(path)), imports: own, edges: [...own, ...others, ...inside] });
  }

  #leansOn(path: string, target: string, types: readonly SemanticEdge['type'][]): boolean {
    return this.#parts.get(path)?.imports.some(({ to, type }) => to === target && types.includes(type)) === true;
  }

  /** Returns nodes for configuration files at the ends of edges, except sources, which have nodes already. */
  #configNodes(edges: readonly SemanticEdge[]): StructureNode[] {
    const found = new Set(edges.flatMap(({ from, to }) => [from, to]));
    const others = [...found].filter((path) => this.#texts.has(path) && !this.#facts.has(path));
    return others.map((path) => ({ id: path, type: 'file', path, name: nameOf(path) }));
  }
}
