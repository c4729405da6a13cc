import type { GraphSnapshot } from '../../contract/graph.ts';
import { escapeLockPath, overlaps, type SwarmLock } from '../../engine/crtx/index.ts';
import { clipped } from '../model/pages.ts';

type Shown = GraphSnapshot['locks'][string];

/** Nobody reads more names of a lock that is shared. */
const MOST_AGENTS = 20;

/** The folders that a path is in, as lock paths. */
function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) folders.push(path.slice(0, at + 1));
  return folders;
}

/** Finds the locks that cover a file; made once for many files, as there may be ten thousand of either. */
function covering(locks: readonly SwarmLock[]): (path: string) => readonly SwarmLock[] {
  const exact = new Map<string, SwarmLock[]>();
  for (const lock of locks) exact.set(lock.path, [...(exact.get(lock.path) ?? []), lock]);
  const globs = locks.filter(({ path }) => /[*?[{]/.test(path));
  return (path) => {
    const own = escapeLockPath(path);
    const found = [own, ...foldersOf(own)].flatMap((each) => exact.get(each) ?? []);
    return [...new Set([...found, ...globs.filter((glob) => overlaps(glob.path, own))])];
  };
}

/** Who has files locked. @param paths relative to the project; those of clusters, which are empty, have none */
export function locksOn(paths: Iterable<string>, locks: readonly SwarmLock[]): Record<string, Shown> {
  const shown: Record<string, Shown> = {};
  if (locks.length === 0) return shown;
  const find = covering(locks);
  for (const path of new Set(paths)) {
    const found = path === '' ? [] : find(path);
    if (found.length === 0) continue;
    const mode = found.some(({ type }) => type === 'exclusive') ? 'exclusive' : 'shared';
    const agents = [...new Set(found.map(({ agentId }) => clipped(agentId)))].slice(0, MOST_AGENTS);
    Object.defineProperty(shown, path, { value: { mode, agents }, enumerable: true });
  }
  return shown;
}
