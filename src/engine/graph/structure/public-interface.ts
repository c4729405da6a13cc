import type { SymbolFact } from '../facts.ts';
import type { Edges } from './edges/edges.ts';
import { symbolId } from './edges/symbol-edges.ts';
import { WEIGHT_OFFERED } from './edges/top-uses.ts';
import { type Modules, moduleId } from './modules.ts';
import { folderOf, listAncestors } from './paths.ts';
import { isPassedOverByGo } from './resolve/go/go-modules.ts';
import type { StructureParts } from './structure-parts.ts';
import type { EntryPoint, NameTarget, Unit } from './unit.ts';

const OFFERING: ReadonlySet<string> = new Set(['typescript', 'tsx', 'javascript', 'rust']);

/** A name that importers get from a file through another file; `*` for all names of a unit. */
interface PassedOn {
  readonly unit: Unit;
  readonly name: string;
}

/** Returns what importers of a file get from other files: its re-exports, and the public modules of Rust. */
function passedOnBy({ project, names }: StructureParts, path: string): PassedOn[] {
  const modules = new Set(project.facts.get(path)?.modules?.flatMap((each) => (each.isPublic ? [`self::${each.path}`] : [])));
  const all = names.importsOf(path).filter(({ fact }) => fact.kind === 're-export' || modules.has(fact.specifier));
  return all.flatMap(({ taken }) => taken).flatMap(({ unit, names: each }) => each.map(({ name }) => ({ unit, name })));
}

/** Returns the symbols that a file offers itself. */
function ownOffers({ project, names }: StructureParts, path: string): NameTarget[] {
  const isRust = project.facts.get(path)?.language === 'rust';
  const own = [...names.declared(path).values()].filter(({ exportedAs, isPublic }) => (isRust ? isPublic : exportedAs.length > 0));
  return own.map((symbol) => ({ path, symbol }));
}

/**
 * Returns the functions and types that other projects get from a package or a program of npm or Cargo.
 * @param entry its file, as its manifest names it
 */
export function interfaceOf(ground: StructureParts, { kind, path: entry }: EntryPoint): NameTarget[] {
  const language = ground.project.facts.get(entry)?.language;
  // Other crates cannot use a program, and the importers of Python name any module.
  if (language === undefined || !OFFERING.has(language) || (language === 'rust' && kind === 'program')) return [];
  const found: NameTarget[] = [];
  const seen = new Set([entry]);
  for (const path of seen) {
    const passedOn = passedOnBy(ground, path);
    const named = passedOn.flatMap(({ unit, name }) => (name === '*' ? [] : ground.names.findAll(unit, name)));
    found.push(...ownOffers(ground, path), ...named);
    for (const file of passedOn.flatMap(({ unit, name }) => (name === '*' ? unit.files : []))) seen.add(file);
  }
  return found;
}

/** Returns a function that finds the Go module of a file: the folder of its `go.mod`; `null` if there is none. */
function goModules({ configs }: StructureParts['project']): (path: string) => string | null {
  return (path) => [...listAncestors(folderOf(path))].find((folder) => configs.has(folder === '' ? 'go.mod' : `${folder}/go.mod`)) ?? null;
}

/**
 * Returns a function that tells whether other projects may import a package of Go. A module with programs is an application, except for the
 * package in its own folder. Programs in folders that the go tool ignores (`_examples`) do not count.
 */
function isGoLibrary({ project, names }: StructureParts): (path: string) => boolean {
  const moduleOf = goModules(project);
  const programs = new Set<string | null>();
  for (const { kind, path } of names.resolvers.entryPoints()) {
    const module = kind === 'program' ? moduleOf(path) : null;
    if (module !== null && !isPassedOverByGo(path.slice(module.length))) programs.add(module);
  }
  return (path) => {
    const module = moduleOf(path);
    if (module === null || /(?:^|\/)(?:internal|testdata|vendor)\//.test(path)) return false;
    return project.facts.get(path)?.packageName !== 'main' && (!programs.has(module) || folderOf(path) === module);
  };
}

/** Returns the reason why another project or a framework may use a declaration of Go or Java; `null` if there is none. */
type Offering = (path: string, symbol: SymbolFact) => string | null;

function offering(ground: StructureParts): Offering {
  const { facts } = ground.project;
  const isLibrary = isGoLibrary(ground);
  const isJavaProgram = [...facts].some(
    ([path, { language, isProgram }]) => language === 'java' && isProgram && !ground.tests.isForTests(path),
  );
  return (path, { name, isPublic }) => {
    const { language, usedAtTop = [] } = facts.get(path) ?? {};
    if (language === 'go')
      return /^\p{Lu}/u.test(name) && !name.includes('.') && isLibrary(path) ? `importers get ${name} from ${path}` : null;
    if (language !== 'java') return null;
    if (usedAtTop.includes(name)) return `${name} has an annotation by which a framework may find it (${path})`;
    return isPublic && !isJavaProgram ? `importers get ${name} from ${path}` : null;
  };
}

/**
 * Adds `depends` edges from packages of Go and Java to what other projects and frameworks use of them. These languages have no entry file
 * that names it.
 */
export function addOfferedByPackages(ground: StructureParts, modules: Modules, edges: Edges): void {
  const reasonOf = offering(ground);
  for (const [path, { language, symbols }] of ground.project.facts) {
    const folder = language === 'go' || language === 'java' ? modules.folderOf(path) : undefined;
    if (folder === undefined || ground.tests.isForTests(path)) continue;
    for (const symbol of symbols) {
      const why = reasonOf(path, symbol);
      if (why === null) continue;
      edges.add('depends', moduleId(folder), path, WEIGHT_OFFERED, why);
      edges.add('depends', moduleId(folder), symbolId(path, symbol.name), WEIGHT_OFFERED, why);
    }
  }
}
