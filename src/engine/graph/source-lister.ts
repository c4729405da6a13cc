import path from 'node:path';
import type { UnreadFile } from '../crtx/index.ts';
import { resolveInside } from '../files/safe-path.ts';
import { CortexError, systemCode } from '../platform/errors.ts';
import type { FileStat, FileSystem } from '../platform/file-system.ts';
import type { Runtime } from '../platform/runtime.ts';
import { isConfig, isPage } from './configs.ts';
import { hasNoEnding, languageOf } from './languages.ts';
import { MAX_SOURCE_BYTES } from './limits.ts';
import type { GraphProblem } from './problems.ts';
import { type Candidate, isCandidate, isScript, mayBeScript, selectCandidates } from './scripts.ts';
import { languageOfManifest } from './structure/manifests/manifest-language.ts';
import { unreadLanguageOf } from './unread-languages.ts';

/** A listed file, with its path relative to the root, `/`-separated. */
export interface Source {
  readonly path: string;
  readonly size: number;
  /** Modification time, by the clock of the file system. */
  readonly mtimeNs: bigint;
}

/** Whether a symbolic link leads to nothing. @param link an absolute path */
export function isDead(fs: FileSystem, link: string): boolean {
  try {
    fs.statSync(link, { bigint: true });
    return false;
  } catch (error) {
    return ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(systemCode(error) ?? '');
  }
}

/** Sorts the paths of a project into sources, configuration and others. */
export class SourceLister {
  readonly files: Source[] = [];
  readonly configs: Source[] = [];
  readonly links = new Map<string, string>();
  /** Symbolic links to nothing, which nothing can import. */
  readonly dead = new Set<string>();
  readonly problems: GraphProblem[] = [];
  readonly unread: UnreadFile[] = [];
  leftOut = 0;
  readonly #candidates: Candidate[] = [];
  /** For each folder, whether its files are really there, with no symlink on the way. */
  readonly #folders = new Map<string, boolean>();
  readonly #runtime: Runtime;
  readonly #root: string;

  constructor(runtime: Runtime, root: string) {
    this.#runtime = runtime;
    this.#root = root;
  }

  /** Adds a path to the list that it belongs to. */
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
    if (language !== null || (!hasNoEnding(relative) && !mayBeScript(relative)) || relative.endsWith('/')) return;
    const stat = this.#statOf(relative);
    if (stat === null || this.#isLink(relative, stat)) return;
    if (isCandidate({ path: relative, stat })) this.#candidates.push({ path: relative, stat });
  }

  /** Returns the files that may be scripts, which must then be examined. */
  candidates(): readonly Candidate[] {
    const { some, unread } = selectCandidates(this.#candidates);
    this.unread.push(...unread);
    return some;
  }

  /** Adds a file without an ending to the sources if its first line shows that it is a script. */
  examine({ path: relative, stat }: Candidate): void {
    if (!this.#isInPlace(path.dirname(relative)) || !isScript(this.#runtime, this.#root, relative)) return;
    const reason = this.#reasonAgainst(relative, stat);
    if (reason === null) this.files.push({ path: relative, size: Number(stat.size), mtimeNs: stat.mtimeNs });
    else this.#leaveOut(relative, reason, true, stat);
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
      if (isDead(this.#runtime.fs, path.join(this.#root, relative))) this.dead.add(relative);
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
    return stat.size > BigInt(MAX_SOURCE_BYTES) ? 'is larger than 1 MiB' : null;
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
