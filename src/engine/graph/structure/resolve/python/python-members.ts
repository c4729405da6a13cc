import type { FileFacts, ImportedName } from '../../../facts.ts';
import { folderOf, nameOf } from '../../paths.ts';
import type { ImportsOf, Listed, Project, Resolution, ResolvedImport } from '../../unit.ts';
import { useLineLookup, usesAtTop } from '../../use-lines.ts';
import { isInit, modulePath, type PythonModules } from './python-modules.ts';
import type { PythonProvided, Verdict } from './python-provided.ts';

/** Names that modules may have without defining them: `__version__`, `__path__`. */
export const DUNDER = /^__.*__$/;

/** A module that a file knows by a name. */
interface KnownModule {
  readonly specifier: string;
  /** `null` for a folder without `__init__`. */
  readonly file: string | null;
  /** Its package, if that may have something else by the name of the module. Omitted if not. */
  readonly hiddenBy?: string;
}

/** Where the resolver looks for members of folders without `__init__`. */
export interface Folders {
  isFolder(specifier: string, from: string): boolean;
  resolve(specifier: string, names: readonly ImportedName[], from: string): Resolution;
}

const firstOf = (name: string): string => name.split('.', 1)[0] ?? '';

/** Returns the names with a dot that a file uses, each with all its lines. */
function membersUsedIn(facts: FileFacts): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, readonly number[]>();
  for (const symbol of facts.symbols) {
    const lineOf = useLineLookup(symbol);
    for (const used of symbol.uses) if (used.includes('.')) found.set(used, [lineOf(used)]);
  }
  for (const [used, line] of usesAtTop(facts)) if (used.includes('.') && line !== null) found.set(used, [line]);
  for (const [used, lines] of facts.memberLines ?? []) if (found.has(used)) found.set(used, lines);
  return found;
}

/** Returns the names of a file that may mean something else than one module: it binds them itself, or imports them twice. */
function otherNames(facts: FileFacts, imports: readonly ResolvedImport[]): Set<string> {
  const found = new Set([...(facts.topNames ?? []), ...facts.symbols.map(({ name }) => name)]);
  const meanings = new Map<string, string>();
  for (const { fact } of imports) {
    for (const { name, local } of fact.names) {
      const first = firstOf(local);
      // `import shop` and `import shop.cart` bind the same name.
      const meaning = name === '*' && local === fact.specifier ? first : `${fact.specifier} ${name}`;
      if ((meanings.get(first) ?? meaning) !== meaning) found.add(first);
      meanings.set(first, meaning);
    }
  }
  return found;
}

/** Returns the members that a file does not need to find: it sets them itself, or expects that they may be missing. */
const expectedIn = ({ attributes }: FileFacts): ReadonlySet<string> => new Set([...(attributes?.tried ?? []), ...(attributes?.set ?? [])]);

/** Finds members of imported modules that these do not have: `shop.cart` after `import shop` (decision 0033). */
export class PythonMembers {
  constructor(
    private readonly project: Project,
    private readonly modules: PythonModules,
    private readonly provided: PythonProvided,
    private readonly folders: Folders,
  ) {}

  missing(path: string, importsOf: ImportsOf): Listed[] {
    const facts = this.project.facts.get(path);
    if (facts === undefined || facts.isBroken) return [];
    const known = this.#modulesIn(path, facts, importsOf);
    if (known.size === 0) return [];
    const expected = expectedIn(facts);
    const imported = new Set(facts.imports.flatMap(({ names }) => names.map(({ local }) => local)));
    const found = new Map<string, Listed>();
    for (const [used, lines] of membersUsedIn(facts)) {
      const at = used.lastIndexOf('.');
      const [module, name] = [known.get(used.slice(0, at)), used.slice(at + 1)];
      if (module === undefined || imported.has(used) || expected.has(name) || DUNDER.test(name)) continue;
      const verdict = this.#verdict(module, name, path, importsOf);
      if (verdict === 'yes') continue;
      const specifier = `${module.specifier}.${name}`;
      const definer = verdict === 'no' ? {} : { definer: module.hiddenBy ?? module.file ?? path };
      for (const line of lines) found.set(`${line} ${specifier}`, { line, specifier, names: [{ name }], ...definer });
    }
    return [...found.values()];
  }

  #verdict({ specifier, file, hiddenBy }: KnownModule, name: string, path: string, importsOf: ImportsOf): Verdict {
    if (file === path) return 'yes';
    if (file !== null) {
      const verdict = this.provided.verdict(file, name, importsOf);
      if (verdict !== 'no') return verdict;
      return hiddenBy !== undefined || this.provided.mayBeSet(file, name, importsOf) ? 'maybe' : 'no';
    }
    const resolution = this.folders.resolve(specifier, [{ name, local: name }], path);
    const isThere = typeof resolution === 'string' || resolution.length > 0;
    return isThere || this.provided.mayBeSet(file, name, importsOf) ? 'yes' : 'no';
  }

  /** Returns the modules of the project that a file imports as a whole, by the names under which it knows them. */
  #modulesIn(path: string, facts: FileFacts, importsOf: ImportsOf): Map<string, KnownModule> {
    const known = new Map<string, KnownModule>();
    const imports = importsOf(path);
    for (const resolved of imports) {
      for (const name of resolved.fact.names) {
        const module = name.local === '*' ? null : this.#moduleOf(resolved, name, path, importsOf);
        if (module !== null) known.set(name.local, module);
      }
    }
    const others = known.size === 0 ? new Set() : otherNames(facts, imports);
    for (const local of known.keys()) if (others.has(firstOf(local))) known.delete(local);
    return known;
  }

  #moduleOf({ fact, taken, isLost }: ResolvedImport, name: ImportedName, path: string, importsOf: ImportsOf): KnownModule | null {
    const { specifier } = fact;
    const whole = name.name === '*' ? specifier : specifier.endsWith('.') ? specifier + name.name : `${specifier}.${name.name}`;
    for (const { unit, names, isForTypes } of taken) {
      const meant = names.find(({ local }) => local === name.local);
      const [file] = unit.files;
      if (meant === undefined || isForTypes || file === undefined) continue;
      return meant.name === '*' ? this.#knownAt(whole, file, importsOf) : null;
    }
    return !isLost && this.folders.isFolder(whole, path) ? { specifier: whole, file: null } : null;
  }

  /** Returns a module of the project; `null` if its package gives something else by its name: `from .cart import cart`. */
  #knownAt(specifier: string, file: string, importsOf: ImportsOf): KnownModule | null {
    const place = isInit(file) ? folderOf(file) : modulePath(file);
    const init = this.modules.fileAt(folderOf(place));
    if (place === '' || init === null || !isInit(init) || init === file) return { specifier, file };
    const verdict = this.provided.bindsOther(init, nameOf(place), file, importsOf);
    if (verdict === 'yes') return null;
    return { specifier, file, ...(verdict === 'no' ? {} : { hiddenBy: init }) };
  }
}
