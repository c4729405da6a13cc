import { lstatSync, readlinkSync, statSync } from 'node:fs';
import path from 'node:path';
import { findProject, type Workplace } from '../engine/crtx/index.ts';
import { isInside } from '../engine/files/safe-path.ts';
import { CortexError } from '../engine/platform/errors.ts';
import type { FileSystem } from '../engine/platform/file-system.ts';
import { coversFile, escapeLockPath, kindOfLockPath, type LockReading, lockPathToFile } from '../engine/swarm/index.ts';
import type { FileOperand } from './shell/effect-types.ts';
import { patternOfCut } from './shell/expand.ts';

const MAX_LINKS = 16;
/** Longest path in characters; operating systems refuse longer ones. */
const MAX_PATH_LENGTH = 4_096;
/** Maximum number of lookups on disk; further names are compared by their text only. */
const MAX_LOOKS = 4_000;

/** Maximum number of patterns to compare with those of locks, which is slow. Beyond that, a pattern counts as its whole folder. */
const MAX_PATTERNS = 64;

/** The resolved location of a path that may not exist yet, with symlinks followed. */
interface RealPlace {
  readonly real: string;
  /** The nearest existing folder or file on the way to it, a real path. */
  readonly existing: string;
}

/** Returns the target of a symlink, or `null`. Uses no exceptions for missing files, because a line may name thousands of files. */
function linkTarget(file: string): string | null {
  try {
    return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true ? readlinkSync(file) : null;
  } catch {
    return null;
  }
}

/** Returns the real path of an existing file; `null` for anything else. */
function realOrNull(fs: FileSystem, file: string): string | null {
  try {
    return statSync(file, { throwIfNoEntry: false }) === undefined ? null : fs.realpathSync(file);
  } catch {
    return null;
  }
}

/** Returns a path or pattern in a project. @param name of a folder or file, empty for the project itself @param rest a pattern in it */
function textOf(name: string, rest: string | null): string {
  const below = rest ?? (name === '' ? '**' : null);
  return [...(name === '' ? [] : [escapeLockPath(name)]), ...(below === null ? [] : [below])].join('/');
}

/** Resolves words to paths of a project. */
export class LockPathFinder {
  readonly #trees = new Map<string, string | null>();
  readonly #reals = new Map<string, RealPlace>();
  #looks = 0;
  #patterns = 0;

  constructor(
    private readonly fs: FileSystem,
    private readonly place: Workplace,
    private readonly reading: Pick<LockReading, 'lockPath'>,
    private readonly home: string | undefined,
  ) {}

  /** Returns the lock path that a word names; `null` if it is not in this project. */
  lockPath({ word, folder, isDeep = false, isRemoved = false }: FileOperand): string | null {
    const { plain, isPattern } = word;
    if (word.isCut) {
      const around = patternOfCut(word);
      return around === null ? null : this.lockPath({ word: around, folder, isDeep, isRemoved });
    }
    // What a pattern matches may be a folder.
    const pattern = isDeep && isPattern && !word.pattern.endsWith('**') ? `${word.pattern.replace(/\/+$/, '')}/**` : word.pattern;
    if (plain === '' || plain.includes('\0')) return null;
    if (!isPattern) return this.#whole(path.resolve(folder, this.#homely(plain)), isRemoved);
    const names = this.#homely(pattern).split('/');
    const first = names.findIndex((name) => kindOfLockPath(name) === 'glob');
    if (first < 0) return this.#found(path.resolve(folder, this.#homely(plain)), null);
    const front = names.slice(0, first).map((name) => (name === '' ? '' : (lockPathToFile(name) ?? name)));
    const start = path.resolve(folder, front.length === 1 && front[0] === '' ? '/' : front.join('/'));
    this.#patterns += 1;
    const rest = names.slice(first);
    return this.#fromAbove(start, rest) ?? this.#found(start, this.#patterns > MAX_PATTERNS ? null : rest.join('/'));
  }

