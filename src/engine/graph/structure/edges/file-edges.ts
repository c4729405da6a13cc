import type { ImportFact } from '../../facts.ts';
import { NOT_LOADED } from '../../loading.ts';
import { Scope } from '../scope.ts';
import type { StructureParts } from '../structure-parts.ts';
import { IS_DESCRIPTION, namesakes } from '../tests/namesakes.ts';
import { fileStem, testedFileName } from '../tests/test-files.ts';
import { useLineLookup, usesAtTop } from '../use-lines.ts';
import { type Edges, joinNames } from './edges.ts';
import { ImportUses, type Use } from './import-uses.ts';
import { addUsesAtTop } from './top-uses.ts';

/** Weights of an import: `base` plus `perName` for each imported name, up to `most`. `typesOnly` is a factor. */
const IMPORT = { base: 0.5, perName: 0.1, most: 1, dynamic: 0.4, typesOnly: 0.5 } as const;
/** Weights of `tests` edges. The highest is for a file that the test both imports and is named after. */
const TESTED = { imported: 0.6, namesake: 1, nameAlone: 0.5 } as const;
/** Weight of files that an import only passes through. It is low because few of their changes affect the importing file. */
const ON_WAY = 0.3;
/** An import of a whole module counts as at least this many names. */
const WHOLE = 3;

/** Whether the target is loaded later than the importing file. */
const isLater = ({ kind }: ImportFact): boolean => kind === 'dynamic' || kind === 'glob' || kind === 'url';

const isText = ({ kind }: ImportFact): boolean => kind === 'text';

function importWeight({ facts, names }: Use): number {
  const counted = names.has('*') ? Math.max(WHOLE, names.size) : names.size;
  const weight = facts.every(isLater) ? IMPORT.dynamic : Math.min(IMPORT.most, IMPORT.base + IMPORT.perName * counted);
  return facts.every(({ isTypeOnly }) => isTypeOnly) ? weight * IMPORT.typesOnly : weight;
}

/** Returns the note that the target is not loaded together with the file, as a suffix of the line number; empty if it is loaded. */
function loadingOf({ facts, by }: Use): string {
  const atRun = facts.filter(({ isTypeOnly }) => !isTypeOnly);
  if (atRun.length === 0) return `, ${NOT_LOADED.types}`;
  if (atRun.every(isText)) return `, ${NOT_LOADED.text}`;
  if (atRun.every((fact) => isLater(fact) || isText(fact))) return `, ${NOT_LOADED.later}`;
  return by === undefined ? '' : `, ${NOT_LOADED.through}`;
}

/** Formats the lines of the imports: `line 3`, `lines 3 and 9`. */
function linesIn(facts: readonly ImportFact[]): string {
  const lines = [...new Set(facts.map(({ line }) => line))].sort((one, other) => one - other);
  return `${lines.length > 1 ? 'lines' : 'line'} ${joinNames(lines.map(String))}`;
}

function verbOf(facts: readonly ImportFact[]): string {
  if (facts.every(({ kind }) => kind === 're-export')) return 're-exports';
  return facts.every(isText) ? 'includes' : facts.every(isLater) ? 'loads' : 'imports';
}

function sentence(path: string, target: string, use: Use): string {
  const { facts, names, by } = use;
  const what =
    names.size === 0 || names.has('*') ? '' : `${joinNames([...names].map((name) => (name === 'default' ? 'the default' : name)))} from `;
  const way = by === undefined ? '' : `, which ${by} re-exports`;
  return `${path} ${verbOf(facts)} ${what}${target}${way} (${linesIn(facts)}${loadingOf(use)})`;
}

interface Connection {
  readonly path: string;
  readonly target: string;
  readonly weight: number;
  /** Upper bound for the weight of a `tests` edge. Default: 1. */
  readonly most?: number;
  readonly why: string;
}

/** Adds a `tests` edge from a test to a file that is not for tests, otherwise a `depends` edge. @param weight of `depends` */
export function addEdge({ project, tests }: StructureParts, edges: Edges, { path, target, weight, most = 1, why }: Connection): void {
  if (!project.facts.has(target)) return;
  if (tests.edgeType(path, target) === 'depends') edges.add('depends', path, target, weight, why);
  else edges.add('tests', path, target, Math.min(most, testedFileName(path) === fileStem(target) ? TESTED.namesake : TESTED.imported), why);
}

/**
 * Adds `depends` and `tests` edges from a file to the files that it imports.
 * @param onWay receives the edges to files that imports only pass through
 */
export function addImports(parts: StructureParts, path: string, edges: Edges, onWay: Edges): void {
  const { found, passedOn, onWay: passed } = new ImportUses(parts.project, parts.names, path);
  for (const [target, use] of [...found, ...passedOn]) {
    // A direct import of the target is more specific.
    if (use.by !== undefined && found.has(target)) continue;
    addEdge(parts, edges, { path, target, weight: importWeight(use), why: sentence(path, target, use) });
  }
  for (const [target, { specifier, line }] of passed) {
    if (found.has(target) || passedOn.has(target)) continue;
    // The modules of a path in Rust are only looked at. In Python and Go, an import runs the files on its way.
    const way = target.endsWith('.rs') ? ` through ${target}` : `, which runs ${target} first`;
    const why = `${path} imports ${specifier}${way} (line ${line}, ${NOT_LOADED.onWay})`;
    addEdge(parts, onWay, { path, target, weight: ON_WAY, most: ON_WAY, why });
  }
  addUsesAtTop(parts, path, edges);
}

/** Adds edges between files of one package that see each other without an import (Go, Java), by the names that they use. */
export function addPackageEdges(parts: StructureParts, path: string, edges: Edges): void {
  const { names, project } = parts;
  const unit = names.resolverOf(path)?.unitOf(path);
  if (unit === undefined || unit.files.length < 2) return;
  const scope = new Scope(names, path);
  const add = (used: string, where: string): void => {
    for (const meant of scope.meanings(used)) {
      if (!unit.files.includes(meant.path)) continue;
      const why = `${path} uses ${meant.symbol?.name ?? meant.path} ${where}`;
      addEdge(parts, edges, { path, target: meant.path, weight: IMPORT.base + IMPORT.perName, why });
    }
  };
  const facts = project.facts.get(path);
  for (const symbol of facts?.symbols ?? []) {
    const { name, uses, extends: above, implements: promised } = symbol;
    const lineOf = useLineLookup(symbol);
    for (const used of [...uses, ...above, ...promised]) add(used, `in ${name} (line ${lineOf(used)})`);
  }
  if (facts === undefined || !IS_DESCRIPTION.test(path)) return;
  for (const [used, line] of usesAtTop(facts)) add(used, `for its package${line === null ? '' : ` (line ${line})`}`);
}

/**
 * Adds `tests` edges by name alone, for tests that use nothing else of the project: `tests/login.test.ts` and `src/login.ts`.
 * @param isLeanedOn whether there is such an edge already, which weighs more
 */
export function addNamesakes(parts: StructureParts, edges: Edges, isLeanedOn: (path: string, target: string) => boolean): void {
  for (const [path, each] of namesakes(parts)) {
    if (!isLeanedOn(path, each)) edges.add('tests', path, each, TESTED.nameAlone, `${path} is named after ${each}`);
  }
}
