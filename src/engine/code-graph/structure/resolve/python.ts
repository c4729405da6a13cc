import { at, entriesOf, textOf } from '../../../kernel/foreign-data.ts';
import type { ImportedName, ImportFact } from '../../facts.ts';
import { below, folderOf, foldersUp, nameOf, pathFrom } from '../paths.ts';
import { type Offer, type Package, type Project, type Resolution, type Resolver, singleUnits, type Taken, type Unit } from '../unit.ts';

const MANIFEST = /^(?:pyproject\.toml|setup\.cfg|setup\.py)$/;
const ENDINGS = ['.py', '.pyi'];

/** Where absolute imports begin: the top, the folders of manifests, and `src` in each. */
function sourceRoots({ facts, configs }: Project): string[] {
  const folders = [...configs.keys(), ...facts.keys()].filter((path) => MANIFEST.test(nameOf(path))).map(folderOf);
  return [...new Set(['', ...folders].flatMap((folder) => [folder, below(folder, 'src')]))];
}

class PythonModules {
  readonly #roots: readonly string[];
  /** All folders in which a file of the project lies, however deep. */
  readonly #folders = new Set<string>();

  constructor(private readonly project: Project) {
    this.#roots = sourceRoots(project);
    for (const path of project.facts.keys()) {
      if (!/\.pyi?$/.test(path)) continue;
      for (const folder of foldersUp(folderOf(path))) {
        if (this.#folders.has(folder)) break;
        this.#folders.add(folder);
      }
    }
  }

  /** The file of a module, a package's being its `__init__`; `null` where there is none. */
  fileAt(place: string): string | null {
    const files = [...ENDINGS.map((ending) => place + ending), ...ENDINGS.map((ending) => below(place, `__init__${ending}`))];
    return files.find((file) => this.project.facts.has(file)) ?? null;
  }

  /** Where a module may be, without its ending; `null` where nothing of the project is meant. */
  placeOf(specifier: string, from: string): string | null {
    const dots = /^\.*/.exec(specifier)?.[0].length ?? 0;
    const rest = specifier.slice(dots).replaceAll('.', '/');
    if (dots > 0) return pathFrom(folderOf(from), `${'../'.repeat(dots - 1)}${rest === '' ? '.' : rest}`);
    if (rest === '') return null;
    const roots = [...this.#roots, this.#ownRoot(from)];
    const places = [...new Set(roots)].map((root) => below(root, rest));
    return places.find((place) => this.fileAt(place) !== null || this.#folders.has(place)) ?? null;
  }

  /** The folder that holds the outermost package of a file. */
  #ownRoot(from: string): string {
    let root = folderOf(from);
    while (root !== '' && ENDINGS.some((ending) => this.project.facts.has(below(root, `__init__${ending}`)))) root = folderOf(root);
    return root;
  }
}

/** What is taken from a module: its sub-modules are files of their own. */
function takenFrom(modules: PythonModules, place: string, names: readonly ImportedName[], unitOf: (path: string) => Unit): Taken[] {
  const inner: Taken[] = [];
  const own: ImportedName[] = [];
  for (const name of names) {
    const file = name.name === '*' ? null : modules.fileAt(below(place, name.name));
    if (file === null) own.push(name);
    else inner.push({ unit: unitOf(file), names: [{ name: '*', local: name.local }] });
  }
  const file = modules.fileAt(place);
  return file !== null && (own.length > 0 || inner.length === 0) ? [{ unit: unitOf(file), names: own }, ...inner] : inner;
}

/** Python: relative and absolute imports, packages with and without `__init__.py`. */
export function pythonResolver(project: Project): Resolver {
  const modules = new PythonModules(project);
  const unitOf = singleUnits();
  return {
    unitOf,
    packageOf: (path) => packageOf(project, path),
    resolve: ({ specifier, names }: ImportFact, from): Resolution => {
      const place = modules.placeOf(specifier, from);
      if (place !== null) return takenFrom(modules, place, names, unitOf);
      return specifier.startsWith('.') ? [] : 'outside';
    },
    offers: () => pythonPrograms(project, modules),
  };
}

/** The nearest folder with an `__init__.py`, else the one with a manifest. */
function packageOf({ facts, configs }: Project, path: string): Package | null {
  for (const folder of foldersUp(folderOf(path))) {
    if (ENDINGS.some((ending) => facts.has(below(folder, `__init__${ending}`)))) return { folder, name: nameOf(folder) || 'the project' };
    const manifest = configs.get(below(folder, 'pyproject.toml'));
    if (manifest !== undefined) return { folder, name: nameIn(manifest) ?? (nameOf(folder) || 'the project') };
  }
  return null;
}

const nameIn = (manifest: unknown): string | undefined =>
  textOf(at(manifest, 'project', 'name')) ?? textOf(at(manifest, 'tool', 'poetry', 'name'));

/** Programs that a `pyproject.toml` names, with the files that they begin in. */
function pythonPrograms(project: Project, modules: PythonModules): Offer[] {
  return [...project.configs].flatMap(([config, manifest]) =>
    nameOf(config) !== 'pyproject.toml'
      ? []
      : [...entriesOf(at(manifest, 'project', 'scripts')), ...entriesOf(at(manifest, 'tool', 'poetry', 'scripts'))].flatMap(
          ([name, target]): Offer[] => {
            const [module = ''] = typeof target === 'string' ? target.split(':', 1) : [];
            const place = modules.placeOf(module.trim(), config);
            const path = place === null ? null : modules.fileAt(place);
            return path === null ? [] : [{ kind: 'program', name, path }];
          },
        ),
  );
}
