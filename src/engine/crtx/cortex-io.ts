import path from 'node:path';
import { writeFileDurable } from '../files/atomic-file.ts';
import { ignoreFiles } from '../files/git-ignore.ts';
import { makeIgnoredFolder } from '../files/local-folder.ts';
import { resolveInside } from '../files/safe-path.ts';
import { removeStrays } from '../files/stray-files.ts';
import { CortexError, fileError, systemCode } from '../platform/errors.ts';
import type { FileSystem } from '../platform/file-system.ts';
import { nodeRuntime, type Runtime } from '../platform/runtime.ts';
import { formatJsonPath } from '../text/json/json-position.ts';
import { resolveCortexFolder } from './folder-inside.ts';
import { type InspectedFile, inspectFile, inspectOnce, MAX_FILE_BYTES, requireComplete } from './inspect.ts';
import { type KeptEntry, withKeptEntries } from './invalid/kept-entries.ts';
import { projectSlug, reasoningFileName } from './names.ts';
import { renderCortexFile } from './render.ts';
import { CORTEX_FOLDER, LOCAL_FOLDER } from './root.ts';
import type {
  CortexData,
  CortexFile,
  CortexFilePlace,
  CortexFileType,
  ProjectDNA,
  SemanticGraph,
  SwarmManifest,
  TimelineEntry,
} from './schema.ts';
import { dataProblems } from './validate.ts';

/** The machine's own log, files that are regenerated all the time, and copies of broken files for people to look at. */
const IGNORED = ['.local/', 'swarm.crtx', '*.corrupt-*'];

/** Adds this program's local files to `.cortex/.gitignore`. @throws CortexError as `ignoreFiles` */
const ignoreLocalFiles = (fs: FileSystem, folder: string): void => ignoreFiles(fs, folder, IGNORED);

/** Seed 1, "Directory Structure". */
export const FILE_NAMES = { dna: 'manifest.crtx', timeline: 'timeline.crtx', graph: 'graph.crtx', swarm: 'swarm.crtx' } as const;

/**
 * Reads and writes the files of `.cortex/` (seed 1, "Classes"), each as a whole.
 *
 * Reads return `null` for a missing file. They throw a CortexError: `broken-file` (with line and column) for a file that is unreadable,
 * invalid or larger than `MAX_FILE_BYTES`, `newer-version`, `outside-root` for a symlink that leads out of `.cortex/`, `read-only`, `io`.
 * Writes throw the same errors for the existing file and leave it unchanged, because broken is not missing. They also throw `invalid-input`
 * for data that does not match the seed, `disk-full`, `busy`. `.cortex/` itself may be a symlink.
 *
 * A write keeps `created` and unknown keys beside `header` and `data`; the header has only the seed's six fields. The last of two writers
 * wins. Swarm and timeline have a log to prevent that.
 *
 * @example
 * const io = new CortexIO('/path/to/project');
 * await io.init();
 * const timeline = await io.readTimeline();
 */
export class CortexIO {
  /** The project's root folder, absolute. */
  readonly root: string;
  /** The folder of the Cortex files, `<root>/.cortex`. */
  readonly dir: string;
  readonly runtime: Runtime;

  /** @throws CortexError `invalid-input` for an invalid `CORTEX_NOW` */
  constructor(projectRoot: string, runtime: Runtime = nodeRuntime()) {
    this.root = path.resolve(projectRoot);
    this.dir = path.join(this.root, CORTEX_FOLDER);
    this.runtime = runtime;
  }

  /** Creates `.cortex/`, `.cortex/reasoning/` and the lines of `.cortex/.gitignore`. Existing files are kept. */
  async init(): Promise<void> {
    this.#makeFolder(this.#reasoningFolder());
    ignoreLocalFiles(this.runtime.fs, this.dir);
  }

  /** Whether the project has a `.cortex/` folder. */
  exists(): boolean {
    try {
      return this.runtime.fs.statSync(this.dir, { bigint: true }).isDirectory();
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return false;
      throw fileError(error, this.dir, 'read the folder', 'read');
    }
  }

  async readDNA(): Promise<CortexFile<ProjectDNA> | null> {
    return requireComplete(await this.inspect('dna'))?.value ?? null;
  }

  async readTimeline(): Promise<CortexFile<TimelineEntry[]> | null> {
    return requireComplete(await this.inspect('timeline'))?.value ?? null;
  }

  async readGraph(): Promise<CortexFile<SemanticGraph> | null> {
    return requireComplete(await this.inspect('graph'))?.value ?? null;
  }

  async readSwarm(): Promise<CortexFile<SwarmManifest> | null> {
    return requireComplete(await this.inspect('swarm'))?.value ?? null;
  }

  async readReasoning(taskId: string): Promise<CortexFile<TimelineEntry[]> | null> {
    return requireComplete(await this.inspectReasoning(taskId))?.value ?? null;
  }

