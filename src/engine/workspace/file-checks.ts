import path from 'node:path';
import {
  backupFinding,
  CORTEX_FOLDER,
  type CortexIO,
  isBackupName,
  mergedGraphWarning,
  resolveCortexFolder,
  typeOfFile,
  unmergedFileError,
} from '../crtx/index.ts';
import { listDirectory } from '../files/folder-entries.ts';
import { fileError } from '../platform/errors.ts';
import { type FileProblem, fileWarning, toProblem } from '../platform/file-problem.ts';
import type { FileSystem } from '../platform/file-system.ts';
import type { Runtime } from '../platform/runtime.ts';
import { commandAtEnd } from '../platform/suggested.ts';
import { invalidEntries, originalName } from '../project/index.ts';
import type { TraceCheckOptions, TraceChecks } from './trace-checks.ts';

/** Files that are only checked. `swarm.crtx` is read anyway. */
const CHECKED = { 'manifest.crtx': 'dna', 'timeline.crtx': 'timeline', 'graph.crtx': 'graph' } as const;

export type CheckedFile = keyof typeof CHECKED;

/** Copies of unreadable files that were replaced from their logs. */
export const PUT_ASIDE = 'moved aside';

/** Archives that are unmerged. */
const UNMERGED = 'unmerged archives';
const TRACES = 'traces';
const ARCHIVES = 'archive';

export type CheckedType = CheckedFile | typeof PUT_ASIDE | typeof UNMERGED | typeof TRACES;

export const CHECKED_TYPES: readonly CheckedType[] = ['manifest.crtx', 'timeline.crtx', 'graph.crtx', PUT_ASIDE, UNMERGED, TRACES];

export function isCheckedFile(name: string): name is CheckedFile {
  return Object.hasOwn(CHECKED, name);
}

type Inspect = CortexIO['inspect'];

function mergedProblems(inspected: Awaited<ReturnType<Inspect>>): FileProblem[] {
  const merged = mergedGraphWarning(inspected);
  if (merged === null) return [];
  const need = { kind: 'rebuild' as const, about: merged.file, title: path.basename(merged.file) };
  return [{ ...fileWarning(merged), command: commandAtEnd(merged.next), need }];
}

/** Returns what is wrong with one of the files of a project; nothing when it is valid or missing. */
export async function checkFile(inspect: Inspect, type: Parameters<Inspect>[0]): Promise<FileProblem[]> {
  try {
    const inspected = await inspect(type);
    return [...(inspected?.errors ?? []).map(toProblem), ...(inspected?.warnings ?? []).map(fileWarning), ...mergedProblems(inspected)];
  } catch (error) {
    return [toProblem(error)];
  }
}

/** @param name of the copy, relative to the `.cortex` folder */
function asideProblems(runtime: Runtime, folder: string, name: string): FileProblem[] {
  const file = path.join(folder, name);
  const type = typeOfFile(originalName(name) ?? '');
  // A graph can be rebuilt from the code, so a copy of one needs no attention.
  const isKept = !name.startsWith('graph.crtx');
  if (type === null) return [{ ...fileWarning({ file, line: 1, column: 1, ...backupFinding(name, file) }), isKept }];
  return invalidEntries(runtime, folder, file, type).map((error) => ({ ...toProblem(error), severity: 'warning', isKept: true }));
}

/** Returns problems for copies of unreadable files that were replaced, by any process. */
function putAside(runtime: Runtime, root: string): FileProblem[] {
  const folder = path.join(root, CORTEX_FOLDER);
  try {
    const names = ['', 'reasoning/'].flatMap((below) => copiesIn(runtime.fs, folder, below));
    return names.flatMap((name) => asideProblems(runtime, folder, name));
  } catch (error) {
    return [toProblem(fileError(error, folder, 'list the folder', 'read'))];
  }
}

function copiesIn(fs: FileSystem, folder: string, below: string): string[] {
  const names = listDirectory(fs, resolveCortexFolder(fs, folder, below)).filter(isBackupName);
  return names.sort().map((name) => `${below}${name}`);
}

/** Returns problems for unmerged archives. Their other problems are found only by `verify`, because they may be large. */
function unmergedArchives(fs: FileSystem, root: string): FileProblem[] {
  const cortex = path.join(root, CORTEX_FOLDER);
  const folder = path.join(cortex, ARCHIVES);
  try {
    const names = listDirectory(fs, resolveCortexFolder(fs, cortex, ARCHIVES)).filter((name) => name.endsWith('.crtx'));
    const found = names.map((name) => unmergedFileError(fs, cortex, { type: 'timeline', file: path.join(folder, name) }));
    return found.flatMap((error) => (error?.code === 'busy' ? toProblem(error) : []));
  } catch (error) {
    return [toProblem(fileError(error, folder, 'list the folder', 'read'))];
  }
}

/** Checks the files of a project that are not otherwise read. */
export class FileChecks {
  readonly #found = new Map<CheckedType, readonly FileProblem[]>();
  readonly #due = new Set<CheckedType>(CHECKED_TYPES);

  #traces: TraceChecks | null = null;

  /**
   * @param inspection returns a function that reads the files of a project; loaded only when there is one
   * @param traces how traces are checked
   */
  constructor(
    private readonly runtime: Runtime,
    private readonly inspection: (root: string) => Promise<Inspect>,
    private readonly traces: TraceCheckOptions,
  ) {}

  /** Whether a file must be checked. */
  get isDue(): boolean {
    return this.#due.size > 0;
  }

  get problems(): readonly FileProblem[] {
    return [...this.#found.values()].flat();
  }

  /** Marks files that may have changed. */
  mark(names: readonly CheckedType[]): void {
    for (const name of names) this.#due.add(name);
  }

  /** Checks the files that may have changed. @param root of the project; `null` without one */
  async check(root: string | null): Promise<void> {
    const names = [...this.#due];
    this.#due.clear();
    if (root === null) return this.#found.clear();
    const inspect = await this.inspection(root);
    for (const name of names) this.#found.set(name, await this.#check(root, inspect, name));
    if (this.#found.get(TRACES)?.some(({ need }) => need?.kind === 'unchecked')) this.#due.add(TRACES);
  }

  async #check(root: string, inspect: Inspect, name: CheckedType): Promise<readonly FileProblem[]> {
    if (name === PUT_ASIDE) return putAside(this.runtime, root);
    if (name === UNMERGED) return unmergedArchives(this.runtime.fs, root);
    if (name !== TRACES) return checkFile(inspect, CHECKED[name]);
    this.#traces ??= new (await import('./trace-checks.ts')).TraceChecks(this.runtime, this.traces);
    return this.#traces.check(root);
  }
}
