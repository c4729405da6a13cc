import { folderOf, joinPath } from '../../paths.ts';
import type { Project } from '../../unit.ts';

const CODE = ['.ts', '.tsx', '.js', '.jsx', '.mts', '.cts', '.mjs', '.cjs'];
const DECLARATIONS = ['.d.ts', '.d.mts', '.d.cts'];
/** Endings that Node's `require` tries after scripts. These files are not sources. */
const LOADED = ['.json', '.node'];
const ENDINGS = [...CODE, ...DECLARATIONS, ...LOADED];
/** Source endings for each output ending, in the order in which TypeScript tries them. */
const SOURCES: ReadonlyMap<string, readonly string[]> = new Map([
  ['.js', ['.ts', '.tsx', '.js', '.jsx', '.d.ts']],
  ['.jsx', ['.tsx', '.ts', '.jsx', '.js', '.d.ts']],
  ['.mjs', ['.mts', '.mjs', '.d.mts']],
  ['.cjs', ['.cts', '.cjs', '.d.cts']],
]);
const MADE = /\.[cm]?jsx?$/;
const DECLARED = /\.d\.([cm]?)ts$/;

/**
 * What a path leads to: sources, `outside` for an existing file that is not a source (a style sheet, a file that git
 * ignores), `beyond` for a place outside the project, an empty list if nothing is found.
 */
export type Located = readonly string[] | 'outside' | 'beyond';

/** Whether a path leads to something that exists in the project. */
export const isFound = (located: Located): boolean => located === 'outside' || (located !== 'beyond' && located.length > 0);

/** Returns the files that a path may mean, exactly or with another ending, the likeliest first. */
function filesNear(path: string): string[] {
  const ending = MADE.exec(path)?.[0] ?? '';
  const stem = path.slice(0, path.length - ending.length);
  const made = (SOURCES.get(ending) ?? []).map((each) => stem + each);
  return [...made, path, ...ENDINGS.map((each) => path + each)];
}

/** Inserts the suffix of a platform before the ending of a script: `Button.ios.js`. */
function withSuffix(path: string, suffix: string): string {
  const ending = /(?:\.d)?\.[cm]?[jt]sx?$/.exec(path)?.[0] ?? '';
  return path.slice(0, path.length - ending.length) + suffix + ending;
}

/** Returns the possible type declarations of a file that is not a script: `a.d.css.ts` or `a.css.d.ts` for `a.css`. */
function declarationsOf(asset: string): string[] {
  const [, ending = ''] = /(\.[^./]+)$/.exec(asset) ?? [];
  const stem = asset.slice(0, asset.length - ending.length);
  return ending === '' ? [] : [`${stem}.d${ending}.ts`, `${asset}.d.ts`];
}

/** Finds scripts and other files of a project by paths as written in imports. */
export class ScriptFiles {
  /**
   * @param mainOf returns what the manifest of a folder, if any, names as its entry
   * @param suffixesOf returns the suffixes of platforms that files in a folder may have before their endings: `.ios`
   */
  constructor(
    private readonly project: Project,
    private readonly mainOf: (folder: string) => Located,
    private readonly suffixesOf: (folder: string) => readonly string[] = () => [],
  ) {}

  /** Returns what a path means: an exact file, a file with another ending, or a folder. */
  find(path: string): Located {
    const file = this.file(path);
    if (isFound(file)) return file;
    const main = this.mainOf(path);
    return isFound(main) ? main : this.index(path);
  }

  /** Like `find`, without folders. */
  file(path: string): Located {
    const located = this.#variants(path, filesNear);
    return isFound(located) || !this.#isIgnored(path) ? located : 'outside';
  }

  /** Returns the index file of a folder. */
  index(folder: string): Located {
    return this.#variants(joinPath(folder, 'index'), (path) => ENDINGS.map((each) => path + each));
  }

  /** Returns the file that a path means, and its variants for platforms: which of them is used is not known. */
  #variants(path: string, placesOf: (path: string) => readonly string[]): Located {
    const locate = (each: string): Located => {
      const found = placesOf(each).find((place) => this.#isThere(place));
      return found === undefined ? [] : this.#locationOf(found);
    };
    const own = locate(path);
    const suffixes = this.suffixesOf(folderOf(path));
    if (suffixes.length === 0) return own;
    const all = [own, ...suffixes.map((suffix) => locate(withSuffix(path, suffix)))];
    const files = all.flatMap((each) => (typeof each === 'string' ? [] : each));
    return files.length > 0 ? [...new Set(files)] : (all.find((each) => isFound(each)) ?? own);
  }

  /** Returns what the first of some paths that means anything means. */
  first(paths: readonly string[]): Located {
    for (const path of paths) {
      const found = this.find(path);
      if (isFound(found)) return found;
    }
    return [];
  }

  /** Whether a path means an existing file that is not a source. */
  isAsset(path: string): boolean {
    const found = filesNear(path).find((each) => this.#isThere(each));
    return found !== undefined && this.#locationOf(found) === 'outside';
  }

  /** Returns the first sources from which a file of this name could be built, in any module format. */
  sourceOf(made: string): readonly string[] {
    const plain = made.replace(DECLARED, '.$1js');
    const others = [plain, plain.replace(/\.[cm]js$/, '.js')];
    for (const each of new Set([made, ...others])) {
      const found = this.file(each);
      if (typeof found !== 'string' && found.length > 0) return found;
    }
    return [];
  }

  #isThere(path: string): boolean {
    return this.project.facts.has(path) || this.project.files.has(path);
  }

  /** Of a folder that git ignores only the folder is listed. */
  #isIgnored(path: string): boolean {
    for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) if (this.project.files.has(`${folder}/`)) return true;
    return false;
  }

  /**
   * Returns a file together with its type declarations, or a declaration file with its code, because a change of either affects importers.
   */
  #locationOf(file: string): Located {
    const { facts } = this.project;
    const isKnown = facts.has(file);
    const ending = MADE.exec(file)?.[0];
    const others = isKnown ? (ending === undefined ? codeOf(file) : [file.replace(MADE, declarationOf(ending))]) : declarationsOf(file);
    const all = [...(isKnown ? [file] : []), ...others.filter((each) => facts.has(each))];
    return all.length > 0 ? all : 'outside';
  }
}

const declarationOf = (ending: string): string => `.d.${/^\.([cm])/.exec(ending)?.[1] ?? ''}ts`;

/** Returns the possible code files of a declaration file. */
function codeOf(file: string): string[] {
  const [ending, kind = ''] = DECLARED.exec(file) ?? [];
  if (ending === undefined) return [];
  const stem = file.slice(0, file.length - ending.length);
  return kind === '' ? [`${stem}.js`, `${stem}.jsx`] : [`${stem}.${kind}js`];
}
