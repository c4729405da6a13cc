import { entriesOf, keysOf, textOf, textsIn, valueAt } from '../../../../text/foreign-data.ts';
import { isOutside } from '../../manifests/manifest-fault.ts';
import { folderOf, nameOf, resolvePath } from '../../paths.ts';
import { parseIniSections } from './ini-sections.ts';

/** A package whose folder has another name. */
export interface Mount {
  readonly name: string;
  readonly folder: string;
}

/** The import settings of one folder. */
export interface ProjectFolder {
  /** Folders in which absolute imports are looked up. */
  readonly roots: string[];
  /** Those of the roots below this folder that contain the packages of a distribution. */
  readonly layouts: ReadonlySet<string>;
  readonly mounts: Mount[];
  /** External distributions on which the project depends, as module names. */
  readonly dependencies: Set<string>;
  /** Names of the distributions that are built here. */
  readonly own: Set<string>;
  /** Folders of the repository that build distributions on which the project depends. */
  readonly neighbours: Set<string>;
}

/** Separators in settings that list folders. */
const BETWEEN = /[\s,:;]+/;

/** Converts the name of a distribution to a module name. */
const moduleName = (distribution: string): string => distribution.toLowerCase().replaceAll(/[-.]/g, '_');

/** Returns the name of the distribution in a requirement: `Flask-SQLAlchemy[async]>=3 ; python_version > "3"`. */
const distributionIn = (requirement: string): string | undefined => /^\s*([A-Za-z0-9][\w.-]*)/.exec(requirement)?.[1];

