import type { Project } from '../../unit.ts';
import { fixedFolder, pathMatcher } from '../path-glob.ts';
import type { Located } from './script-files.ts';

/** Extended glob patterns (`@(a|b)`, `!(a)`), which are not supported. */
const FOREIGN = /[@!+?*]\(/;

/** Finds the files that glob imports match: `import.meta.glob('./pages/*.ts')`. */
export class ScriptGlobs {
  #sorted: readonly string[] | undefined;

  /** @param placesOf returns the patterns, relative to the project root, that a written pattern may mean */
  constructor(
    private readonly project: Project,
    private readonly placesOf: (pattern: string, from: string) => readonly string[],
  ) {}

  /** @param specifier a pattern, followed by exclusions (each after a space and with a leading `!`) */
  find(specifier: string, from: string): Located {
    const [pattern = '', ...others] = specifier.split(' ');
    if (FOREIGN.test(specifier)) return [];
    const matchersOf = (each: string) =>
      this.placesOf(each, from).map((place) => ({ folder: fixedFolder(place), matches: pathMatcher(place) }));
    const taken = others.flatMap((each) => matchersOf(each.slice(1)));
    const places = matchersOf(pattern);
    if (places.length === 0) return /^\.{1,2}\//.test(pattern) ? 'beyond' : [];
    const found = places.flatMap(({ folder, matches }) => this.#below(folder).filter(matches));
    const rest = found.filter((path) => path !== from && !taken.some(({ matches }) => matches(path)));
    return rest.length > 0 ? [...new Set(rest)] : 'outside';
  }

  #below(folder: string): string[] {
    this.#sorted ??= [...this.project.facts.keys()];
    return folder === '' ? [...this.#sorted] : this.#sorted.filter((path) => path.startsWith(`${folder}/`));
  }
}
