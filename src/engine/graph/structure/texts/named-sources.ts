import type { UnresolvedImport } from '../../../crtx/index.ts';
import { isPage } from '../../configs.ts';
import type { ImportFact } from '../../facts.ts';
import type { Edges } from '../edges/edges.ts';
import { symbolId } from '../edges/symbol-edges.ts';
import { folderOf, listAncestors } from '../paths.ts';
import type { StructureParts } from '../structure-parts.ts';
import { listImportedUnits, type NameTarget } from '../unit.ts';
import { htmlScripts, type NamedSource } from './html-scripts.ts';
import { JAVA_SERVICES, javaServices } from './java-services.ts';

/** Weight of the edge from a text to a source that it loads by name, as for an import of a name. */
const WEIGHT = 0.6;
const SCRIPT_LANGUAGE = /^(?:typescript|tsx|javascript)$/;
const BARE = /^(?![./]|[a-z][a-z+.-]*:)/i;

/** Whether a text names sources in a format of its own, so that other words in it mean nothing. */
export const isNamingText = (path: string): boolean => isPage(path) || JAVA_SERVICES.test(path);

/** What a name in a text leads to, or why it leads nowhere although it should; `null` if no source of the project is meant. */
interface Found {
  readonly targets: readonly NameTarget[];
  readonly reason: UnresolvedImport['reason'] | null;
}

/** Resolves the names in texts as the sources of a language do. */
class TextNames {
  readonly #byFolder = new Map<string, string>();

  constructor(
    private readonly parts: StructureParts,
    isLanguage: (language: string) => boolean,
  ) {
    for (const [path, { language }] of parts.project.facts) {
      if (!isLanguage(language)) continue;
      for (const folder of listAncestors(folderOf(path))) if (!this.#byFolder.has(folder)) this.#byFolder.set(folder, path);
    }
  }

  /** Returns what a specifier means. @param from the text, or the source whose place counts */
  find(specifier: string, name: string, from: string): Found {
    const [source] = this.#byFolder.values();
    const resolver = source === undefined ? null : this.parts.names.resolverOf(source);
    const names = name === '' ? [] : [{ name, local: name }];
    const fact: ImportFact = { specifier, line: 1, kind: 'dynamic', isTypeOnly: false, names };
    const resolution = resolver?.resolve(fact, from) ?? 'outside';
    const targets = listImportedUnits(resolution).flatMap(({ unit, names: taken }) => {
      const found = taken.flatMap((each) => this.parts.names.findAll(unit, each.name));
      return found.length > 0 ? found : unit.files.slice(0, 1).map((path) => ({ path, symbol: null }));
    });
    const reason = targets.length > 0 || resolution === 'outside' ? null : resolution === 'beyond' ? 'out of the project' : 'not found';
    return { targets, reason };
  }

  /** Returns the source that is nearest to a text. */
  nearest(path: string): string {
    const folders = [...listAncestors(folderOf(path))];
    return folders.map((folder) => this.#byFolder.get(folder)).find((each) => each !== undefined) ?? path;
  }
}

/** Endings of sources. A script with another ending may be built. */
const IS_SOURCE = /\.(?:[cm]?tsx?|jsx)(?:[?#]|$)/i;

/** Resolves a script of a page: relative to the page, or from the folder that a server or bundler uses as the root. */
function scriptOf(names: TextNames, { name, isPackage }: NamedSource, page: string): Found {
  if (isPackage) return names.find(name, '', page);
  const beside = name.startsWith('/') ? names.find(`.${name}`, '', page) : null;
  const found = beside !== null && beside.targets.length > 0 ? beside : names.find(BARE.test(name) ? `./${name}` : name, '', page);
  return IS_SOURCE.test(name) ? found : { ...found, reason: null };
}

/** Resolves a class by its qualified name. */
function classOf(names: TextNames, { name }: NamedSource, path: string): Found {
  const [outer = ''] = name.split('$', 1);
  const cut = outer.lastIndexOf('.');
  return names.find(outer.slice(0, cut), outer.slice(cut + 1), names.nearest(path));
}

/** Reads the texts of one format, and resolves the names in them. */
interface Format {
  readonly verb: string;
  namesIn(path: string, text: string): readonly NamedSource[];
  find(named: NamedSource, path: string): Found;
}

/** @returns the names that should lead to a source and do not */
function addOf({ verb, namesIn, find }: Format, path: string, text: string, edges: Edges): UnresolvedImport[] {
  return namesIn(path, text).flatMap((named) => {
    const { targets, reason } = find(named, path);
    const why = `${path} ${verb} ${named.name} (line ${named.line})`;
    for (const { path: target, symbol } of targets) {
      edges.add('depends', path, target, WEIGHT, why);
      if (symbol !== null) edges.add('depends', path, symbolId(target, symbol.name), WEIGHT, why);
    }
    return reason === null ? [] : [{ path, line: named.line, specifier: named.name, names: [], reason }];
  });
}

/**
 * Adds `depends` edges from texts that are no sources to the sources which they load by name: scripts of HTML pages, and classes in
 * `META-INF/services`.
 * @param texts by path
 * @returns the names that should lead to a source and do not
 */
export function addNamedSources(parts: StructureParts, texts: ReadonlyMap<string, string>, edges: Edges): UnresolvedImport[] {
  const all = [...texts].filter(([path]) => isNamingText(path));
  if (all.length === 0) return [];
  const scripts = new TextNames(parts, (language) => SCRIPT_LANGUAGE.test(language));
  const classes = new TextNames(parts, (language) => language === 'java');
  const page: Format = {
    verb: 'loads',
    namesIn: (_, text) => htmlScripts(text),
    find: (named, path) => scriptOf(scripts, named, path),
  };
  const services: Format = { verb: 'names', namesIn: javaServices, find: (named, path) => classOf(classes, named, path) };
  return all.flatMap(([path, text]) => addOf(isPage(path) ? page : services, path, text, edges));
}
