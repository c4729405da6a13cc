import { hash } from 'node:crypto';
import path from 'node:path';
import type { CortexIO } from '../crtx/cortex-io.ts';
import { FILE_NAMES } from '../crtx/cortex-io.ts';
import { parseCortexFile } from '../crtx/format.ts';
import { type InspectedFile, MAX_FILE_BYTES } from '../crtx/inspect.ts';
import { findKeptEntries, requireKeptFields } from '../crtx/invalid/kept-entries.ts';
import { describeInvalidEntries } from '../crtx/invalid/tolerant-format.ts';
import { jsonEqual } from '../crtx/json-equal.ts';
import { resolveLocalFolder } from '../crtx/local-folder.ts';
import type { ProjectDNA } from '../crtx/schema/dna.ts';
import { readFileBounded } from '../files/atomic-file.ts';
import { fileSystemNow } from '../files/file-clock.ts';
import { backupName, identityOf, statOf } from '../files/file-content.ts';
import { listDirectory, removeIfThere } from '../files/folder-entries.ts';
import { Mutex } from '../files/mutex.ts';
import { resolveInside } from '../files/safe-path.ts';
import { RECHECK_MS } from '../log/publishing/replaced-publications.ts';
import { CortexError, fileError } from '../platform/errors.ts';
import { nonce } from '../platform/ids.ts';

/** How long to wait for the mutex, in milliseconds. */
const PATIENCE_MS = 10_000;
/** Maximum number of attempts. A file that changes during each of them is being written by another program. */
const ROUNDS = 5;
/** Age after which a kept file is left over: a live process would have taken its second look by then. Milliseconds. */
const LEFT_OVER_MS = 3 * RECHECK_MS;
const KEPT = /^kept-(\d{1,16})-[0-9a-f]{1,32}-([0-9a-f]{64})$/;

const sha256 = (bytes: Buffer) => hash('sha256', bytes, 'hex');

/** An edit, applied under the mutex to the present DNA or `null`. Called again if another program wrote meanwhile. */
export interface DnaEdit {
  /** Returns the new DNA, or an equal one for no change. @throws CortexError to change nothing */
  apply(present: ProjectDNA | null): ProjectDNA;
  /** Called under the same mutex after the file has the new content. */
  written?(): Promise<void>;
}

export interface EditedDna {
  readonly dna: ProjectDNA;
  readonly changed: boolean;
  readonly warnings: readonly string[];
}

/** A hard link to a replaced file. */
interface ReplacedManifest {
  readonly name: string;
  readonly bytes: Buffer;
}

type Present = InspectedFile<'dna'> | null;

/**
 * Edits `manifest.crtx` (RULINGS, All protocols 2). Edits of Cortex processes are serialized by a mutex. For one second after a
 * replacement, writes of another program to the replaced file are detected, and the edit is applied to them again. If the process has ended
 * by then, the next edit moves such writes to a file beside this one.
 */
export class ManifestEditor {
  readonly #file: string;

  #later: Promise<void> = Promise.resolve();

  constructor(private readonly io: CortexIO) {
    this.#file = path.join(io.dir, FILE_NAMES.dna);
  }

  /** Folder of this program's auxiliary files; may not exist. @throws CortexError `outside-root` for a symlink */
  get folder(): string {
    return resolveLocalFolder(this.io.runtime.fs, this.io.root, 'dna');
  }

  /** Resolves after the second look at all edits. */
  whenIdle(): Promise<void> {
    return this.#later;
  }

  /**
   * Edits the file.
   * @throws CortexError as `CortexIO` and as `apply`; `busy` if the mutex or the file stays in use, in which case nothing was changed
   */
  edit(edit: DnaEdit, signal?: AbortSignal): Promise<EditedDna> {
    return this.#edit(edit, undefined, signal);
  }

