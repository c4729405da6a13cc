import { valueAt } from '../../../../text/foreign-data.ts';
import type { ImportedName, ImportFact } from '../../../facts.ts';
import { folderOf, joinPath, nameOf, resolvePath } from '../../paths.ts';
import type { ImportsOf, Project, ResolvedImport, Uncertain, Unresolved } from '../../unit.ts';
import { Reach } from '../reach.ts';
import { lookUpExport, normalizeExports } from './npm/npm-exports.ts';
import { allPaths } from './npm/npm-targets.ts';
import type { ScriptModules } from './script-modules.ts';
import { isRelative } from './specifiers.ts';

const READ: ReadonlySet<string> = new Set(['typescript', 'tsx', 'javascript']);
const TAKES_NAMES: ReadonlySet<ImportFact['kind']> = new Set(['import', 're-export', 'dynamic']);
const DECLARATIONS = /\.d\.(?:[^./]+\.)?[cm]?ts$/;
const ENDING = /\.[cm]?[jt]sx?$/;
/** Members that a loaded module has besides its exports. */
const OF_OBJECTS: ReadonlySet<string> = new Set(['then', '__esModule', ...Object.getOwnPropertyNames(Object.prototype)]);

/** Whether a file exports a name: `maybe` if its text does not show all its names. */
type Verdict = 'yes' | 'no' | 'maybe';

/** What a file exports. */
interface Exports {
  readonly names: ReadonlySet<string>;
  /** It may export any other name. */
  readonly isOpen: boolean;
  /** The files whose names it all exports. */
  readonly stars: readonly string[];
}

/** Finds imported names that no file exports (decision 0032). */
export class ScriptNames {
  readonly #exports = new Map<string, Exports>();
  readonly #reach = new Reach();
  readonly #open = new Reach();
  /** The names that `declare module` adds to files; `*` for any. */
  #augmented: ReadonlyMap<string, ReadonlySet<string>> | undefined;

  /** @param isAmbient whether a declaration of the project declares the module of an import */
  constructor(
    private readonly project: Project,
    private readonly modules: Pick<ScriptModules, 'packages' | 'tsConfigs'>,
    private readonly isAmbient: (specifier: string, from: string) => boolean,
  ) {}

  /** Forgets what it knows, after facts changed. */
  forget(): void {
    this.#exports.clear();
    this.#reach.forget();
    this.#open.forget();
    this.#augmented = undefined;
  }

