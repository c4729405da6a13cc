import path from 'node:path';
import type { UnreadFile } from '../crtx/index.ts';
import { resolveInside } from '../files/safe-path.ts';
import { CortexError, systemCode } from '../platform/errors.ts';
import type { FileStat } from '../platform/file-system.ts';
import { readGit } from '../platform/git/git.ts';
import type { Runtime } from '../platform/runtime.ts';
import { isConfig, isPage } from './configs.ts';
import { languageOf } from './languages.ts';
import { MOST_SOURCE_BYTES } from './limits.ts';
import { firstOfEachKind, type GraphProblem } from './problems.ts';
import { languageOfManifest } from './structure/manifests/manifest-language.ts';
import { unreadLanguageOf } from './unread-languages.ts';
import { walkFiles } from './walk-files.ts';

/** A listed file, with its path relative to the root, `/`-separated. */
export interface Source {
  readonly path: string;
  readonly size: number;
  /** Modification time, by the clock of the file system. */
  readonly mtimeNs: bigint;
}

/** The files of a project. */
export interface Sources {
  /** Files in a language that is read. */
  readonly files: readonly Source[];
  /** Manifests and configuration files of the project. */
  readonly configs: readonly Source[];
  /**
   * Paths of all files of the project, of any type. A folder that is not entered (because git ignores it) is listed as its own path with a
   * trailing `/`.
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

class Lister {
  readonly files: Source[] = [];
  readonly configs: Source[] = [];
  readonly links = new Map<string, string>();
  readonly problems: GraphProblem[] = [];
  readonly unread: UnreadFile[] = [];
  leftOut = 0;
  /** For each folder, whether its files are really there, with no symlink on the way. */
  readonly #folders = new Map<string, boolean>();
  readonly #runtime: Runtime;
  readonly #root: string;

  constructor(runtime: Runtime, root: string) {
    this.#runtime = runtime;
    this.#root = root;
  }

  take(relative: string): void {
    const isSource = languageOf(relative) !== null;
    const into = [...(isSource ? [this.files] : []), ...(isConfig(relative) ? [this.configs] : [])];
    if (into.length === 0) {
      if (isPage(relative)) this.#takePage(relative);
      else this.#takeUnread(relative);
      return;
    }
    const stat = this.#statOf(relative);
    if (stat === null || stat.isDirectory() || (isSource && this.#isLink(relative, stat))) return;
    const reason = this.#reasonAgainst(relative, stat);
    if (reason === null) for (const list of into) list.push({ path: relative, size: Number(stat.size), mtimeNs: stat.mtimeNs });
    else this.#leaveOut(relative, reason, isSource, stat);
  }

  /** Web pages count as configuration, because they may load scripts and contain import maps. */
  #takePage(relative: string): void {
    const stat = this.#statOf(relative);
    if (stat?.isFile() !== true) return;
    const reason = this.#reasonAgainst(relative, stat);
    if (reason === null) this.configs.push({ path: relative, size: Number(stat.size), mtimeNs: stat.mtimeNs });
    else this.#leaveOut(relative, reason, false, stat);
  }

  /** Files in other languages may depend on sources, so their imports are reported as unknown. */
  #takeUnread(relative: string): void {
    const language = unreadLanguageOf(relative);
    if (language !== null && this.#statOf(relative)?.isFile() === true) {
      this.unread.push({ path: relative, reason: `is not read: ${language}` });
    }
    // A link to a folder of sources has no ending, and looking at all other files would take longer.
    if (language === null && !path.posix.basename(relative).includes('.') && !relative.endsWith('/')) {
      const stat = this.#statOf(relative);
      if (stat !== null) this.#isLink(relative, stat);
    }
  }

  /** Whether a path is a symbolic link to something in the project. */
  #isLink(relative: string, stat: FileStat): boolean {
    if (!stat.isSymbolicLink()) return false;
    try {
      const target = path.relative(this.#root, resolveInside(this.#runtime.fs, this.#root, relative));
      this.links.set(relative, target.split(path.sep).join('/'));
      return true;
    } catch (error) {
      if (!(error instanceof CortexError)) throw error;
      return false;
    }
  }

  #leaveOut(relative: string, reason: string, isSource: boolean, stat: FileStat): void {
    this.problems.push({ path: relative, message: `skipped: it ${reason}` });
    const language = languageOfManifest(relative);
    if (language !== null) this.unread.push({ path: relative, reason, language });
    if (!isSource) return;
    this.leftOut += 1;
    // The target of a symlink is read at its real path.
    if (stat.isFile() && language === null) this.unread.push({ path: relative, reason });
  }

  #reasonAgainst(relative: string, stat: FileStat): string | null {
    if (stat.isSymbolicLink()) return 'is a symbolic link';
    if (!stat.isFile()) return 'is not a regular file';
    if (!this.#isInPlace(path.dirname(relative))) return 'is below a symbolic link';
    return stat.size > BigInt(MOST_SOURCE_BYTES) ? 'is larger than 1 MiB' : null;
  }

  /** Returns `null` for a file that was deleted since it was listed; that is no problem to report. */
  #statOf(relative: string): FileStat | null {
    try {
      return this.#runtime.fs.lstatSync(path.join(this.#root, relative), { bigint: true });
    } catch (error) {
      const code = systemCode(error);
      if (code === undefined) throw error;
      const isNamed = relative.includes('\ufffd');
      if (isNamed) this.problems.push({ path: relative, message: 'skipped: its name is not UTF-8' });
      else if (code !== 'ENOENT' && code !== 'ENOTDIR') this.problems.push({ path: relative, message: `cannot be read: ${code}` });
      return null;
    }
  }

  /** A folder whose files git tracks may have been replaced by a symlink since. */
  #isInPlace(folder: string): boolean {
    const known = this.#folders.get(folder);
    if (known !== undefined) return known;
    let isInPlace = false;
    try {
      isInPlace = resolveInside(this.#runtime.fs, this.#root, folder) === path.join(this.#root, folder);
    } catch (error) {
      if (!(error instanceof CortexError)) throw error;
    }
    this.#folders.set(folder, isInPlace);
    return isInPlace;
  }
}

const byPath = (one: Source, other: Source) => (one.path < other.path ? -1 : 1);

/**
 * Lists the sources and configuration of a project: files that git tracks or would track, or without git all files outside of build and
 * dependency folders. Follows no symlinks and reads no contents.
 * @param root a real path
 * @throws the abort reason of `signal`
 */
export async function listSources(runtime: Runtime, root: string, signal?: AbortSignal): Promise<Sources> {
  const lister = new Lister(runtime, root);
  let count = 0;
  const listing = await pathsOf(runtime, root, lister.problems, signal);
  for (const relative of listing.all) {
    count += 1;
    if (count % SLICE === 0) {
      await runtime.sleep(0);
      signal?.throwIfAborted();
    }
    lister.take(relative);
  }
  const { files, configs, links, problems, unread, leftOut } = lister;
  return {
    files: files.sort(byPath),
    configs: configs.sort(byPath),
    paths: listing.present,
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
  const lister = new Lister(runtime, root);
  for (const relative of paths) lister.take(relative);
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
  const areAllThere = ![...paths].some((relative) => before.paths.has(relative) && isGone(relative));
  return { ...before, files, configs, paths: areAllThere ? before.paths : new Set([...before.paths].filter((each) => !isGone(each))) };
}
