import { type XmlElement, xmlElements } from '../../../../text/xml-scan.ts';
import { folderOf, foldersUp, nameOf, pathFrom } from '../../paths.ts';
import { withoutComments } from './gradle-text.ts';

/** One module of a build: the folder of a `pom.xml` or of a Gradle project. */
interface Module {
  /** As others name it: `:core:api`, `com.acme:core`. */
  readonly names: Set<string>;
  /** The names of what it depends on, as they are written. */
  readonly needs: Set<string>;
  /** What it depends on applies to the modules below, too. */
  isForAllBelow: boolean;
}

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

  /** @param configs the texts of manifests, by path */
  constructor(configs: ReadonlyMap<string, unknown>) {
    for (const [path, text] of configs) {
      if (typeof text !== 'string') continue;
      if (nameOf(path) === 'pom.xml') this.#pom(folderOf(path), xmlElements(text));
      else if (/^build\.gradle(?:\.kts)?$/.test(nameOf(path))) this.#gradle(folderOf(path), withoutComments(text));
      else if (/^settings\.gradle(?:\.kts)?$/.test(nameOf(path))) this.#settings(folderOf(path), withoutComments(text));
    }
    for (const [folder, { names }] of this.#modules)
      for (const name of names) this.#named.set(name, [...(this.#named.get(name) ?? []), folder]);
  }

  #at(folder: string): Module {
    const module = this.#modules.get(folder) ?? { names: new Set(), needs: new Set(), isForAllBelow: false };
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
    for (const each of dependenciesIn(elements))
      module.needs.add(each.replace(/^\$\{(?:project|pom)\.groupId\}:/, `${group}:`).replace(/^\$\{[^:]*:/, '*:'));
  }

  #gradle(folder: string, text: string): void {
    const module = this.#at(folder);
    module.isForAllBelow = /\b(?:subprojects|allprojects)\b/.test(text);
    for (const [, name = ''] of text.matchAll(/\bproject\s{0,9}\(\s{0,99}(?:path\s{0,9}[:=]\s{0,9})?["']([^"'\n]+)["']/g))
      module.needs.add(name);
    for (const [name] of text.matchAll(/\bprojects(?:\.\w+)+/g)) module.needs.add(name);
    // What another build of the repository makes is named as what comes from outside.
    for (const [, artifact = ''] of text.matchAll(/["'][\w.-]+:([\w.-]+)(?::[^"'\n]*)?["']/g)) module.needs.add(`build ${artifact}`);
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
