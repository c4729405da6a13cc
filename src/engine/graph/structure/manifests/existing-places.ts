import { folderOf, listAncestors } from '../paths.ts';

/** A path that is written out, without placeholders and patterns. */
const PLAIN = /^[\w./@+-]{1,400}$/;

export const isPlainPath = (written: string): boolean => PLAIN.test(written);

/** The listed files of a project by path, and those that are read as sources. */
interface ListedFiles {
  readonly files: ReadonlySet<string>;
  readonly facts: ReadonlyMap<string, unknown>;
}

/** Knows which files and folders of a project exist, to find those that manifests name and that do not. */
export class ExistingPlaces {
  readonly #folders = new Set<string>(['']);
  readonly #withSources = new Set<string>();

  constructor(private readonly project: ListedFiles) {
    for (const path of project.facts.keys()) this.#withSources.add(folderOf(path));
    for (const path of [...project.files, ...project.facts.keys()]) {
      for (let at = folderOf(path); at !== '' && !this.#folders.has(at); at = folderOf(at)) this.#folders.add(at);
    }
  }

  /**
   * Whether a file or folder exists, or may exist: in a folder that git ignores, behind a symbolic link, or in a submodule, whose files are
   * not listed.
   */
  mayExist(path: string): boolean {
    const { facts, files } = this.project;
    return this.#folders.has(path) || [...listAncestors(path)].some((each) => facts.has(each) || files.has(each) || files.has(`${each}/`));
  }

  /** Whether a folder directly contains a source that is read. */
  hasSources(folder: string): boolean {
    return this.#withSources.has(folder);
  }
}