  /** @param foreign what another program wrote into the replaced file */
  async #edit(edit: DnaEdit, foreign: ProjectDNA | undefined, signal?: AbortSignal): Promise<EditedDna> {
    const { runtime } = this.io;
    if (!this.io.exists()) await this.io.init();
    const { folder } = this;
    const mutex = new Mutex(runtime, path.join(folder, 'mutex'));
    const warnings: string[] = [];
    let changed = false;
    let base = foreign;
    for (let round = 0; round < ROUNDS; round += 1) {
      const turn = await mutex.acquire({ timeoutMs: PATIENCE_MS, ...(signal && { signal }) });
      let done: { dna: ProjectDNA; kept: ReplacedManifest | null; changed: boolean } | null;
      try {
        warnings.push(...this.#settleLeftovers(folder));
        done = await this.#once(edit, folder, base, () => turn.assertCurrent());
      } finally {
        turn.release();
      }
      if (done === null) continue;
      changed ||= done.changed;
      const { kept: replaced } = done;
      base = replaced === null || this.#isAsKept(replaced) ? undefined : await this.#foreign(replaced, warnings);
      if (base !== undefined) continue;
      if (replaced !== null) this.#lookLater(edit, replaced);
      return { dna: done.dna, changed, warnings: [...warnings, ...(await this.#invalid())] };
    }
    throw this.#busy();
  }

  /** Returns messages about the invalid entries that the file keeps. */
  async #invalid(): Promise<string[]> {
    const found = await this.io.inspect('dna');
    return found === null ? [] : describeInvalidEntries(found);
  }

  /** Tries the edit once; returns `null` if the file changed before it was replaced. */
  async #once(edit: DnaEdit, folder: string, foreign: ProjectDNA | undefined, assertCurrent: () => void) {
    const present: Present = await this.io.inspect('dna');
    const invalid = findKeptEntries(present);
    const base = foreign ?? present?.value.data ?? null;
    const next = edit.apply(base);
    if (base !== null) requireKeptFields(base, next, invalid);
    if (base !== null && foreign === undefined && jsonEqual(base, next)) {
      await edit.written?.();
      return { dna: base, kept: null, changed: false };
    }
    const replaced = present === null ? null : this.#keep(present, folder);
    if (replaced === 'changed') return null;
    const now = this.io.runtime.clock.now();
    const dna = { ...next, project: { ...next.project, updated: Math.max(now, next.project.created) } };
    assertCurrent();
    await this.io.writeDNA(dna, invalid);
    await edit.written?.();
    return { dna, kept: replaced, changed: true };
  }

  /** Creates a hard link to the present file, so that it can be read after it was replaced. */
  #keep({ content }: InspectedFile<'dna'>, folder: string): ReplacedManifest | 'changed' {
    const { runtime, dir } = this.io;
    const at = fileSystemNow(runtime, folder);
    const name = path.join(folder, `kept-${at}-${nonce(runtime.random)}-${sha256(content.bytes)}`);
    try {
      runtime.fs.linkSync(resolveInside(runtime.fs, dir, FILE_NAMES.dna), name);
    } catch (error) {
      throw fileError(error, this.#file, 'save the present file');
    }
    if (this.#read(name)?.equals(content.bytes)) return { name, bytes: content.bytes };
    removeIfThere(runtime.fs, name);
    return 'changed';
  }

  #read(name: string): Buffer | null {
    return readFileBounded(this.io.runtime.fs, name, { maxBytes: MAX_FILE_BYTES })?.bytes ?? null;
  }

  #isAsKept({ name, bytes }: ReplacedManifest): boolean {
    return this.#read(name)?.equals(bytes) ?? true;
  }

  /** Takes the second look after a second, if this process still runs. Failures are left to the next edit. */
  #lookLater(edit: DnaEdit, replaced: ReplacedManifest): void {
    const { runtime } = this.io;
    const look = async () => {
      await runtime.sleep(RECHECK_MS, undefined, { ref: false });
      if (this.#isAsKept(replaced)) return removeIfThere(runtime.fs, replaced.name);
      const foreign = await this.#foreign(replaced, []);
      if (foreign !== undefined) await this.#edit(edit, foreign);
    };
    this.#later = Promise.all([this.#later, look().catch(() => undefined)]).then(() => undefined);
  }

  /** Returns what another program wrote into the replaced file. */
  async #foreign({ name }: ReplacedManifest, warnings: string[]): Promise<ProjectDNA | undefined> {
    const { runtime } = this.io;
    // The writer may not have finished.
    await runtime.sleep(RECHECK_MS);
    const read = parseCortexFile(this.#read(name)?.toString('utf8') ?? '', this.#file, 'dna');
    if (read.ok) {
      removeIfThere(runtime.fs, name);
      return read.value.data;
    }
    warnings.push(this.#setAside(name));
    return undefined;
  }

  /** Handles files of processes that ended before their second look. */
  #settleLeftovers(folder: string): string[] {
    const { runtime } = this.io;
    const replaced = listDirectory(runtime.fs, folder).filter((name) => KEPT.test(name));
    if (replaced.length === 0) return [];
    const now = fileSystemNow(runtime, folder);
    return replaced.flatMap((name) => {
      const [, at = '', checksum = ''] = KEPT.exec(name) ?? [];
      const file = path.join(folder, name);
      // Its own process may still handle it.
      if (Math.abs(now - Number(at)) < LEFT_OVER_MS) return [];
      const bytes = this.#isInPlace(file) ? null : this.#read(file);
      if (bytes !== null && sha256(bytes) !== checksum) return [this.#setAside(file)];
      removeIfThere(runtime.fs, file);
      return [];
    });
  }

  /** Whether a kept file is still the present one. Then the edit failed, and no write was lost. */
  #isInPlace(name: string): boolean {
    const { runtime, dir } = this.io;
    const present = statOf(runtime.fs, resolveInside(runtime.fs, dir, FILE_NAMES.dna));
    const replaced = statOf(runtime.fs, name);
    return present !== null && replaced !== null && present.ino === replaced.ino && present.dev === replaced.dev;
  }

  #setAside(name: string): string {
    const { fs } = this.io.runtime;
    const aside = backupName(this.io.runtime, this.#file, identityOf(fs.lstatSync(name, { bigint: true })));
    fs.renameSync(name, aside);
    return `another program changed manifest.crtx while it was being replaced; its version is in ${path.basename(aside)}`;
  }

  #busy(): CortexError {
    return new CortexError('busy', 'another program keeps writing the file', {
      file: this.#file,
      next: 'Try again when it has finished.',
    });
  }
}
