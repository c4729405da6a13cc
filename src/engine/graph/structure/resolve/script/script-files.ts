import { below, folderOf } from '../../paths.ts';
import type { Project } from '../../unit.ts';

const CODE = ['.ts', '.tsx', '.js', '.jsx', '.mts', '.cts', '.mjs', '.cjs'];
const DECLARATIONS = ['.d.ts', '.d.mts', '.d.cts'];
/** What Node's `require` looks for behind scripts: they are no sources. */
const LOADED = ['.json', '.node'];
const ENDINGS = [...CODE, ...DECLARATIONS, ...LOADED];
/** What stands in a source for the ending of what is made of it, in the order in which TypeScript looks. */
const SOURCES: ReadonlyMap<string, readonly string[]> = new Map([
  ['.js', ['.ts', '.tsx', '.js', '.jsx', '.d.ts']],
  ['.jsx', ['.tsx', '.ts', '.jsx', '.js', '.d.ts']],
  ['.mjs', ['.mts', '.mjs', '.d.mts']],
  ['.cjs', ['.cts', '.cjs', '.d.cts']],
]);
const MADE = /\.[cm]?jsx?$/;
const DECLARED = /\.d\.([cm]?)ts$/;

/**
 * What a path leads to: sources, `outside` for a file that is there and is no source (a style sheet, what was generated, what git ignores),
 * `beyond` for a place out of the project, an empty list for nothing.
 */
export type Located = readonly string[] | 'outside' | 'beyond';

/** Whether a path leads to anything that is there. */
export const isFound = (located: Located): boolean => located === 'outside' || (located !== 'beyond' && located.length > 0);

/** The files that a path may mean by its own name or with another ending, the likeliest first. */
function filesNear(path: string): string[] {
  const ending = MADE.exec(path)?.[0] ?? '';
  const stem = path.slice(0, path.length - ending.length);
  const made = (SOURCES.get(ending) ?? []).map((each) => stem + each);
  return [...made, path, ...ENDINGS.map((each) => path + each)];
}

/** What says the types of a file that is no script: `a.d.css.ts` or `a.css.d.ts` of `a.css`. */
function declarationsOf(asset: string): string[] {
  const [, ending = ''] = /(\.[^./]+)$/.exec(asset) ?? [];
  const stem = asset.slice(0, asset.length - ending.length);
  return ending === '' ? [] : [`${stem}.d${ending}.ts`, `${asset}.d.ts`];
}

/** The scripts of a project, and whatever else they may import, by paths as imports write them. */
export class ScriptFiles {
  /** @param mainOf what the manifest of a folder, if it has one, says to be meant by the folder */
  constructor(
    private readonly project: Project,
    private readonly mainOf: (folder: string) => Located,
  ) {}

  /** What a path means: as it stands, by another ending, as a folder. */
  find(path: string): Located {
    const file = this.file(path);
    if (isFound(file)) return file;
    const main = this.mainOf(path);
    return isFound(main) ? main : this.index(path);
  }

  /** The same without folders. */
  file(path: string): Located {
    const found = filesNear(path).find((each) => this.#isThere(each));
    return found === undefined ? (this.#isIgnored(path) ? 'outside' : []) : this.#locationOf(found);
  }

  /** The file of a folder that stands for it. */
  index(folder: string): Located {
    const found = ENDINGS.map((each) => below(folder, `index${each}`)).find((each) => this.#isThere(each));
    return found === undefined ? [] : this.#locationOf(found);
  }

  /** Whether a path means a file that is there and is no source. */
  isAsset(path: string): boolean {
    const found = filesNear(path).find((each) => this.#isThere(each));
    return found !== undefined && this.#locationOf(found) === 'outside';
  }

  /** The sources of which a file could be made that is called so, whatever its format is. */
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

  /** A file with what says its types, or with what it says the types of: a change of either reaches who imports them. */
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

/** The code that a declaration file speaks of. */
function codeOf(file: string): string[] {
  const [ending, kind = ''] = DECLARED.exec(file) ?? [];
  if (ending === undefined) return [];
  const stem = file.slice(0, file.length - ending.length);
  return kind === '' ? [`${stem}.js`, `${stem}.jsx`] : [`${stem}.${kind}js`];
}
