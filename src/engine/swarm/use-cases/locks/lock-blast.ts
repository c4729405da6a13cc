import path from 'node:path';
import { FILE_NAMES } from '../../../crtx/cortex-io.ts';
import { addedSince, changedSince, graphWrittenAt } from '../../../crtx/graph/graph-age.ts';
import { GraphDigest, hasGraph, type ImpactedFile, MAX_DIGEST_BYTES, QUICK_DIGEST_BYTES } from '../../../crtx/graph/graph-digest.ts';
import { type Doubts, findDoubts } from '../../../crtx/graph/graph-doubts.ts';
import { checkGraphReplaceable } from '../../../crtx/graph/graph-fault.ts';
import { readGraphGaps } from '../../../crtx/graph/graph-gaps.ts';
import { CORTEX_FOLDER } from '../../../crtx/root.ts';
import { CortexError } from '../../../platform/errors.ts';
import { isThere } from '../../../platform/file-system.ts';
import { covers, coversFile } from '../../locks/lock-overlap.ts';
import { escapeLockPath, fileToLockName, literalSegments, lockPathKind, lockPathToFile, unescapeLockName } from '../../locks/lock-path.ts';
import type { OpenSwarm } from '../context.ts';
import { lockPaths } from './lock-paths.ts';

/** Maximum number of files, and of tests, that are named. */
const MAX_NAMED = 5;
/** Maximum number of covered files for which the impact is looked up. */
const MAX_COVERED = 1_000;

/** The impact of a change, the likeliest first. */
export interface Blast {
  readonly mayBreak: readonly ImpactedFile[];
  readonly tests: readonly ImpactedFile[];
  /** Why the impact may be incomplete; `null` without a graph. */
  readonly doubts: Doubts | null;
}

export const NO_BLAST: Blast = { mayBreak: [], tests: [], doubts: null };

/** Returns the impact of a change to locked paths. Empty without a usable graph, with the reason in `doubts`. @param asked lock paths */
export function quickBlast(context: OpenSwarm, asked: readonly string[]): Blast {
  const { runtime, root } = context.store;
  const digest = GraphDigest.open(runtime, root, QUICK_DIGEST_BYTES);
  if (digest !== null) return blastOf(context, digest, asked);
  return hasGraph(runtime.fs, root)
    ? { ...NO_BLAST, doubts: findDoubts(null, [], { fault: () => checkGraphReplaceable(runtime, root) }) }
    : NO_BLAST;
}

/** Like `quickBlast`. @throws CortexError `not-found` without a usable graph */
export function requiredBlast(context: OpenSwarm, asked: readonly string[]): Blast {
  const { runtime, root } = context.store;
  const digest = GraphDigest.open(runtime, root, MAX_DIGEST_BYTES);
  if (digest !== null) return blastOf(context, digest, asked);
  const fault = checkGraphReplaceable(runtime, root);
  if (fault !== null) throw fault;
  const problem = hasGraph(runtime.fs, root)
    ? 'the graph was built elsewhere or replaced since, so the impact is unknown'
    : 'the project has no graph yet, so the impact is unknown';
  throw new CortexError('not-found', problem, {
    file: path.join(root, CORTEX_FOLDER, FILE_NAMES.graph),
    next: 'Build it with "cortex graph build", or acquire the locks without --with-blast.',
  });
}

/** Returns lock paths for the impact, except what the agent holds already: acquiring that again as shared could weaken its lock. */
export function pathsToShare(context: OpenSwarm, agent: string, { mayBreak }: Blast): string[] {
  const { locks, runtime } = context.store;
  const isHeld = (lockPath: string) =>
    locks.holders(lockPath, runtime.clock.now()).some((lock) => lock.agentId === agent && covers(lock.path, lockPath));
  return mayBreak.flatMap((each) => lockPathOf(context, each.path) ?? []).filter((lockPath) => !isHeld(lockPath));
}

/** Returns whether a file of the digest exists in the project. The digest may come from another program and contain any path. */
function isInProject({ store, place: { root, tree } }: OpenSwarm, file: string): boolean {
  if (path.isAbsolute(file) || file.split(/[/\\]/).includes('..')) return false;
  return [root, tree].some((base) => isThere(store.runtime.fs, path.join(base, file)));
}