  /**
   * Reads a file entry by entry. The result has warnings (such as a wrong checksum), the file's bytes, and an error for each of the first
   * invalid entries, which are left out.
   */
  inspect<Type extends keyof typeof FILE_NAMES>(type: Type): Promise<InspectedFile<Type> | null> {
    return inspectFile(this.runtime, this.dir, this.#single(type));
  }

  /** As `inspect`, for the reasoning trace of a task. */
  async inspectReasoning(taskId: string): Promise<InspectedFile<'reasoning'> | null> {
    return inspectFile(this.runtime, this.dir, this.#reasoning(taskId));
  }

  /**
   * Returns the `project` for headers: the DNA's `project.id`, or the slug of the root folder's name if there is none.
   * @param unreadable the result for a broken manifest, which readers of the manifest report and which must not stop other work
   */
  projectId(unreadable?: string): string {
    const slug = projectSlug(path.basename(this.root));
    try {
      return inspectOnce(this.runtime, this.dir, this.#single('dna'))?.value.data.project.id || slug;
    } catch (error) {
      if (!(error instanceof CortexError)) throw error;
      return unreadable ?? slug;
    }
  }

  /**
   * Writes the DNA. Its `project.id` becomes the `project` of headers.
   * @param kept invalid entries of the present file to keep; without this list, such a file is not written
   */
  async writeDNA(dna: ProjectDNA, kept?: readonly KeptEntry[]): Promise<void> {
    await this.#write(this.#single('dna'), dna, { id: dna.project.id, ...(kept && { kept }) });
  }

  async writeTimeline(entries: TimelineEntry[]): Promise<void> {
    await this.#write(this.#single('timeline'), entries);
  }

  async writeGraph(graph: SemanticGraph): Promise<void> {
    await this.#write(this.#single('graph'), graph);
  }

  async writeSwarm(swarm: SwarmManifest): Promise<void> {
    await this.#write(this.#single('swarm'), swarm);
  }

  async writeReasoning(taskId: string, entries: TimelineEntry[]): Promise<void> {
    await this.#write(this.#reasoning(taskId), entries);
  }

  #single<Type extends keyof typeof FILE_NAMES>(type: Type): CortexFilePlace<Type> {
    return { type, file: path.join(this.dir, FILE_NAMES[type]) };
  }

  #reasoning(taskId: string): CortexFilePlace<'reasoning'> {
    const folder = this.#reasoningFolder();
    return { type: 'reasoning', file: path.join(folder, reasoningFileName(this.runtime.fs, folder, taskId)) };
  }

  #reasoningFolder(): string {
    return this.exists() ? resolveCortexFolder(this.runtime.fs, this.dir, 'reasoning') : path.join(this.dir, 'reasoning');
  }

  #makeFolder(folder: string): void {
    try {
      this.runtime.fs.mkdirSync(folder, { recursive: true });
    } catch (error) {
      throw fileError(error, folder, 'create the folder');
    }
  }

  async #write<Type extends CortexFileType>(
    slot: CortexFilePlace<Type>,
    data: CortexData[Type],
    { id: ownId, kept }: { readonly id?: string; readonly kept?: readonly KeptEntry[] } = {},
  ): Promise<void> {
    requireValid(slot, data);
    if (!this.exists()) await this.init();
    const found = await inspectFile(this.runtime, this.dir, slot);
    const present = kept === undefined ? requireComplete(found) : found;
    const created = present?.value.header.created ?? this.runtime.clock.now();
    const updated = Math.max(created, this.runtime.clock.now());
    const id = ownId || this.projectId(present?.value.header.project);
    const text = renderCortexFile(slot.type, id, withKeptEntries(data, kept ?? []), { created, updated, present: present?.value });
    const bytes = Buffer.from(text, 'utf8');
    requireReadable(slot.file, bytes);
    this.#makeFolder(path.dirname(slot.file));
    await writeFileDurable(this.runtime, slot.file, bytes, { root: this.dir, tempDirectory: this.#tempFolder() });
  }

  /** Uses `.local/`, which git ignores. Files that a killed process leaves there do no harm and are removed after a day. */
  #tempFolder(): string {
    const folder = resolveInside(this.runtime.fs, this.dir, LOCAL_FOLDER);
    makeIgnoredFolder(this.runtime.fs, folder);
    removeStrays(this.runtime.fs, folder);
    return folder;
  }
}

/** @throws CortexError `invalid-input` naming the first value that does not match the seed */
function requireValid<Type extends CortexFileType>({ type, file }: CortexFilePlace<Type>, data: CortexData[Type]): void {
  const [problem] = dataProblems(type, data);
  if (problem === undefined) return;
  const { path: place, message, ...shown } = problem;
  const next = 'Correct the value. Nothing was written.';
  throw new CortexError('invalid-input', `${formatJsonPath(['data', ...place])} ${message}`, { file, ...shown, next });
}

/** Refuses to write a file that is too large to be read again. */
function requireReadable(file: string, bytes: Buffer): void {
  if (bytes.length <= MAX_FILE_BYTES) return;
  throw new CortexError('invalid-input', `needs ${bytes.length} bytes`, {
    file,
    allowed: `at most ${MAX_FILE_BYTES} bytes`,
    next: 'Write less data to one file. Nothing was written.',
  });
}