/** A requirement by path: `-e ../shop`, `../shop`, `shop @ file:../shop`. */
const LOCAL = /^\s*(?:(?:-e|--editable)[\s=]+|[\w.-]+\s*@\s*file:)?(\.{1,2}(?:\/[^\s[;#]*)?)(?=[\s[;#]|$)/;

/** Returns the strings of a setting that is a string or an array. */
const textsOf = (value: unknown): string[] => (typeof value === 'string' ? value.split(BETWEEN).filter(Boolean) : textsIn(value));

/** Collects the settings of one folder, which apply to all files in it. */
class Folder implements ProjectFolder {
  readonly roots: string[] = [];
  readonly layouts = new Set<string>();
  readonly mounts: Mount[] = [];
  readonly dependencies = new Set<string>();
  readonly neighbours = new Set<string>();
  /** Module names of all required distributions. */
  readonly required = new Set<string>();
  readonly own = new Set<string>();
  /** Places outside the project that the settings name. */
  readonly outside: string[] = [];

  constructor(readonly folder: string) {}

  root(...folders: readonly string[]): void {
    for (const each of folders) {
      const place = this.#placeOf(each.replace(/^\$MYPY_CONFIG_FILE_DIR\//, '') || '.');
      if (place !== null && !this.roots.includes(place)) this.roots.push(place);
    }
  }

  /** Adds roots that contain the packages of a distribution, according to its build. */
  #layout(...folders: readonly string[]): void {
    this.root(...folders);
    const places = folders.map((each) => resolvePath(this.folder, each || '.'));
    for (const place of places) if (place !== null && place !== this.folder) this.layouts.add(place);
  }

  #placeOf(written: string): string | null {
    if (isOutside(this.folder, written)) this.outside.push(written);
    return resolvePath(this.folder, written);
  }

  /** `{ "": "src", "shop": "lib/shop" }` */
  packageDirs(all: Iterable<readonly [string, unknown]>): void {
    for (const [name, folder] of all) {
      if (typeof folder !== 'string') continue;
      const place = this.#placeOf(folder || '.');
      if (name === '') this.#layout(folder);
      else if (place !== null) this.mounts.push({ name, folder: place });
    }
  }

  depend(...requirements: readonly string[]): void {
    for (const requirement of requirements) {
      const local = LOCAL.exec(requirement)?.[1];
      if (local !== undefined) this.#placeOf(local);
      const distribution = distributionIn(requirement);
      if (distribution === undefined) continue;
      const name = moduleName(distribution);
      this.required.add(name);
      // PyYAML and python-jose are imported as `yaml` and `jose`.
      for (const each of [name, name.replace(/^py(?:thon_)?/, ''), name.replace(/_python$/, '')]) this.dependencies.add(each);
    }
  }

  toml(value: unknown): void {
    const tool = valueAt(value, 'tool');
    for (const name of [valueAt(value, 'project', 'name'), valueAt(tool, 'poetry', 'name')]) this.#owns(textOf(name));
    this.packageDirs(entriesOf(valueAt(tool, 'setuptools', 'package-dir')));
    this.#layout(...textsIn(valueAt(tool, 'setuptools', 'packages', 'find', 'where')));
    this.#poetry(valueAt(tool, 'poetry'));
    this.#hatch(valueAt(tool, 'hatch', 'build'));
    this.#paths(valueAt(tool, 'uv', 'sources'));
    const folders = [
      valueAt(tool, 'pdm', 'package-dir'),
      valueAt(tool, 'pdm', 'build', 'package-dir'),
      valueAt(tool, 'maturin', 'python-source'),
      valueAt(tool, 'uv', 'build-backend', 'module-root'),
    ];
    for (const folder of folders) if (typeof folder === 'string') this.#layout(folder);
    this.root(...textsOf(valueAt(tool, 'pytest', 'ini_options', 'pythonpath')), ...textsOf(valueAt(tool, 'mypy', 'mypy_path')));
    this.root(...textsIn(valueAt(tool, 'ruff', 'src')), ...textsIn(valueAt(tool, 'isort', 'src_paths')));
    this.pyright(valueAt(tool, 'pyright'));
    this.#requirements(value);
  }

  #owns(name: string | undefined): void {
    if (name !== undefined) this.own.add(moduleName(name));
  }

  #poetry(poetry: unknown): void {
    const packages = valueAt(poetry, 'packages');
    this.#layout(...textsIn(Array.isArray(packages) ? packages.map((each) => valueAt(each, 'from')) : []));
    const own = [valueAt(poetry, 'dependencies'), valueAt(poetry, 'dev-dependencies')];
    const groups = entriesOf(valueAt(poetry, 'group')).map(([, group]) => valueAt(group, 'dependencies'));
    for (const each of [...own, ...groups]) {
      this.depend(...keysOf(each));
      this.#paths(each);
    }
  }

  /** Checks dependencies of poetry and uv by path, and adds members of a workspace: `shop = { path = "../shop" }`. */
  #paths(table: unknown): void {
    for (const [name, entry] of entriesOf(table)) {
      if (valueAt(entry, 'workspace') === true) this.depend(name);
      for (const path of textsIn([valueAt(entry, 'path')])) this.#placeOf(path);
    }
  }

  #hatch(build: unknown): void {
    for (const each of [build, valueAt(build, 'targets', 'wheel')]) {
      this.#layout(...textsIn(valueAt(each, 'packages')).map((place) => folderOf(place) || '.'), ...textsIn(valueAt(each, 'sources')));
      // Keys are path prefixes to remove, values are their replacements.
      for (const [place, name] of entriesOf(valueAt(each, 'sources'))) {
        if (typeof name === 'string') this.packageDirs([[name.replaceAll('/', '.'), place]]);
      }
    }
    this.root(...textsIn(valueAt(build, 'dev-mode-dirs')));
  }

  #requirements(value: unknown): void {
    const groups = [...entriesOf(valueAt(value, 'project', 'optional-dependencies')), ...entriesOf(valueAt(value, 'dependency-groups'))];
    for (const all of [valueAt(value, 'project', 'dependencies'), ...groups.map(([, group]) => group)]) this.depend(...textsIn(all));
    // A Pipfile.
    this.depend(...keysOf(valueAt(value, 'packages')), ...keysOf(valueAt(value, 'dev-packages')));
  }

  pyright(settings: unknown): void {
    this.root(...textsIn(valueAt(settings, 'extraPaths')));
    const environments = valueAt(settings, 'executionEnvironments');
    for (const each of Array.isArray(environments) ? environments : []) {
      const root = valueAt(each, 'root');
      if (typeof root === 'string') this.root(root);
      this.root(...textsIn(valueAt(each, 'extraPaths')));
    }
  }

  /** Reads `setup.py`. It is a program, so only literals in the usual places count. */
  setup(text: string): void {
    const directories = /\bpackage_dir\s*=\s*(?:dict\()?\{([^}]*)\}/.exec(text)?.[1] ?? '';
    const pairs = directories.matchAll(/["']([\w.]*)["']\s*:\s*["']([^"'\n]*)["']/g);
    this.packageDirs(Array.from(pairs, ([, name = '', folder]) => [name, folder]));
    for (const [, where = ''] of text.matchAll(/\bfind(?:_namespace)?_packages\(\s*(?:where\s*=\s*)?["']([^"'\n]+)["']/g))
      this.#layout(where);
    const constant = /\bname\s*=\s*([A-Za-z_]\w*)\s*,/.exec(text)?.[1];
    this.#owns(/\bname\s*=\s*["']([^"'\n]+)["']/.exec(text)?.[1]);
    if (constant !== undefined) this.#owns(new RegExp(`^${constant}\\s*=\\s*["']([^"'\\n]+)["']`, 'm').exec(text)?.[1]);
    const required = /\binstall_requires\s*=\s*\[([^\]]*)\]/.exec(text)?.[1] ?? '';
    this.depend(...Array.from(required.matchAll(/["']([^"'\n]+)["']/g), ([, requirement = '']) => requirement));
  }

  ini(text: string): void {
    const sections = parseIniSections(text);
    const value = (section: string, key: string): string => sections.get(section)?.get(key) ?? '';
    const linesOf = (section: string, key: string): string[] => value(section, key).split('\n').filter(Boolean);
    this.#owns(textOf(value('metadata', 'name')));
    const directories = linesOf('options', 'package_dir').flatMap((line) => line.split(','));
    this.packageDirs(directories.map((line) => [line.split('=')[0]?.trim() ?? '', line.split('=')[1]?.trim()]));
    this.#layout(...textsOf(value('options.packages.find', 'where')));
    for (const each of [value('mypy', 'mypy_path'), value('pytest', 'pythonpath'), value('tool:pytest', 'pythonpath')])
      this.root(...textsOf(each));
    const extras = [...(sections.get('options.extras_require')?.values() ?? [])].flatMap((each) => each.split('\n'));
    this.depend(...linesOf('options', 'install_requires'), ...extras);
  }
}

/** Readers by file name. `setup.py`, INI files and requirements arrive as text. */
const READERS: readonly { readonly name: RegExp; read(folder: Folder, value: unknown): void }[] = [
  { name: /^(?:pyproject\.toml|Pipfile)$/, read: (folder, value) => folder.toml(value) },
  { name: /^pyrightconfig\.json$/, read: (folder, value) => folder.pyright(value) },
  { name: /^setup\.py$/, read: (folder, value) => folder.setup(String(value)) },
  { name: /^(?:setup\.cfg|tox\.ini|pytest\.ini|\.?mypy\.ini)$/, read: (folder, value) => folder.ini(String(value)) },
  { name: /^requirements[^/]*\.txt$/, read: (folder, value) => folder.depend(...String(value).split('\n')) },
];

/** Distributions that the repository builds itself are not external dependencies, even if a project requires them. */
function separateOwn(folders: ReadonlyMap<string, Folder>): void {
  const made = [...folders.values()].flatMap(({ own, folder }) => Array.from(own, (name) => ({ name, maker: folder })));
  for (const { dependencies, required, neighbours, folder } of folders.values()) {
    for (const { name, maker } of made) {
      dependencies.delete(name);
      if (required.has(name) && maker !== folder) neighbours.add(maker);
    }
  }
}

/** Reads a manifest into the folder to which it applies. */
function readInto(path: string, value: unknown, folderAt: (place: string) => Folder): void {
  // `requirements/base.txt` and `requirements/extras/sql.txt` apply to the folder above `requirements`.
  const above = /^(?:(.*)\/)?requirements\/(?:[^/]+\/)?[^/]+\.txt$/.exec(path);
  const take = above !== null ? READERS.at(-1) : READERS.find(({ name }) => name.test(nameOf(path)));
  take?.read(folderAt(above !== null ? (above[1] ?? '') : folderOf(path)), value);
}

/** Returns the places outside the project that a Python manifest or setting names; empty for other files. */
export function pythonPathsOutside(path: string, value: unknown): readonly string[] {
  const folder = new Folder(folderOf(path));
  readInto(path, value, () => folder);
  return folder.outside;
}

/**
 * Reads the import settings of each folder from manifests and tool settings: `package-dir`, `where`, `pythonpath`, `mypy_path`,
 * `extraPaths` and the like, and dependencies.
 * @param configs parsed manifests by path
 */
export function projectFolders(configs: ReadonlyMap<string, unknown>): ReadonlyMap<string, ProjectFolder> {
  const folders = new Map<string, Folder>();
  const folderAt = (place: string): Folder => {
    const folder = folders.get(place) ?? new Folder(place);
    folders.set(place, folder);
    return folder;
  };
  for (const [path, value] of configs) readInto(path, value, folderAt);
  separateOwn(folders);
  return folders;
}