  /** Returns the lock path of a file or folder. A folder around the project counts if it is removed. */
  #whole(file: string, isRemoved: boolean): string | null {
    return isRemoved && this.#wayFrom(this.#realPlace(file).real) !== null ? '**' : this.#found(file, null);
  }

  /** Returns the names from a folder to the project; `null` if the project is not below it. */
  #wayFrom(folder: string): string[] | null {
    const base = [this.place.tree, this.place.root].find((each) => each !== folder && isInside(folder, each));
    return base === undefined ? null : path.relative(folder, base).split(path.sep);
  }

  /** Returns what a pattern matches in the project when it starts in a folder around it; `null` if it does not match the project. */
  #fromAbove(start: string, rest: readonly string[]): string | null {
    const way = this.#wayFrom(this.#realPlace(start).real);
    // Everything in a folder around the project is what an unpacked archive may contain: any folder but this one.
    if (way === null) return null;
    if (rest[0] === '**') return rest.length > 1 && rest[1] !== '**' ? rest.join('/') : null;
    if (rest.length <= way.length) return null;
    const matches = way.every((name, at) => coversFile(rest[at] ?? '', name));
    return matches ? rest.slice(way.length).join('/') : null;
  }

  /** Returns the lock path of a text, without looking at the disk; `null` if it is not in this project. */
  written(text: string, folder: string): string | null {
    const { tree, root } = this.place;
    const file = path.resolve(folder, this.#homely(text));
    const base = [tree, root].find((each) => isInside(each, file));
    const name = base === undefined ? '' : path.relative(base, file).split(path.sep).join('/');
    return name === '' ? null : escapeLockPath(name);
  }

  /** Returns the working tree of the project that a folder is in, a real path; `null` outside of the project. */
  treeOf(folder: string): string | null {
    // A folder that does not exist yet belongs to its nearest existing parent.
    const { existing } = this.#realPlace(folder);
    const known = this.#trees.get(existing);
    if (known !== undefined) return known;
    const found = this.#treeAround(existing);
    this.#trees.set(existing, found);
    return found;
  }

  #realPlace(file: string, links = MAX_LINKS): RealPlace {
    const known = this.#reals.get(file);
    if (known !== undefined) return known;
    const found = this.#lookedUp(file, links);
    this.#reals.set(file, found);
    return found;
  }

  #lookedUp(file: string, links: number): RealPlace {
    this.#looks += 1;
    const above = path.dirname(file);
    if (above === file) return { real: file, existing: file };
    const there = realOrNull(this.fs, file);
    if (there !== null) return { real: there, existing: there };
    const target = links > 0 ? linkTarget(file) : null;
    if (target !== null) return this.#realPlace(path.resolve(path.dirname(file), target), links - 1);
    const { real, existing } = this.#realPlace(above, links);
    return { real: path.join(real, path.basename(file)), existing };
  }

  #treeAround(existing: string): string | null {
    const { root, tree } = this.place;
    const found = this.#projectAround(existing);
    if (found !== null && found.root === root) return found.tree;
    return [tree, root].find((each) => isInside(each, existing)) ?? null;
  }

  #projectAround(real: string) {
    for (let folder = real; ; folder = path.dirname(folder)) {
      try {
        if (this.fs.statSync(folder, { bigint: true }).isDirectory()) return findProject(this.fs, folder, false);
      } catch (error) {
        if (error instanceof CortexError) return null;
      }
      if (folder === path.dirname(folder)) return null;
    }
  }

  #found(file: string, rest: string | null): string | null {
    if (file.length > MAX_PATH_LENGTH) return null;
    if (this.#looks > MAX_LOOKS) return this.#named(file, rest);
    const { real } = this.#realPlace(file);
    const tree = this.treeOf(rest === null ? path.dirname(real) : real) ?? (rest === null ? this.treeOf(real) : null);
    if (tree === null || !isInside(tree, real)) return null;
    const name = path.relative(tree, real).split(path.sep).join('/');
    const text = textOf(name, rest);
    this.#looks += text.split('/').length;
    return this.reading.lockPath(tree, text) ?? (rest === null ? null : this.#found(file, rest === '**' ? null : '**'));
  }

  /** Like `#found`, by name only. */
  #named(file: string, rest: string | null): string | null {
    const { tree, root } = this.place;
    const base = [tree, root].find((each) => isInside(each, file));
    return base === undefined ? null : textOf(path.relative(base, file).split(path.sep).join('/'), rest);
  }

  #homely(text: string): string {
    return this.home !== undefined && /^~(?:\/|$)/.test(text) ? this.home + text.slice(1) : text;
  }
}