  /** Returns the imported names that none of the files which an import may mean exports, those of each line together. */
  missing({ fact, taken }: ResolvedImport, from: string, importsOf: ImportsOf): Unresolved[] {
    if (!TAKES_NAMES.has(fact.kind) || taken.length === 0) return [];
    const files = taken.flatMap(({ unit }) => unit.files);
    const names = fact.names.filter(({ name }) => files.every((file) => this.#verdict(file, name, importsOf) === 'no'));
    const isCertain = names.length > 0 && this.#isCertain(fact, from, files, importsOf);
    const lacking = isCertain ? names.filter((name) => !isOfObject(fact, name)) : [];
    return byLine(fact, lacking).map((each) => ({ ...each, definers: files }));
  }

  /** Returns the imported names that a file may export although its text does not show them. */
  uncertain({ fact, taken }: ResolvedImport, from: string, importsOf: ImportsOf): Uncertain[] {
    if (!TAKES_NAMES.has(fact.kind) || taken.length === 0 || this.isAmbient(fact.specifier, from)) return [];
    const files = taken.flatMap(({ unit }) => unit.files);
    // Other languages, such as Vue, export in ways of their own.
    const [file] = files;
    if (file === undefined || !files.every((each) => READ.has(this.project.facts.get(each)?.language ?? ''))) return [];
    const verdictOf = ({ name }: ImportedName): Verdict[] => files.map((each) => this.#verdict(each, name, importsOf));
    const asked = fact.names.filter((name) => name.name !== 'default' && !isOfObject(fact, name));
    const open = asked.filter((name) => !verdictOf(name).includes('yes'));
    const isCertain = open.length > 0 && this.#isCertain(fact, from, files, importsOf);
    const unsure = isCertain ? open.filter((name) => verdictOf(name).includes('maybe')) : open;
    return byLine(fact, unsure).map((each) => ({ ...each, definer: file }));
  }

  /** Whether the import certainly gets its names from these files, and not from a mock or a declaration. */
  #isCertain(fact: ImportFact, from: string, files: readonly string[], importsOf: ImportsOf): boolean {
    if (this.project.facts.get(from)?.isBroken !== false || this.isAmbient(fact.specifier, from)) return false;
    const isMock = (other: ImportFact): boolean =>
      other.specifier === fact.specifier && other.kind === 'dynamic' && other.names.length === 0;
    if (importsOf(from).some((other) => isMock(other.fact))) return false;
    return files.every((file) => !this.#isMocked(file) && this.#isNamed(fact.specifier, from, file));
  }

  /** Whether an import names a file itself. Of build output it is not known what exactly it was built from. */
  #isNamed(specifier: string, from: string, file: string): boolean {
    if (isRelative(specifier)) return isWritten(resolvePath(folderOf(from), specifier.split(/[?#]/, 1)[0] ?? ''), file);
    const { packages, tsConfigs } = this.modules;
    if (tsConfigs.candidates(specifier, from).isNamed) return true;
    const meaning = packages.meaning(specifier, from);
    const owner = specifier.startsWith('#') ? packages.packageOf(from) : (meaning?.package ?? null);
    if (owner === null) return true;
    const inside = owner.folder === '' ? file : file.slice(owner.folder.length + 1);
    const written = [`"${inside}"`, `"./${inside}"`].some((each) => JSON.stringify(owner.manifest).includes(each));
    if (written || (meaning !== null && isWritten(resolvePath(owner.folder, meaning.subpath), file))) return true;
    // A pattern does not contain the path as such.
    const [map, name] =
      meaning === null ? [valueAt(owner.manifest, 'imports'), specifier] : [normalizeExports(owner.manifest), meaning.subpath];
    const targets = lookUpExport(map, name);
    return targets !== null && [...allPaths(targets.code), ...allPaths(targets.types)].includes(`./${inside}`);
  }

  #isMocked(file: string): boolean {
    const place = joinPath(folderOf(file), `__mocks__/${nameOf(file)}`).replace(ENDING, '');
    return ['.ts', '.tsx', '.js', '.jsx'].some((ending) => this.project.facts.has(place + ending));
  }

  #verdict(file: string, name: string, importsOf: ImportsOf): Verdict {
    if (name === '*') return 'yes';
    const { names, isOpen, stars } = this.#exportsOf(file, importsOf);
    if (names.has(name)) return 'yes';
    if (stars.length === 0 || name === 'default') return isOpen ? 'maybe' : 'no';
    const ways = (each: string): readonly string[] => this.#exportsOf(each, importsOf).stars;
    if (this.#reach.holds(file, name, (each) => this.#exportsOf(each, importsOf).names.has(name), ways)) return 'yes';
    return this.#open.holds(file, '', (each) => this.#exportsOf(each, importsOf).isOpen, ways) ? 'maybe' : 'no';
  }

  #exportsOf(file: string, importsOf: ImportsOf): Exports {
    const known = this.#exports.get(file) ?? this.#read(file, importsOf);
    this.#exports.set(file, known);
    return known;
  }

  #read(file: string, importsOf: ImportsOf): Exports {
    const facts = this.project.facts.get(file);
    const passed = importsOf(file).filter(({ fact }) => fact.kind === 're-export');
    const stars = passed.filter(({ fact }) => fact.names.some(({ local }) => local === '*'));
    const added = this.#addedTo(file, importsOf);
    const names = new Set([
      ...added,
      ...(facts?.topNames ?? []),
      ...(facts?.symbols ?? []).flatMap(({ exportedAs }) => exportedAs),
      ...passed.flatMap(({ fact }) => fact.names.map(({ local }) => local)),
    ]);
    const isRead = facts !== undefined && READ.has(facts.language) && !facts.isBroken && facts.unread === undefined;
    const isMade = facts?.isGenerated === true || facts?.linkTo !== undefined || DECLARATIONS.test(file);
    const isWide = facts?.topNames?.includes('*') === true || stars.some(({ taken }) => taken.length === 0);
    return {
      names,
      isOpen: !isRead || isMade || isWide || added.has('*'),
      stars: stars.flatMap(({ taken }) => taken.flatMap(({ unit }) => unit.files)),
    };
  }

  /** Returns the names that `declare module` adds to a file. */
  #addedTo(file: string, importsOf: ImportsOf): ReadonlySet<string> {
    this.#augmented ??= this.#augmentations(importsOf);
    return this.#augmented.get(file) ?? new Set();
  }

  #augmentations(importsOf: ImportsOf): ReadonlyMap<string, ReadonlySet<string>> {
    const found = new Map<string, Set<string>>();
    for (const path of this.project.facts.keys()) {
      for (const { fact, taken } of importsOf(path)) {
        if (fact.augmented === undefined) continue;
        for (const file of taken.flatMap(({ unit }) => unit.files)) {
          found.set(file, new Set([...(found.get(file) ?? []), ...fact.augmented]));
        }
      }
    }
    return found;
  }
}

/** Groups imported names by their lines. */
function byLine({ specifier, line: at }: ImportFact, names: readonly ImportedName[]): Pick<Unresolved, 'specifier' | 'line' | 'names'>[] {
  const lines = new Set(names.map(({ line = at }) => line));
  return [...lines].map((line) => ({ specifier, line, names: names.filter((name) => (name.line ?? at) === line) }));
}

/** Whether a loaded module has a member anyway. */
const isOfObject = ({ kind, isRequired }: ImportFact, { name }: ImportedName): boolean =>
  (kind === 'dynamic' || isRequired === true) && OF_OBJECTS.has(name);

/** Whether a path is that of a file, as written in an import. */
function isWritten(path: string | null, file: string): boolean {
  if (path === null) return false;
  return [path, path.replace(ENDING, ''), joinPath(path, 'index')].includes(file.replace(ENDING, ''));
}
