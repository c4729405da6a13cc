import { hash } from 'node:crypto';
import path from 'node:path';
import { parseCortexFile } from '../../crtx/format.ts';
import { renderCortexFile } from '../../crtx/render.ts';
import type { TimelineEntry } from '../../crtx/schema/timeline.ts';
import type { CortexFile } from '../../crtx/schema.ts';
import { writeFileDurable } from '../../files/atomic-file.ts';
import { isAt, readContent } from '../../files/file-content.ts';
import { syncDescriptor, syncDirectory } from '../../platform/descriptor.ts';
import { fileError, systemCode } from '../../platform/errors.ts';
import { OPEN } from '../../platform/file-system.ts';
import { nonce } from '../../platform/ids.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { decodeUtf8 } from '../../text/utf8.ts';
import { changedMeanwhile } from './archive-text.ts';
import type { Archive, Archives } from './archives.ts';
import { archiveName } from './roll-plan.ts';

/** An archive as recorded in the log. */
export interface WrittenArchive {
  readonly name: string;
  /** SHA-256 of the file, hexadecimal. */
  readonly hash: string;
}

const UNIQUE_DIGITS = 8;

/** Writes whole archives, with a hard link to each as a second copy. Callers must hold the mutex. */
export class ArchiveFiles {
  constructor(
    private readonly runtime: Runtime,
    private readonly archives: Archives,
    private readonly project: () => string,
  ) {}

  /** Removes temporary files of dead processes. */
  sweep(): void {
    const { fs } = this.runtime;
    const { kept } = this.archives;
    try {
      fs.mkdirSync(kept, { recursive: true });
      for (const name of fs.readdirSync(kept)) if (name.startsWith('.tmp-')) this.#remove(path.join(kept, name));
    } catch (error) {
      throw fileError(error, kept, 'clear the folder');
    }
  }

  /** Writes a new archive, which is durable when this resolves. @throws CortexError */
  async write(entries: readonly TimelineEntry[], time: number): Promise<WrittenArchive> {
    const name = archiveName(entries, nonce(this.runtime.random).slice(0, UNIQUE_DIGITS));
    const text = renderCortexFile('timeline', this.project(), [...entries], { created: time, updated: time });
    await this.#makeFolder();
    return this.#put(name, Buffer.from(text));
  }

  /** Reads an archive. @throws CortexError `busy` if it has changed since it was listed */
  read({ file, identity }: Pick<Archive, 'file' | 'identity'>): CortexFile<TimelineEntry[]> {
    const content = readContent(this.runtime, file, identity);
    if (content === null) throw changedMeanwhile(file);
    const parsed = parseCortexFile(decodeUtf8(content.bytes, file), file, 'timeline');
    if (!parsed.ok) throw parsed.error;
    return parsed.value;
  }

  /** Replaces an archive that was read. @throws CortexError `busy` if it has changed since */
  async replace(archive: Archive, present: CortexFile<TimelineEntry[]>, data: TimelineEntry[], time: number): Promise<WrittenArchive> {
    const { created, project } = present.header;
    const text = renderCortexFile('timeline', project, data, { created, updated: Math.max(created, time), present });
    if (!isAt(this.runtime.fs, archive.file, archive.identity)) throw changedMeanwhile(archive.file);
    return this.#put(archive.name, Buffer.from(text));
  }

  /** Makes an existing archive survive power loss: its writer may not have synced it. */
  async makeDurable({ file }: Pick<Archive, 'file'>): Promise<void> {
    const { fs } = this.runtime;
    let fd: number | undefined;
    try {
      fd = fs.openSync(file, OPEN.append);
      await syncDescriptor(fs, fd);
      await this.#makeFolder();
      await syncDirectory(fs, path.dirname(file));
    } catch (error) {
      throw fileError(error, file, 'sync the archive to disk');
    } finally {
      if (fd !== undefined) fs.closeSync(fd);
    }
  }

  /** Restores an archive that another program removed. */
  async putBack({ name, file }: Archive): Promise<void> {
    await this.#makeFolder();
    this.#link(file, path.join(this.archives.folder, name));
    await syncDirectory(this.runtime.fs, this.archives.folder);
  }

  /** Creates a second name for an archive, which no checkout removes. */
  keep({ name }: Pick<Archive, 'name'>): void {
    const kept = path.join(this.archives.kept, name);
    this.#remove(kept);
    this.#link(path.join(this.archives.folder, name), kept);
  }

  async #put(name: string, bytes: Buffer): Promise<WrittenArchive> {
    const { folder, kept } = this.archives;
    await writeFileDurable(this.runtime, path.join(folder, name), bytes, { root: path.dirname(folder), tempDirectory: kept });
    this.keep({ name });
    return { name, hash: hash('sha256', bytes, 'hex') };
  }

  async #makeFolder(): Promise<void> {
    const { fs } = this.runtime;
    const { folder } = this.archives;
    try {
      // The folder's own name must be durable too, even if a process died in between.
      fs.mkdirSync(folder, { recursive: true });
      await syncDirectory(fs, path.dirname(folder));
    } catch (error) {
      throw fileError(error, folder, 'create the folder of archives');
    }
  }

  #remove(file: string): void {
    try {
      this.runtime.fs.unlinkSync(file);
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') throw fileError(error, file, 'remove the file');
    }
  }

  /** Without hard links there is no second name, so a checkout may remove archives. */
  #link(existing: string, file: string): void {
    try {
      this.runtime.fs.linkSync(existing, file);
    } catch (error) {
      if (systemCode(error) === undefined) throw error;
    }
  }
}
