import { readlinkSync } from 'node:fs';
import path from 'node:path';
import { findProject, type Workplace } from '../engine/crtx/index.ts';
import { isInside } from '../engine/files/safe-path.ts';
import { CortexError } from '../engine/platform/errors.ts';
import type { FileSystem } from '../engine/platform/file-system.ts';
import { escapeLockPath, fileOfLockPath, kindOfLockPath, type LockReading } from '../engine/swarm/index.ts';
import type { Place } from './shell/effect-types.ts';

const MOST_LINKS = 16;

/** What links the file system has; `null` where there is none. */
function linkTarget(file: string): string | null {
  try {
    return readlinkSync(file);
  } catch {
    return null;
  }
}

/** Where a path leads, as far as it is there; also through links to what is not there yet. */
function realPlace(fs: FileSystem, file: string, links = MOST_LINKS): string {
  const rest: string[] = [];
  for (let existing = file; ; existing = path.dirname(existing)) {
    try {
      return path.join(fs.realpathSync(existing), ...rest);
    } catch {
      const target = links > 0 ? linkTarget(existing) : null;
      if (target !== null) return realPlace(fs, path.join(path.resolve(path.dirname(existing), target), ...rest), links - 1);
    }
    if (existing === path.dirname(existing)) return file;
    rest.unshift(path.basename(existing));
  }
}

/** Finds out which paths of a project words mean. */
export class Places {
  readonly #trees = new Map<string, string | null>();

  constructor(
    private readonly fs: FileSystem,
    private readonly place: Workplace,
    private readonly reading: Pick<LockReading, 'lockPath'>,
    private readonly home: string | undefined,
  ) {}

  /** The lock path of what a word names; `null` for nothing of this project. */
  lockPath({ word, folder }: Place): string | null {
    const { plain, pattern, isPattern, isCut } = word;
    if (isCut) {
      const end = plain.lastIndexOf('/');
      return end <= 0 ? null : this.#found(path.resolve(folder, this.#homely(plain.slice(0, end))), '**');
    }
    if (plain === '' || plain.includes('\0')) return null;
    if (!isPattern) return this.#found(path.resolve(folder, this.#homely(plain)), null);
    const names = this.#homely(pattern).split('/');
    const first = names.findIndex((name) => kindOfLockPath(name) === 'glob');
    if (first < 0) return this.#found(path.resolve(folder, this.#homely(plain)), null);
    const front = names.slice(0, first).map((name) => (name === '' ? '' : (fileOfLockPath(name) ?? name)));
    const start = front.length === 1 && front[0] === '' ? '/' : front.join('/');
    return this.#found(path.resolve(folder, start), names.slice(first).join('/'));
  }

  /** The lock path of what a text names by itself, whatever there is on the disk; `null` for nothing of this project. */
  written(text: string, folder: string): string | null {
    const { tree, root } = this.place;
    const file = path.resolve(folder, this.#homely(text));
    const base = [tree, root].find((each) => isInside(each, file));
    const name = base === undefined ? '' : path.relative(base, file).split(path.sep).join('/');
    return name === '' ? null : escapeLockPath(name);
  }

  /** The folder that stands for the project where a folder is, a real path; `null` outside of it. */
  treeOf(folder: string): string | null {
    const known = this.#trees.get(folder);
    if (known !== undefined) return known;
    const found = this.#treeAround(realPlace(this.fs, folder));
    this.#trees.set(folder, found);
    return found;
  }

  #treeAround(real: string): string | null {
    const { root, tree } = this.place;
    const found = this.#projectAround(real);
    if (found !== null && found.root === root) return found.tree;
    return [tree, root].find((each) => isInside(each, real)) ?? null;
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
    const real = realPlace(this.fs, file);
    const tree = this.treeOf(rest === null ? path.dirname(real) : real) ?? (rest === null ? this.treeOf(real) : null);
    if (tree === null || !isInside(tree, real)) return null;
    const name = path.relative(tree, real).split(path.sep).join('/');
    const text = [...(name === '' ? [] : [escapeLockPath(name)]), ...(rest === null ? (name === '' ? ['**'] : []) : [rest])].join('/');
    return this.reading.lockPath(tree, text) ?? (rest === null ? null : this.#found(file, rest === '**' ? null : '**'));
  }

  #homely(text: string): string {
    return this.home !== undefined && /^~(?:\/|$)/.test(text) ? this.home + text.slice(1) : text;
  }
}
