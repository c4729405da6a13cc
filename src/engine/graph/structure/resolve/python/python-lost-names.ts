import { type ExistingPlaces, isPlainPath } from '../../manifests/existing-places.ts';
import { folderOf, joinPath, resolvePath } from '../../paths.ts';
import { type ImportedUnit, type LostName, listImportedUnits, mayExist, type Project, type Resolution } from '../../unit.ts';
import { modulesNamedBy, type NamedModule, scriptFiles } from './python-entry-points.ts';
import { isInit, type PythonModules } from './python-modules.ts';
import { type NamedPath, pathsNamedBy } from './python-named-paths.ts';

/** A module, also with an object in it: `shop.cli:main`, `shop.cli:main [extra]`. */
const TARGET = /^\s*([A-Za-z_]\w*(?:\.\w+)*)\s*(?:$|\[|:\s*([\w.]*))/;

/** How modules are found. */
interface Finders {
  resolve(specifier: string, from: string): Resolution;
  /** Returns the files that a module may be, anywhere in the project; empty if an installed module is meant. */
  candidates(specifier: string, from: string): readonly string[];
  /** Whether a module certainly lacks a name. */
  isMissing(file: string, name: string): boolean;
}

type Lost = Pick<LostName, 'reason' | 'candidates'>;

/** Finds the modules of the project that Python manifests name and that lead to no single file (decision 0033). */
class LostModules {
  constructor(
    private readonly project: Project,
    private readonly modules: PythonModules,
    private readonly finders: Finders,
  ) {}

  /** Returns why a module leads to no file; `null` if it leads to one, or if an installed module is meant. */
  verdict({ target, from, within }: NamedModule): Lost | null {
    const [, module, object = ''] = TARGET.exec(target) ?? [];
    if (module === undefined) return null;
    if (within !== undefined) return within !== null && this.#isBelow(module, within) ? null : { reason: 'not found', candidates: [] };
    const resolution = this.finders.resolve(module, from);
    const [found] = listImportedUnits(resolution);
    if (found !== undefined) return this.#hasObject(found, object) ? null : { reason: 'not found', candidates: [] };
    const candidates = this.finders.candidates(module, from);
    const isOwn = resolution !== 'outside' || candidates.length > (module.includes('.') ? 0 : 1) || this.#isBelowFile(module, from);
    return isOwn ? { reason: candidates.length > 1 ? 'ambiguous' : 'not found', candidates } : null;
  }

  /** Whether a module may have the object that starts a program or a plugin: `main` of `shop.cli:main`. */
  #hasObject({ unit: { files } }: ImportedUnit, object: string): boolean {
    const [file] = files;
    const [name = ''] = object.split('.', 1);
    return name === '' || file === undefined || !this.finders.isMissing(file, name);
  }

  #isBelow(module: string, folder: string): boolean {
    const place = joinPath(folder, module.replaceAll('.', '/'));
    return this.modules.kindOf(place) !== null || mayExist(this.project, `${place}.py`);
  }

  /** Whether the first name of a module is a file, so that nothing can be below it. */
  #isBelowFile(module: string, from: string): boolean {
    const [first = ''] = module.split('.', 1);
    const [top] = first === module ? [] : listImportedUnits(this.finders.resolve(first, from)).flatMap(({ unit }) => unit.files);
    return top !== undefined && !isInit(top);
  }
}

function lostModulesIn(config: string, value: unknown, lost: LostModules): LostName[] {
  const named = modulesNamedBy(config, value).map((each) => ({ ...each, why: lost.verdict(each) }));
  // A build backend may be in any folder of its `backend-path`.
  const found = new Set(named.flatMap(({ key, written, why }) => (why === null ? [`${key} ${written}`] : [])));
  return named.flatMap(({ key, written, target, why }): LostName[] => {
    if (why === null || found.has(`${key} ${written}`)) return [];
    found.add(`${key} ${written}`);
    const attribute = TARGET.exec(target)?.[2]?.split('.', 1)[0] ?? '';
    return [{ path: config, key, written, names: attribute === '' ? [] : [attribute], language: 'py', ...why }];
  });
}

/** Returns the scripts, files and folders that a manifest names and that are not there. */
function lostPaths(places: ExistingPlaces, config: string, value: unknown): LostName[] {
  const scripts = scriptFiles(config, value).map((each) => ({ written: each.trim(), places: [each.trim()] }));
  const all: readonly (Omit<NamedPath, 'key'> & Partial<NamedPath>)[] = [...scripts, ...pathsNamedBy(config, value)];
  return all.flatMap(({ key, written, places: wanted }): LostName[] => {
    const paths = wanted.flatMap((place) => (isPlainPath(place) ? (resolvePath(folderOf(config), place) ?? []) : []));
    if (paths.length === 0 || paths.some((path) => path === '' || places.mayExist(path))) return [];
    const what = key === undefined ? {} : { key };
    return [{ path: config, ...what, written, names: [], language: 'py', reason: 'not found', candidates: [] }];
  });
}

/** Returns what Python manifests name of the project and what leads to no single file: modules of programs and plugins, scripts and paths. */
export function pythonLostNames(project: Project, modules: PythonModules, finders: Finders, places: ExistingPlaces): LostName[] {
  const lost = new LostModules(project, modules, finders);
  return [...project.configs].flatMap(([config, value]) => [...lostModulesIn(config, value, lost), ...lostPaths(places, config, value)]);
}
