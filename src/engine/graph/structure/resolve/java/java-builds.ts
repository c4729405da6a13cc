import { at, entriesOf, textOf } from '../../../../text/foreign-data.ts';
import { type XmlElement, xmlElements } from '../../../../text/xml-scan.ts';
import { folderOf, foldersUp, nameOf, pathFrom } from '../../paths.ts';
import { withoutComments } from './gradle-text.ts';

/** One module of a build: the folder of a `pom.xml` or of a Gradle project. */
interface Module {
  /** As others name it: `:core:api`, `com.acme:core`. */
  readonly names: Set<string>;
  /** The names of what it depends on, as they are written. */
  readonly needs: Set<string>;
  /** The group that it is published under: `com.acme`; empty where it says none. */
  group: string;
  /** What it takes from outside or from other modules, as `group:artifact`. */
  readonly libraries: Set<string>;
  /** What it depends on applies to the modules below, too. */
  isForAllBelow: boolean;
}

/** `group = "com.acme"`, `group 'com.acme'`, `setGroup("com.acme")`. */
const GROUP = /(?:^|[\s{;.])(?:group|setGroup)[ \t(=]{1,20}["']([\w.-]+)["']/;
/** `"com.acme:lib:1"` */
const LIBRARY = /["']([\w.-]+):([\w.-]+)(?::[^"'\n]*)?["']/g;
/** `group: "com.acme", name: "lib"` */
const NAMED_LIBRARY = /\bgroup\s{0,9}[:=]\s{0,9}["']([\w.-]+)["']\s{0,9},\s{0,99}name\s{0,9}[:=]\s{0,9}["']([\w.-]+)["']/g;
const QUOTED = /["']([^"'\n]*)["']/g;
/** The texts in a call or a list behind a place: `include(":a", ":b")`, `include ':a',⏎ ':b'`. */
function textsBehind(text: string, start: number): string[] {
  const found: string[] = [];
  const next = /[\s,(]*["']([^"'\n]*)["']/y;
  next.lastIndex = start;
  for (let match = next.exec(text); match !== null; match = next.exec(text)) found.push(match[1] ?? '');
  return found;
}

/** `:shared-lib:apiDocs` as `projects.sharedLib.apiDocs` names it. */
const accessorOf = (name: string): string =>
  name
    .split(':')
    .filter(Boolean)
    .map((part) => part.replaceAll(/[-_]+(\w)/g, (_, letter: string) => letter.toUpperCase()))
    .join('.');

/** Elements by the names of what they stand in. */
const textAt = (elements: readonly XmlElement[], place: string): string | undefined =>
  elements.find(({ path, name }) => [...path, name].join('/') === place)?.text;

/** What a `pom.xml` depends on, as `group:artifact`; what it only manages the versions of is not among it. */
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

/** The modules of a project's builds, and which of them each depends on, as Maven and Gradle say it. */
export class JavaBuilds {
  readonly #modules = new Map<string, Module>();
  /** By name, the folders of modules. */
  readonly #named = new Map<string, string[]>();
  readonly #dependencies = new Map<string, readonly string[]>();
  /** What a catalog of versions lists. */
  readonly #listed = new Set<string>();
  readonly #libraries = new Map<string, ReadonlySet<string>>();

  /** @param configs the texts of manifests, by path */
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

  #pom(folder: string, elements: readonly XmlElement[]): void {
    const module = this.#at(folder);
    const parent = textAt(elements, 'project/parent/groupId') ?? '';
    const group = textAt(elements, 'project/groupId') ?? parent;
    const artifact = textAt(elements, 'project/artifactId') ?? '';
    module.names.add(`${group}:${artifact}`).add(`*:${artifact}`);
    // What a parent depends on its children depend on.
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
    module.isForAllBelow = /\b(?:subprojects|allprojects)\b/.test(text);
    for (const [, name = ''] of text.matchAll(/\bproject\s{0,9}\(\s{0,99}(?:path\s{0,9}[:=]\s{0,9})?["']([^"'\n]+)["']/g))
      module.needs.add(name);
    for (const [name] of text.matchAll(/\bprojects(?:\.\w+)+/g)) module.needs.add(name);
    module.group = GROUP.exec(text)?.[1] ?? module.group;
    // What another build of the repository makes is named as what comes from outside.
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

  /** A catalog of versions: which module takes what of it is said by names that Gradle makes. */
  #catalog(value: unknown): void {
    for (const [, entry] of entriesOf(at(value, 'libraries'))) {
      const [group = '', name = ''] = (textOf(entry) ?? textOf(at(entry, 'module')) ?? '').split(':');
      this.#listed.add(`${textOf(at(entry, 'group')) ?? group}:${textOf(at(entry, 'name')) ?? name}`);
    }
  }

  /** The groups that modules of the project are published under. */
  get groups(): ReadonlySet<string> {
    return new Set([...this.#modules.values()].flatMap(({ group }) => (group === '' ? [] : [group])));
  }

  /** What a module takes from outside, as `group:artifact`: itself, those above it, and those that it depends on. */
  librariesOf(module: string | null): ReadonlySet<string> {
    const key = module ?? '';
    const known = this.#libraries.get(key);
    if (known !== undefined) return known;
    const modules = new Set([key, ...(module === null ? [] : this.dependenciesOf(module))].flatMap((each) => [...foldersUp(each)]));
    const all = [...modules].flatMap((folder) => [...(this.#modules.get(folder)?.libraries ?? [])]);
    const found = new Set([...all, ...this.#listed].filter((each) => !this.#isMade(each)));
    this.#libraries.set(key, found);
    return found;
  }

  /** Whether a module of the project is meant. */
  #isMade(library: string): boolean {
    return this.#named.has(library) || this.#named.has(`build ${library.split(':')[1]}`);
  }

  #settings(folder: string, text: string): void {
    const name = /\brootProject\.name\s{0,9}=\s{0,9}["']([^"'\n]+)["']/.exec(text)?.[1];
    this.#at(folder)
      .names.add(`${folder} :`)
      .add(`build ${name ?? nameOf(folder)}`);
    const moved = new Map<string, string>();
    for (const [call] of text.matchAll(/\bproject\s{0,9}\([^)\n]{0,200}\)\s{0,9}\.projectDir\s{0,9}=[^\n]*/g)) {
      const [of = '', ...others] = Array.from(call.matchAll(QUOTED), ([, each = '']) => each);
      moved.set(of.replace(/^:?/, ':'), others.at(-1) ?? '');
    }
    for (const { index } of text.matchAll(/\binclude\b/g)) {
      for (const written of textsBehind(text, index + 'include'.length)) {
        const project = written.replace(/^:?/, ':');
        const place = pathFrom(folder, moved.get(project) ?? project.slice(1).replaceAll(':', '/'));
        if (place === null) continue;
        const names = [`${folder} ${project}`, `${folder} projects.${accessorOf(project)}`, `build ${project.split(':').at(-1)}`];
        for (const each of names) this.#at(place).names.add(each);
      }
    }
  }

  /** The folder of the module that a folder belongs to; `null` where no build says. */
  moduleOf(folder: string): string | null {
    for (const each of foldersUp(folder)) if (this.#modules.has(each)) return each;
    return null;
  }

  /** The modules that a module depends on, also through others, the nearest first. */
  dependenciesOf(module: string): readonly string[] {
    const known = this.#dependencies.get(module);
    if (known !== undefined) return known;
    const found = new Set([module]);
    // The set grows while it is walked.
    for (const each of found)
      for (const needed of this.#needsOf(each)) for (const folder of this.#foldersOf(needed, each)) found.add(folder);
    found.delete(module);
    this.#dependencies.set(module, [...found]);
    return [...found];
  }

  /** With what a build says above for all projects below. */
  #needsOf(module: string): Set<string> {
    const all = [...foldersUp(module)].flatMap((folder) => {
      const above = this.#modules.get(folder);
      return above !== undefined && (folder === module || above.isForAllBelow) ? [...above.needs] : [];
    });
    return new Set(all);
  }

  /** The modules that a name means; of a Gradle project, in the build that the module is part of. */
  #foldersOf(name: string, module: string): readonly string[] {
    if (/^[^:\s]+:|^build /.test(name)) return this.#named.get(name) ?? [];
    for (const root of foldersUp(module)) {
      const own = /^:|^projects\./.test(name) ? name : `:${name}`;
      const found = this.#named.get(`${root} ${own}`) ?? this.#named.get(`${root} ${own.replace(/\.\w+$/, '')}`);
      if (found !== undefined) return found;
    }
    return [];
  }
}