/** Returns the lock path of a file; `null` when it leads out of the project. */
function lockPathOf(context: OpenSwarm, file: string): string | null {
  const { root, tree } = context.place;
  try {
    return lockPaths({ ...context, place: { root, tree, folder: null } }, [escapeLockPath(file)])[0] ?? null;
  } catch (error) {
    if (error instanceof CortexError) return null;
    throw error;
  }
}

function blastOf(context: OpenSwarm, digest: GraphDigest, asked: readonly string[]): Blast {
  const covered = coverage(asked, context.store.foldCase);
  const files = new Map<string, ImpactedFile>();
  const tests = new Map<string, ImpactedFile>();
  for (const place of coveredPlaces(digest, covered)) {
    const followers = digest.dependentsOf(place);
    for (const each of followers.files) keepMoreLikely(files, each);
    for (const each of followers.tests) keepMoreLikely(tests, each);
  }
  const named = (found: ReadonlyMap<string, ImpactedFile>): ImpactedFile[] => {
    const others = [...found.values()].filter((each) => !covered(each.path));
    const sorted = others.sort((one, other) => other.likelihood - one.likelihood || (one.path < other.path ? -1 : 1));
    return firstOf(sorted, MAX_NAMED, (each) => isInProject(context, each.path));
  };
  const followers = [...files.keys(), ...tests.keys()];
  return { mayBreak: named(files), tests: named(tests), doubts: doubtsOf(context, digest, { covered, asked, followers }) };
}

interface About {
  readonly covered: (file: string) => boolean;
  readonly asked: readonly string[];
  /** The files that depend on the covered files. */
  readonly followers: readonly string[];
}

/** Returns why the impact may be incomplete: for the covered files, and for files that are locked before they exist. */
function doubtsOf({ store }: OpenSwarm, digest: GraphDigest, { covered, asked, followers }: About): Doubts {
  const { runtime, root } = store;
  const files = coveredPlaces(digest, covered).map((at) => digest.paths[at] ?? '');
  const known = new Set(files);
  const built = graphWrittenAt(runtime.fs, root) ?? 0;
  const others = asked.flatMap(namedBy).filter((file) => !known.has(file));
  const since = [
    ...changedSince(runtime.fs, root, [...new Set([...files, ...followers])], built),
    ...addedSince(runtime.fs, root, digest.paths, built),
  ];
  return findDoubts(readGraphGaps(runtime, root), [...files, ...others], {
    changed: since.length,
    fault: () => checkGraphReplaceable(runtime, root),
    // A digest does not have all dependents.
    reached: () => digest.paths,
  });
}

/** Returns what a lock path itself names: the file, or a pattern that ends in a file extension. */
function namedBy(lockPath: string): string[] {
  if (lockPathKind(lockPath) === 'glob') return /\.\w+$/.test(lockPath) ? [lockPath] : [];
  return lockPathKind(lockPath) === 'file' ? [lockPathToFile(lockPath) ?? []].flat() : [];
}

function keepMoreLikely(found: Map<string, ImpactedFile>, each: ImpactedFile): void {
  const known = found.get(each.path);
  if (known === undefined || known.likelihood < each.likelihood) found.set(each.path, each);
}

/** Returns the first `most` wanted items of a list, and examines no further ones. */
function firstOf<T>(list: readonly T[], most: number, isWanted: (item: T) => boolean): T[] {
  const found: T[] = [];
  for (const item of list) {
    if (found.length === most) break;
    if (isWanted(item)) found.push(item);
  }
  return found;
}

function coveredPlaces({ paths }: GraphDigest, covered: (file: string) => boolean): number[] {
  const places: number[] = [];
  for (const [place, file] of paths.entries()) {
    if (covered(file)) places.push(place);
    if (places.length === MAX_COVERED) break;
  }
  return places;
}

/** Returns a test for whether any of these lock paths covers a file. */
function coverage(lockPaths: readonly string[], foldCase: boolean): (file: string) => boolean {
  const files = new Set(lockPaths.flatMap((each) => (lockPathKind(each) === 'file' ? (lockPathToFile(each) ?? []) : [])));
  const regions = lockPaths.map((region) => ({
    region,
    begins: literalSegments(region)
      .map((name) => `${unescapeLockName(name)}/`)
      .join(''),
  }));
  return (file) => {
    const name = fileToLockName(file, { foldCase });
    return files.has(name) || regions.some(({ region, begins }) => name.startsWith(begins) && coversFile(region, name));
  };
}
