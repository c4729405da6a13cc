import type { FileFacts } from '../../../facts.ts';
import { folderOf, joinPath, listAncestors, nameOf, resolvePath } from '../../paths.ts';
import type { Project } from '../../unit.ts';
import { modulePath, type PythonModules } from './python-modules.ts';

/** Files whose folder pytest puts on the search path, unless it is a package. */
const OF_PYTEST = /^(?:test_.*|.*_test|conftest)\.py$/;
/** Files that run before every module below their folder. */
const RUN_BEFORE = ['conftest.py', '__init__.py'];
/** Values of PYTHONPATH in texts and in parsed data (`"PYTHONPATH": "libs"`). */
const PYTHONPATH = /\bPYTHONPATH\b["']?\s*[:=]?\s*["']?([^\s"',]+)/g;
/** A folder that only the running program knows. */
const UNKNOWN = '*';

/** Folders that only the running program, a test runner or an environment puts on the search path. */
export class ExtendedPaths {
  /** Files that add folders, by the name of their module. */
  readonly #byName = new Map<string, string[]>();
  /** Folders that a program adds, each with the folder of the program. */
  readonly #added: { readonly folder: string; readonly below: string }[] = [];
  readonly #ofPytest = new Set<string>();
  /** The ends of the folders in PYTHONPATH. */
  readonly #named: readonly string[];

  constructor(
    private readonly project: Project,
    modules: PythonModules,
  ) {
    for (const [path, { language, searchPaths = [] }] of project.facts) {
      if (language !== 'python') continue;
      if (OF_PYTEST.test(nameOf(path)) && !modules.isPackage(folderOf(path))) this.#ofPytest.add(folderOf(path));
      if (searchPaths.length === 0) continue;
      const name = nameOf(modulePath(path));
      this.#byName.set(name, [...(this.#byName.get(name) ?? []), path]);
      for (const folder of searchPaths.flatMap((each) => placesOf(each, path))) this.#added.push({ folder, below: folderOf(path) });
    }
    this.#named = [...project.configs.values()].flatMap(namedByEnvironment);
  }

  /** Whether a folder may be on the search path of a file. */
  mayHave(folder: string, from: string): boolean {
    if (this.#ofPytest.has(folder) && OF_PYTEST.test(nameOf(from))) return true;
    if (this.#named.some((each) => folder === each || folder.endsWith(`/${each}`))) return true;
    const isBelow = (above: string): boolean => above === '' || from.startsWith(`${above}/`);
    if (this.#added.some((each) => each.folder === folder && isBelow(each.below))) return true;
    return this.#adders(from).some((path) => {
      const added = this.project.facts.get(path)?.searchPaths ?? [];
      return added.includes(UNKNOWN) || added.some((each) => placesOf(each, path).includes(folder));
    });
  }

  /** Returns the files that may have extended the search path before a file imports: itself, those that it imports, and those run first. */
  #adders(from: string): string[] {
    if (this.#byName.size === 0) return [];
    const first = [...listAncestors(folderOf(from))].flatMap((folder) => RUN_BEFORE.map((name) => joinPath(folder, name)));
    const imported = importedNames(this.project.facts.get(from)).flatMap((name) => this.#byName.get(name) ?? []);
    return [from, ...first, ...imported];
  }
}

/** Returns the last names of the modules that a file may import. */
function importedNames(facts: FileFacts | undefined): string[] {
  return (facts?.imports ?? []).flatMap(({ specifier, names }) => [
    specifier.slice(specifier.lastIndexOf('.') + 1),
    ...names.map(({ name }) => name),
  ]);
}

/** Returns the folders that a path may mean: a literal is relative to the working directory, the folder of the file or one above it. */
function placesOf(written: string, path: string): string[] {
  if (written === UNKNOWN || written.startsWith('/')) return [];
  const folder = folderOf(path);
  return (written.startsWith('./') ? [folder] : [...listAncestors(folder)]).flatMap((each) => resolvePath(each, written) ?? []);
}

/** Returns the ends of the folders that a configuration puts into PYTHONPATH, in a container or below a variable of the shell. */
function namedByEnvironment(config: unknown): string[] {
  const text = typeof config === 'string' ? config : (JSON.stringify(config) ?? '');
  const values = text.includes('PYTHONPATH') ? [...text.matchAll(PYTHONPATH)] : [];
  return values.flatMap(([, value = '']) =>
    value.split(/[:;]/).flatMap((each) => {
      const end = each.slice(each.lastIndexOf('}') + 1).replaceAll(/^(?:\$\w+|\.{1,2})?\/+|\/+$/g, '');
      const parts = end.split('/').filter((part) => /^[\w.-]+$/.test(part) && !/^\.+$/.test(part));
      // The folders of a container that lead to the project are unknown.
      return parts.map((_, at) => parts.slice(at).join('/'));
    }),
  );
}
