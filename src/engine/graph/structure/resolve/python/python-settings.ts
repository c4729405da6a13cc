import { at, entriesOf, keysOf, textOf, textsIn } from '../../../../text/foreign-data.ts';
import { isOutside } from '../../manifest-fault.ts';
import { folderOf, nameOf, pathFrom } from '../../paths.ts';
import { sectionsOf } from './ini-sections.ts';

/** A name of a package whose files lie in a folder of another name. */
export interface Mount {
  readonly name: string;
  readonly folder: string;
}

/** What the configuration in one folder says of where imports begin. */
export interface ProjectFolder {
  /** Folders in which absolute imports are looked up. */
  readonly roots: string[];
  readonly mounts: Mount[];
  /** The distributions that the project depends on and that come from elsewhere, as names of modules. */
  readonly dependencies: Set<string>;
  /** The distributions that are made here. */
  readonly own: Set<string>;
  /** The folders of the repository that make other distributions on which it depends. */
  readonly neighbours: Set<string>;
}

/** Values of settings that list folders are divided by these. */
const BETWEEN = /[\s,:;]+/;

/** How a distribution's name is written as a module. */
const moduleName = (distribution: string): string => distribution.toLowerCase().replaceAll(/[-.]/g, '_');

/** The distribution in a requirement: `Flask-SQLAlchemy[async]>=3 ; python_version > "3"`. */
const distributionIn = (requirement: string): string | undefined => /^\s*([A-Za-z0-9][\w.-]*)/.exec(requirement)?.[1];

