import type { UnreadFile } from '../crtx/index.ts';
import { readGit } from '../platform/git/git.ts';
import type { Runtime } from '../platform/runtime.ts';
import { firstOfEachKind, type GraphProblem } from './problems.ts';
import { type Source, SourceLister } from './source-lister.ts';
import { asDeadLink } from './structure/paths.ts';
import { walkFiles } from './walk-files.ts';

export type { Source };

/** The files of a project. */
export interface Sources {
  /** Files in a language that is read. */
  readonly files: readonly Source[];
  /** Manifests and configuration files of the project. */
  readonly configs: readonly Source[];
  /**
   * Paths of all files of the project, of any type. A folder that is not entered (because git ignores it) is listed as its own path with a
   * trailing `/`, a symbolic link to nothing as `asDeadLink` returns it.
   */
  readonly paths: ReadonlySet<string>;
  /** The target of each symbolic link to a file or folder of the project, both relative to the root. */
  readonly links: ReadonlyMap<string, string>;
  readonly problems: readonly GraphProblem[];
  /** Files that may depend on others but are not read: another language, too large. */
  readonly unread: readonly UnreadFile[];
  /** Number of files in a language that is read which were left out. */
  readonly leftOut: number;
}

/** Number of files after which other tasks of the event loop get a turn. */
const SLICE = 500;

/** Prefixes each path with a status letter. `R` marks a tracked file that was deleted; such a file is also listed as tracked. */
const LIST = ['ls-files', '--cached', '--others', '--deleted', '--exclude-standard', '-t', '-z'] as const;
/** Existing files and folders that git ignores. */
const IGNORED = ['ls-files', '--others', '--ignored', '--exclude-standard', '--directory', '-z'] as const;

interface Listing {
  readonly all: ReadonlySet<string>;
  /** Without tracked files that are missing on disk. */
  readonly present: ReadonlySet<string>;
}

/** Returns the files that git tracks or would track. Without git, or if git ignores the whole folder, walks the folder instead. */
async function pathsOf(runtime: Runtime, root: string, problems: GraphProblem[], signal?: AbortSignal): Promise<Listing> {
  const [answer, ignored] = await Promise.all([readGit(root, LIST, signal), readGit(root, IGNORED, signal)]);
  signal?.throwIfAborted();
  if ('output' in answer) {
    const listing = listingIn(linesOf(answer), 'output' in ignored ? linesOf(ignored) : []);
    if (listing.all.size > 0) return listing;
  } else if (!answer.refused) {
    problems.push({ path: null, message: `git cannot list the files, so the folders were searched: ${answer.problem}` });
  }
  const all = new Set(await walkFiles(runtime, root, problems, signal));
  return { all, present: all };
}

const linesOf = ({ output }: { readonly output: Buffer }): string[] => output.toString('utf8').split('\0').filter(Boolean);

/** @param lines each is a status letter, a space and a path */
function listingIn(lines: readonly string[], ignored: readonly string[]): Listing {
  const deleted = new Set(lines.flatMap((line) => (line.startsWith('R ') ? [line.slice(2)] : [])));
  const all = new Set(lines.map((line) => line.slice(2)));
  const present = [...[...all].filter((name) => !deleted.has(name)), ...ignored];
  // Cortex's own files change with every build, and nothing imports them.
  return { all, present: new Set(present.filter((name) => !name.startsWith('.cortex/'))) };
}

const byPath = (one: Source, other: Source) => (one.path < other.path ? -1 : 1);

/**
 * Lists the sources and configuration of a project: files that git tracks or would track, or without git all files outside of build and
 * dependency folders. Follows no symlinks. Reads no contents, except the first line of files whose names have no ending.
 * @param root a real path
 * @throws the abort reason of `signal`
 */
export async function listSources(runtime: Runtime, root: string, signal?: AbortSignal): Promise<Sources> {
  const lister = new SourceLister(runtime, root);
  let count = 0;
  const listing = await pathsOf(runtime, root, lister.problems, signal);
  const next = async (): Promise<void> => {
    count += 1;
    if (count % SLICE !== 0) return;
    await runtime.sleep(0);
    signal?.throwIfAborted();
  };
  for (const relative of listing.all) {
    await next();
    lister.take(relative);
  }
  for (const candidate of lister.candidates()) {
    await next();
    lister.examine(candidate);
  }
  const { files, configs, links, dead, problems, unread, leftOut } = lister;
  return {
    files: files.sort(byPath),
    configs: configs.sort(byPath),
    paths: dead.size === 0 ? listing.present : new Set(Array.from(listing.present, (each) => (dead.has(each) ? asDeadLink(each) : each))),
    links,
    problems: firstOfEachKind(problems),
    unread,
    leftOut,
  };
}

/**
 * Updates some entries of an earlier list.
 * @param root a real path
 * @returns `null` if the list has to be made again: a path was not on it, or exists and would be left out now
 */
export function updateSources(runtime: Runtime, root: string, before: Sources, paths: ReadonlySet<string>): Sources | null {
  const lister = new SourceLister(runtime, root);
  for (const relative of paths) lister.take(relative);
  for (const candidate of lister.candidates()) lister.examine(candidate);
  if (lister.problems.length > 0 || lister.links.size > 0) return null;
  const replaced = (listed: readonly Source[], found: readonly Source[]): Source[] => {
    const byPath = new Map(found.map((source) => [source.path, source]));
    return listed.flatMap((source) => (paths.has(source.path) ? (byPath.get(source.path) ?? []) : [source]));
  };
  const [files, configs] = [replaced(before.files, lister.files), replaced(before.configs, lister.configs)];
  const listed = new Set([...files, ...configs].map((source) => source.path));
  if (![...lister.files, ...lister.configs].every((source) => listed.has(source.path))) return null;
  const there = new Set([...lister.files, ...lister.configs].map((source) => source.path));
  const isGone = (relative: string): boolean => paths.has(relative) && !there.has(relative);
  // Links to a deleted file now lead to nothing.
  if ([...before.links.values()].some(isGone)) return null;
  const areAllThere = ![...paths].some((relative) => before.paths.has(relative) && isGone(relative));
  return { ...before, files, configs, paths: areAllThere ? before.paths : new Set([...before.paths].filter((each) => !isGone(each))) };
}
