import type { SwarmLock, TaskNode } from '../../crtx/schema.ts';
import { isPrintableAscii } from '../../text/ascii.ts';
import { ownProperty, textsIn } from '../../text/foreign-data.ts';
import { partitionPoint } from '../../text/partition-point.ts';
import { coversFile } from '../locks/lock-overlap.ts';
import { fileToLockName, type LockPathOptions, literalSegments, lockPathToFile, unescapeLockName } from '../locks/lock-path.ts';

/** Maximum number of files of a task. A task that names more is about the whole project, so its files say nothing. */
const MAX_FILES_OF_TASK = 64;
/** Maximum number of words of a description that are examined. */
const MAX_WORDS = 1_000;
const MAX_DESCRIPTION_LENGTH = 20_000;

/** The files of a project, found by the paths that agents and people write. */
export class ProjectFiles {
  readonly #paths: readonly string[];
  readonly #options: LockPathOptions;
  #byName: { readonly places: ReadonlyMap<string, number>; readonly inOrder: readonly string[] } | undefined;

  /** @param paths relative to the project's root, sorted by code units; results are indexes into it */
  constructor(paths: readonly string[], options: LockPathOptions) {
    this.#paths = paths;
    this.#options = options;
  }

  /** Returns the files that a text names: a file, or a folder with its trailing slash. */
  named(text: string): number[] {
    const name = fileToLockName(text.replace(/^\.\//, ''), this.#options);
    const file = this.#placeOf(name);
    if (file !== undefined) return [file];
    return name.endsWith('/') ? this.#below(name) : [];
  }

  /** Returns the files that a lock covers. */
  covered(lockPath: string): number[] {
    const file = lockPathToFile(lockPath);
    if (file !== null) return [file, `${file}/`].map((name) => this.named(name)).find((files) => files.length > 0) ?? [];
    const begins = literalSegments(lockPath).map((name) => `${unescapeLockName(name)}/`);
    return this.#below(begins.join(''), (name) => coversFile(lockPath, name));
  }

  /** Whether names that begin with this one are their paths. Naming thousands of files takes longer than finding a few. */
  #isPath(name: string): boolean {
    return !this.#options.foldCase && isPrintableAscii(name);
  }

  get #named(): { readonly places: ReadonlyMap<string, number>; readonly inOrder: readonly string[] } {
    if (this.#byName === undefined) {
      const places = new Map(this.#paths.map((file, place) => [fileToLockName(file, this.#options), place]));
      this.#byName = { places, inOrder: [...places.keys()].sort() };
    }
    return this.#byName;
  }

  #placeOf(name: string): number | undefined {
    if (!this.#isPath(name)) return this.#named.places.get(name);
    const place = firstFrom(this.#paths, name);
    return this.#paths[place] === name ? place : undefined;
  }

  #below(begins: string, isMeant: (name: string) => boolean = () => true): number[] {
    const isPath = this.#isPath(begins);
    const inOrder = isPath ? this.#paths : this.#named.inOrder;
    const found: number[] = [];
    for (let at = firstFrom(inOrder, begins); found.length < MAX_FILES_OF_TASK; at += 1) {
      const name = inOrder[at];
      if (name === undefined || !name.startsWith(begins)) break;
      if (isMeant(isPath ? fileToLockName(name, this.#options) : name)) found.push(isPath ? at : (this.#named.places.get(name) ?? 0));
    }
    return found;
  }
}

/** Returns the index of the first sorted text that is not less than `text`. */
function firstFrom(sorted: readonly string[], text: string): number {
  return partitionPoint(sorted.length, (index) => (sorted[index] ?? '') < text);
}

/** Returns the words of a description that may be paths: words with a slash or a dot. */
function pathsIn(description: string): string[] {
  const words = description.slice(0, MAX_DESCRIPTION_LENGTH).split(/[\s"'`()<>,;|]+/, MAX_WORDS);
  return words.filter((word) => /[./]/.test(word)).map((word) => word.replace(/[.:!?]{1,3}$/, ''));
}

/** Key of a task that the seed does not define and other programs may write: the files and folders that the task is about. */
export const FILES_KEY = 'files';

/** Returns the paths in that key. A folder needs no trailing slash there. */
export function listedFiles(node: TaskNode): string[] {
  return textsIn(ownProperty(node, FILES_KEY)).slice(0, MAX_FILES_OF_TASK);
}

/** Returns whether a task may name files at all. A cheap check before `findTaskFiles`. */
export function mayNameFiles(node: TaskNode, locks: readonly unknown[]): boolean {
  return locks.length > 0 || listedFiles(node).length > 0 || pathsIn(node.description).length > 0;
}

/**
 * Returns the files that a task names: in the key `files`, in its description, and by the locks of the agent that works on it.
 * @param locks exclusive locks of the agent that works on it
 */
export function findTaskFiles(node: TaskNode, locks: readonly Pick<SwarmLock, 'path'>[], known: ProjectFiles): number[] {
  const found = new Set<number>();
  const listed = listedFiles(node).map((file) => [known.named(file), known.named(`${file}/`)].find((files) => files.length > 0) ?? []);
  const others = [...pathsIn(node.description).map((word) => known.named(word)), ...locks.map(({ path }) => known.covered(path))];
  for (const files of [...listed, ...others]) for (const file of files) found.add(file);
  return [...found].slice(0, MAX_FILES_OF_TASK);
}