/** A requirement by its place: `-e ../shop`, `../shop`, `shop @ file:../shop`. */
const LOCAL = /^\s*(?:(?:-e|--editable)[\s=]+|[\w.-]+\s*@\s*file:)?(\.{1,2}(?:\/[^\s[;#]*)?)(?=[\s[;#]|$)/;

/** A setting that is a text, or a list of texts. */
const textsOf = (value: unknown): string[] => (typeof value === 'string' ? value.split(BETWEEN).filter(Boolean) : textsIn(value));

/** What is said of one folder of the project, of all files in it. */
class Folder implements ProjectFolder {
  readonly roots: string[] = [];
  readonly mounts: Mount[] = [];
  readonly dependencies = new Set<string>();
  readonly neighbours = new Set<string>();
  /** All distributions that are required, by their own names. */
  readonly required = new Set<string>();
  readonly own = new Set<string>();
  /** Places out of the project that it names. */
  readonly outside: string[] = [];

  constructor(readonly folder: string) {}

  root(...folders: readonly string[]): void {
    for (const each of folders) {
      const place = this.#placeOf(each.replace(/^\$MYPY_CONFIG_FILE_DIR\//, '') || '.');
      if (place !== null && !this.roots.includes(place)) this.roots.push(place);
    }
  }

  #placeOf(written: string): string | null {
    if (isOutside(this.folder, written)) this.outside.push(written);
    return pathFrom(this.folder, written);
  }

  /** `{ "": "src", "shop": "lib/shop" }` */
  packageDirs(all: Iterable<readonly [string, unknown]>): void {
    for (const [name, folder] of all) {
      if (typeof folder !== 'string') continue;
      const place = this.#placeOf(folder || '.');
      if (name === '') this.root(folder);
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
      // PyYAML and python-jose are imported as yaml and jose.
      for (const each of [name, name.replace(/^py(?:thon_)?/, ''), name.replace(/_python$/, '')]) this.dependencies.add(each);
    }
  }

  toml(value: unknown): void {
    const tool = at(value, 'tool');
    for (const name of [at(value, 'project', 'name'), at(tool, 'poetry', 'name')]) this.#owns(textOf(name));
    this.packageDirs(entriesOf(at(tool, 'setuptools', 'package-dir')));
    this.root(...textsIn(at(tool, 'setuptools', 'packages', 'find', 'where')));
    this.#poetry(at(tool, 'poetry'));
    this.#hatch(at(tool, 'hatch', 'build'));
    this.#paths(at(tool, 'uv', 'sources'));
    const folders = [
      at(tool, 'pdm', 'package-dir'),
      at(tool, 'pdm', 'build', 'package-dir'),
      at(tool, 'maturin', 'python-source'),
      at(tool, 'uv', 'build-backend', 'module-root'),
    ];
    for (const folder of folders) if (typeof folder === 'string') this.root(folder);
    this.root(...textsOf(at(tool, 'pytest', 'ini_options', 'pythonpath')), ...textsOf(at(tool, 'mypy', 'mypy_path')));
    this.root(...textsIn(at(tool, 'ruff', 'src')), ...textsIn(at(tool, 'isort', 'src_paths')));
    this.pyright(at(tool, 'pyright'));
    this.#requirements(value);
  }

  #owns(name: string | undefined): void {
    if (name !== undefined) this.own.add(moduleName(name));
  }

  #poetry(poetry: unknown): void {
    const packages = at(poetry, 'packages');
    for (const each of Array.isArray(packages) ? packages : []) {
      const from = at(each, 'from');
      if (typeof from === 'string') this.root(from);
    }
    const own = [at(poetry, 'dependencies'), at(poetry, 'dev-dependencies')];
    const groups = entriesOf(at(poetry, 'group')).map(([, group]) => at(group, 'dependencies'));
    for (const each of [...own, ...groups]) {
      this.depend(...keysOf(each));
      this.#paths(each);
    }
  }

  /** `shop = { path = "../shop" }` of poetry and uv. */
  #paths(table: unknown): void {
    for (const [, entry] of entriesOf(table)) {
      const path = textOf(at(entry, 'path'));
      if (path !== undefined) this.#placeOf(path);
    }
  }

  #hatch(build: unknown): void {
    for (const each of [build, at(build, 'targets', 'wheel')]) {
      this.root(...textsIn(at(each, 'packages')).map((place) => folderOf(place) || '.'), ...textsIn(at(each, 'sources')));
      // The part of the path that is left out, and what stands in its place.
      for (const [place, name] of entriesOf(at(each, 'sources'))) {
        if (typeof name === 'string') this.packageDirs([[name.replaceAll('/', '.'), place]]);
      }
    }
    this.root(...textsIn(at(build, 'dev-mode-dirs')));
  }

  #requirements(value: unknown): void {
    const groups = [...entriesOf(at(value, 'project', 'optional-dependencies')), ...entriesOf(at(value, 'dependency-groups'))];
    for (const all of [at(value, 'project', 'dependencies'), ...groups.map(([, group]) => group)]) this.depend(...textsIn(all));
    // A Pipfile.
    this.depend(...keysOf(at(value, 'packages')), ...keysOf(at(value, 'dev-packages')));
  }

  pyright(settings: unknown): void {
    this.root(...textsIn(at(settings, 'extraPaths')));
    const environments = at(settings, 'executionEnvironments');
    for (const each of Array.isArray(environments) ? environments : []) {
      const root = at(each, 'root');
      if (typeof root === 'string') this.root(root);
      this.root(...textsIn(at(each, 'extraPaths')));
    }
  }

  /** A program, of which only literals in the usual places are read. */
  setup(text: string): void {
    const directories = /\bpackage_dir\s*=\s*(?:dict\()?\{([^}]*)\}/.exec(text)?.[1] ?? '';
    const pairs = directories.matchAll(/["']([\w.]*)["']\s*:\s*["']([^"'\n]*)["']/g);
    this.packageDirs(Array.from(pairs, ([, name = '', folder]) => [name, folder]));
    for (const [, where = ''] of text.matchAll(/\bfind(?:_namespace)?_packages\(\s*(?:where\s*=\s*)?["']([^"'\n]+)["']/g)) this.root(where);
    this.#owns(/\bname\s*=\s*["']([^"'\n]+)["']/.exec(text)?.[1]);
    const required = /\binstall_requires\s*=\s*\[([^\]]*)\]/.exec(text)?.[1] ?? '';
    this.depend(...Array.from(required.matchAll(/["']([^"'\n]+)["']/g), ([, requirement = '']) => requirement));
  }

  ini(text: string): void {
    const sections = sectionsOf(text);
    const value = (section: string, key: string): string => sections.get(section)?.get(key) ?? '';
    const linesOf = (section: string, key: string): string[] => value(section, key).split('\n').filter(Boolean);
    this.#owns(textOf(value('metadata', 'name')));
    const directories = linesOf('options', 'package_dir').flatMap((line) => line.split(','));
    this.packageDirs(directories.map((line) => [line.split('=')[0]?.trim() ?? '', line.split('=')[1]?.trim()]));
    const folders = [value('options.packages.find', 'where'), value('mypy', 'mypy_path')];
    for (const each of [...folders, value('pytest', 'pythonpath'), value('tool:pytest', 'pythonpath')]) this.root(...textsOf(each));
    const extras = [...(sections.get('options.extras_require')?.values() ?? [])].flatMap((each) => each.split('\n'));
    this.depend(...linesOf('options', 'install_requires'), ...extras);
  }
}

/** Who reads a file, by its name. What is no data is text. */
const READERS: readonly { readonly name: RegExp; read(folder: Folder, value: unknown): void }[] = [
  { name: /^(?:pyproject\.toml|Pipfile)$/, read: (folder, value) => folder.toml(value) },
  { name: /^pyrightconfig\.json$/, read: (folder, value) => folder.pyright(value) },
  { name: /^setup\.py$/, read: (folder, value) => folder.setup(String(value)) },
  { name: /^(?:setup\.cfg|tox\.ini|pytest\.ini|\.?mypy\.ini)$/, read: (folder, value) => folder.ini(String(value)) },
  { name: /^requirements[^/]*\.txt$/, read: (folder, value) => folder.depend(...String(value).split('\n')) },
];

/** Which distributions the repository makes itself cannot come from elsewhere, whoever depends on them. */
function separateOwn(folders: ReadonlyMap<string, Folder>): void {
  const made = [...folders.values()].flatMap(({ own, folder }) => Array.from(own, (name) => ({ name, maker: folder })));
  for (const { dependencies, required, neighbours, folder } of folders.values()) {
    for (const { name, maker } of made) {
      dependencies.delete(name);
      if (required.has(name) && maker !== folder) neighbours.add(maker);
    }
  }
}

/** Reads one manifest into the folder of which it speaks. */
function readInto(path: string, value: unknown, folderAt: (place: string) => Folder): void {
  // `requirements/base.txt` stands for the folder above.
  const isAmong = /(?:^|\/)requirements\/[^/]+\.txt$/.test(path);
  const take = isAmong ? READERS.at(-1) : READERS.find(({ name }) => name.test(nameOf(path)));
  take?.read(folderAt(isAmong ? folderOf(folderOf(path)) : folderOf(path)), value);
}

/** The places out of the project that a manifest or a setting of Python names; none of what is neither. */
export function pythonOutside(path: string, value: unknown): readonly string[] {
  const folder = new Folder(folderOf(path));
  readInto(path, value, () => folder);
  return folder.outside;
}

/**
 * What manifests and settings of tools say of each folder: `package-dir`, `where`, `pythonpath`, `mypy_path`, `extraPaths` and the like,
 * and what is depended on.
 * @param configs what was read of them, by path
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
