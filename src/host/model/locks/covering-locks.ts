import type { SwarmLock } from '../../../engine/crtx/index.ts';
import { globCovers, isNormalLockPath, kindOfLockPath, literalSegments } from '../../../engine/swarm/index.ts';

/** Returns the parent folders of a path, without trailing slashes. */
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

/** Reports whether a lock path is a valid glob. A file of another program may contain an invalid one. */
const isGlob = (path: string): boolean => kindOfLockPath(path) === 'glob' && isNormalLockPath(path);

interface GlobLock {
  readonly lock: SwarmLock;
  covers(path: string): boolean;
}

/** Returns the folder that contains everything a glob matches. Only paths in that folder have to be compared with the glob. */
const folderOfGlob = (glob: string): string =>
  literalSegments(glob)
    .map((name) => `${name}/`)
    .join('');

/**
 * Returns a function that finds the locks covering a file or folder. Indexes the locks once, because there may be ten thousand of them.
 * The function takes a literal lock path; it need not know whether the path is a folder.
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
