import type { SwarmLock } from '../../../engine/crtx/index.ts';
import { globCovers, isNormalLockPath, kindOfLockPath, literalSegments } from '../../../engine/swarm/index.ts';

/** The folders that a path is in, without a slash at their ends. */
function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) folders.push(path.slice(0, at));
  return folders;
}

function put<Kept>(groups: Map<string, Kept[]>, key: string, kept: Kept): void {
  const same = groups.get(key);
  if (same === undefined) groups.set(key, [kept]);
  else same.push(kept);
}

/** Where only the file is known, another program may have written what is no pattern. */
const isGlob = (path: string): boolean => kindOfLockPath(path) === 'glob' && isNormalLockPath(path);

interface GlobLock {
  readonly lock: SwarmLock;
  covers(path: string): boolean;
}

/** The folder below which all lies that a glob covers: only what is in it has to be compared with it. */
const folderOfGlob = (glob: string): string =>
  literalSegments(glob)
    .map((name) => `${name}/`)
    .join('');

/**
 * Finds the locks that cover a file or a folder; made once for many of either, as there may be ten thousand of all.
 * @returns takes a lock path that is no pattern, of which nobody has to know whether it is a folder
 */
export function coveringLocks(locks: readonly SwarmLock[]): (path: string) => readonly SwarmLock[] {
  const named = new Map<string, SwarmLock[]>();
  const globs = new Map<string, GlobLock[]>();
  for (const lock of locks) {
    if (isGlob(lock.path)) put(globs, folderOfGlob(lock.path), { lock, covers: globCovers(lock.path) });
    else put(named, lock.path.replace(/\/$/, ''), lock);
  }
  return (path) => {
    const own = path.replace(/\/$/, '');
    const within = [own, ...foldersOf(own)];
    const found = within.flatMap((each) => named.get(each) ?? []);
    const mayCover = globs.size === 0 ? [] : ['', ...within.map((each) => `${each}/`)].flatMap((each) => globs.get(each) ?? []);
    return [...found, ...mayCover.filter((glob) => glob.covers(own)).map(({ lock }) => lock)];
  };
}
