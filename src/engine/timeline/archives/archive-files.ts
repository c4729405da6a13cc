import { hash } from 'node:crypto';
import path from 'node:path';
import { parseCortexFile } from '../../crtx/format.ts';
import { requireExactNumbers } from '../../crtx/invalid/inexact-number-problems.ts';
import { renderCortexFile } from '../../crtx/render.ts';
import type { TimelineEntry } from '../../crtx/schema/timeline.ts';
import type { CortexFile } from '../../crtx/schema.ts';
import { writeFileDurable } from '../../files/atomic-file.ts';
import { hasIdentity, readContent } from '../../files/file-content.ts';
import { syncDescriptor, syncDirectory } from '../../platform/descriptor.ts';
import { fileError, systemCode } from '../../platform/errors.ts';
import { OPEN } from '../../platform/file-system.ts';
import { nonce } from '../../platform/ids.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { decodeUtf8 } from '../../text/utf8.ts';
import { archiveChangedError } from './archive-text.ts';
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
    const { backupFolder: backup } = this.archives;
    try {
      fs.mkdirSync(backup, { recursive: true });
      for (const name of fs.readdirSync(backup)) if (name.startsWith('.tmp-')) this.#remove(path.join(backup, name));
    } catch (error) {
      throw fileError(error, backup, 'clear the folder');
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
    if (content === null) throw archiveChangedError(file);
    const text = decodeUtf8(content.bytes, file);
    const parsed = parseCortexFile(text, file, 'timeline');
    if (!parsed.ok) throw parsed.error;
    // A reader may write the archive again.
    requireExactNumbers({ text, file });
    return parsed.value;
  }

  /** Replaces an archive that was read. @throws CortexError `busy` if it has changed since */
  async replace(archive: Archive, present: CortexFile<TimelineEntry[]>, data: TimelineEntry[], time: number): Promise<WrittenArchive> {
    const { created, project } = present.header;
    const text = renderCortexFile('timeline', project, data, { created, updated: Math.max(created, time), present });
    if (!hasIdentity(this.runtime.fs, archive.file, archive.identity)) throw archiveChangedError(archive.file);
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
  async restore({ name, file }: Archive): Promise<void> {
    await this.#makeFolder();
    this.#link(file, path.join(this.archives.folder, name));
    await syncDirectory(this.runtime.fs, this.archives.folder);
  }

  /** Creates a second name for an archive, which no checkout removes. */
  backUp({ name }: Pick<Archive, 'name'>): void {
    const backup = path.join(this.archives.backupFolder, name);
    this.#remove(backup);
    this.#link(path.join(this.archives.folder, name), backup);
  }

  async #put(name: string, bytes: Buffer): Promise<WrittenArchive> {
    const { folder, backupFolder: backup } = this.archives;
    await writeFileDurable(this.runtime, path.join(folder, name), bytes, { root: path.dirname(folder), tempDirectory: backup });
    this.backUp({ name });
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
