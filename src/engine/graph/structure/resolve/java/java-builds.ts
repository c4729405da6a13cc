import { entriesOf, textOf, valueAt } from '../../../../text/foreign-data.ts';
import { type XmlElement, xmlElements } from '../../../../text/xml-scan.ts';
import { folderOf, listAncestors, nameOf, resolvePath } from '../../paths.ts';
import { includedProjects } from './gradle-includes.ts';
import { withoutComments } from './gradle-text.ts';
import { gradleTestFolders, mavenTestFolders } from './java-test-folders.ts';

/** A module of a build: a folder with a `pom.xml`, or a Gradle project. */
interface Module {
  /** The names by which other modules refer to it: `:core:api`, `com.acme:core`. */
  readonly names: Set<string>;
  /** The names of its dependencies, as written. */
  readonly needs: Set<string>;
  /** The group under which it is published: `com.acme`; empty if none is set. */
  group: string;
  /** Its dependencies on libraries and other modules, as `group:artifact`. */
  readonly libraries: Set<string>;
  /** Its dependencies also apply to the modules below it. */
  isForAllBelow: boolean;
}

/** `group = "com.acme"`, `group 'com.acme'`, `setGroup("com.acme")`. */
const GROUP = /(?:^|[\s{;.])(?:group|setGroup)[ \t(=]{1,20}["']([\w.-]+)["']/;
/** `"com.acme:lib:1"` */
const LIBRARY = /["']([\w.-]+):([\w.-]+)(?::[^"'\n]*)?["']/g;
/** `group: "com.acme", name: "lib"` */
const NAMED_LIBRARY = /\bgroup\s{0,9}[:=]\s{0,9}["']([\w.-]+)["']\s{0,9},\s{0,99}name\s{0,9}[:=]\s{0,9}["']([\w.-]+)["']/g;

/** Converts a project path to its type-safe accessor: `:shared-lib:apiDocs` to `sharedLib.apiDocs`. */
const accessorOf = (name: string): string =>
  name
    .split(':')
    .filter(Boolean)
    .map((part) => part.replaceAll(/[-_]+(\w)/g, (_, letter: string) => letter.toUpperCase()))
    .join('.');

/** Returns the text of the first element at a path of element names. */
const textAt = (elements: readonly XmlElement[], place: string): string | undefined =>
  elements.find(({ path, name }) => [...path, name].join('/') === place)?.text;

/** Returns the dependencies in a `pom.xml` as `group:artifact`, without those of `dependencyManagement` and plugins. */
function dependenciesIn(elements: readonly XmlElement[]): string[] {
  const found: string[] = [];
  let [group, artifact] = ['', ''];
  for (const { name, path, text } of elements) {
    if (name === 'groupId') group = text;
    else if (name === 'artifactId') artifact = text;
    else if (name === 'dependency' && !path.includes('dependencyManagement') && !path.includes('plugin'))
      found.push(`${group}:${artifact}`);
  }
  return found;
}

/** The modules of Maven and Gradle builds, and their dependencies on each other. */
export class JavaBuilds {
  readonly #modules = new Map<string, Module>();
  /** Module folders by name. */
  readonly #named = new Map<string, string[]>();
  readonly #dependencies = new Map<string, readonly string[]>();
  /** The libraries in version catalogs. */
  readonly #listed = new Set<string>();
  readonly #libraries = new Map<string, ReadonlySet<string>>();
  readonly #testFolders = new Set<string>();

  /** @param configs manifests by path */
  constructor(configs: ReadonlyMap<string, unknown>) {
    for (const [path, config] of configs) this.#read(path, config);
    for (const [folder, { names }] of this.#modules)
      for (const name of names) this.#named.set(name, [...(this.#named.get(name) ?? []), folder]);
  }

  #read(path: string, text: unknown): void {
    if (path.endsWith('.versions.toml')) this.#catalog(text);
    if (typeof text !== 'string') return;
    if (nameOf(path) === 'pom.xml') this.#pom(folderOf(path), xmlElements(text));
    else if (/^build\.gradle(?:\.kts)?$/.test(nameOf(path))) this.#gradle(folderOf(path), withoutComments(text));
    else if (nameOf(path) === 'gradle.properties') this.#properties(folderOf(path), text);
    else if (/^settings\.gradle(?:\.kts)?$/.test(nameOf(path))) this.#settings(folderOf(path), withoutComments(text));
  }

  #at(folder: string): Module {
    const module = this.#modules.get(folder) ?? {
      names: new Set(),
      needs: new Set(),
      group: '',
      libraries: new Set(),
      isForAllBelow: false,
    };
    this.#modules.set(folder, module);
    return module;
  }

  #test(folder: string, named: readonly string[]): void {
    for (const each of named) this.#testFolders.add(resolvePath(folder, each) ?? '');
  }

  /** Whether a build names a folder as one with tests. */
  hasTests(folder: string): boolean {
    return folder !== '' && this.#testFolders.has(folder);
  }

  #pom(folder: string, elements: readonly XmlElement[]): void {
    const module = this.#at(folder);
    this.#test(folder, mavenTestFolders(elements));
    const parent = textAt(elements, 'project/parent/groupId') ?? '';
    const group = textAt(elements, 'project/groupId') ?? parent;
    const artifact = textAt(elements, 'project/artifactId') ?? '';
    module.names.add(`${group}:${artifact}`).add(`*:${artifact}`);
    // Child modules inherit the dependencies of their parent.
    const above = textAt(elements, 'project/parent/artifactId');
    if (above !== undefined) module.needs.add(`${parent}:${above}`);
    module.group = textAt(elements, 'project/groupId') ?? '';
    for (const each of dependenciesIn(elements)) {
      const written = each.replace(/^\$\{(?:project|pom)\.groupId\}:/, `${group}:`);
      module.needs.add(written.replace(/^\$\{[^:]*:/, '*:'));
      module.libraries.add(written);
    }
  }

  #gradle(folder: string, text: string): void {
    const module = this.#at(folder);
    this.#test(folder, gradleTestFolders(text));
    module.isForAllBelow = /\b(?:subprojects|allprojects)\b/.test(text);
    for (const [, name = ''] of text.matchAll(/\bproject\s{0,9}\(\s{0,99}(?:path\s{0,9}[:=]\s{0,9})?["']([^"'\n]+)["']/g))
      module.needs.add(name);
    for (const [name] of text.matchAll(/\bprojects(?:\.\w+)+/g)) module.needs.add(name);
    module.group = GROUP.exec(text)?.[1] ?? module.group;
    // Artifacts of other builds in the repository are written like external libraries.
    for (const [, group = '', artifact = ''] of text.matchAll(LIBRARY)) {
      module.needs.add(`build ${artifact}`);
      module.libraries.add(`${group}:${artifact}`);
    }
    for (const [, group = '', artifact = ''] of text.matchAll(NAMED_LIBRARY)) module.libraries.add(`${group}:${artifact}`);
  }

  #properties(folder: string, text: string): void {
    const group = /^[ \t]*group[ \t]*[=:][ \t]*([\w.-]+)[ \t]*$/m.exec(text)?.[1];
    if (group !== undefined) this.#at(folder).group ||= group;
  }

  /** Reads a version catalog. Its libraries count for all modules, because modules refer to them by names that Gradle generates. */
  #catalog(value: unknown): void {
    for (const [, entry] of entriesOf(valueAt(value, 'libraries'))) {
      const [group = '', name = ''] = (textOf(entry) ?? textOf(valueAt(entry, 'module')) ?? '').split(':');
      this.#listed.add(`${textOf(valueAt(entry, 'group')) ?? group}:${textOf(valueAt(entry, 'name')) ?? name}`);
    }
  }

  /** The groups under which modules of the project are published. */
  get groups(): ReadonlySet<string> {
    return new Set([...this.#modules.values()].flatMap(({ group }) => (group === '' ? [] : [group])));
  }

  /**
   * Returns the external libraries of a module as `group:artifact`, including those of modules above it and of modules that it depends on.
   */
  librariesOf(module: string | null): ReadonlySet<string> {
    const key = module ?? '';
    const known = this.#libraries.get(key);
    if (known !== undefined) return known;
    const modules = new Set([key, ...(module === null ? [] : this.dependenciesOf(module))].flatMap((each) => [...listAncestors(each)]));
    const all = [...modules].flatMap((folder) => [...(this.#modules.get(folder)?.libraries ?? [])]);
    const found = new Set([...all, ...this.#listed].filter((each) => !this.#isMade(each)));
    this.#libraries.set(key, found);
    return found;
  }

  /** Whether a module of the project makes the library. */
  #isMade(library: string): boolean {
    return this.#named.has(library) || this.#named.has(`build ${library.split(':')[1]}`);
  }

  #settings(folder: string, text: string): void {
    const name = /\brootProject\.name\s{0,9}=\s{0,9}["']([^"'\n]+)["']/.exec(text)?.[1];
    this.#at(folder)
      .names.add(`${folder} :`)
      .add(`build ${name ?? nameOf(folder)}`);
    for (const { project, place: relative } of includedProjects(text)) {
      const place = resolvePath(folder, relative);
      if (place === null) continue;
      const names = [`${folder} ${project}`, `${folder} projects.${accessorOf(project)}`, `build ${project.split(':').at(-1)}`];
      for (const each of names) this.#at(place).names.add(each);
    }
  }

  /** Returns the folder of the module that contains a folder; `null` if no build covers it. */
  moduleOf(folder: string): string | null {
    for (const each of listAncestors(folder)) if (this.#modules.has(each)) return each;
    return null;
  }

  /** Returns the folders of direct and transitive dependencies of a module, the nearest first. */
  dependenciesOf(module: string): readonly string[] {
    const known = this.#dependencies.get(module);
    if (known !== undefined) return known;
    const found = new Set([module]);
    // The loop also visits entries that it adds.
    for (const each of found)
      for (const needed of this.#needsOf(each)) for (const folder of this.#foldersOf(needed, each)) found.add(folder);
    found.delete(module);
    this.#dependencies.set(module, [...found]);
    return [...found];
  }

  /** Includes the dependencies that modules above declare for all modules below them. */
  #needsOf(module: string): Set<string> {
    const all = [...listAncestors(module)].flatMap((folder) => {
      const above = this.#modules.get(folder);
      return above !== undefined && (folder === module || above.isForAllBelow) ? [...above.needs] : [];
    });
    return new Set(all);
  }

  /** Returns the folders of the modules that a name refers to. A Gradle project is looked up in the build that contains the module. */
  #foldersOf(name: string, module: string): readonly string[] {
    if (/^[^:\s]+:|^build /.test(name)) return this.#named.get(name) ?? [];
    for (const root of listAncestors(module)) {
      const own = /^:|^projects\./.test(name) ? name : `:${name}`;
      const found = this.#named.get(`${root} ${own}`) ?? this.#named.get(`${root} ${own.replace(/\.\w+$/, '')}`);
      if (found !== undefined) return found;
    }
    return this.#atUsualPlace(name, module);
  }

  /** Returns the folder of a Gradle project that no settings include, which its name shows: `core/api` for `:core:api`. */
  #atUsualPlace(name: string, module: string): readonly string[] {
    const root = [...listAncestors(module)].find((folder) => this.#modules.get(folder)?.names.has(`${folder} :`));
    const place = root === undefined || !name.startsWith(':') ? null : resolvePath(root, name.slice(1).replaceAll(':', '/'));
    return place !== null && place !== root && this.#modules.has(place) ? [place] : [];
  }
}
