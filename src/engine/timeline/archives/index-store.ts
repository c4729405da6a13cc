import path from 'node:path';
import { writeFileDurable } from '../../files/atomic-file.ts';
import { makeIgnoredFolder } from '../../files/local-folder.ts';
import { CortexError, systemCode } from '../../platform/errors.ts';
import { OPEN } from '../../platform/file-system.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { ArchiveColumns } from './archive-index.ts';
import { readSpan } from './archive-text.ts';
import { decodeColumns, decodeHeader, decodeIds, encodeIndex, HEADER_BYTES, type IndexHeader, idsSpan } from './index-file.ts';

/** Index files of archives. They are derived, so an unreadable or unwritable index counts as missing. */
export class IndexStore {
  constructor(
    private readonly runtime: Runtime,
    /** Absolute; created if missing. */
    private readonly folder: string,
    private readonly tempDirectory: string,
  ) {}

  header(name: string): IndexHeader | null {
    const bytes = this.#read(name, (fd) => readSpan(this.runtime.fs, fd, 0, HEADER_BYTES));
    return bytes && decodeHeader(bytes);
  }

  columns(name: string, header: IndexHeader): ArchiveColumns | null {
    const { fs } = this.runtime;
    const bytes = this.#read(name, (fd) => readSpan(fs, fd, 0, Number(fs.fstatSync(fd, { bigint: true }).size)));
    const found = bytes && decodeHeader(bytes);
    // Another process may have replaced it meanwhile.
    return bytes !== null && found?.hash === header.hash ? decodeColumns(bytes, found) : null;
  }

  /** Reads only the id hashes, ascending: a sixteenth of an index. */
  ids(name: string, header: IndexHeader): Uint32Array | null {
    const { offset, length } = idsSpan(header);
    // If the index was replaced meanwhile, the checksum does not match.
    const bytes = this.#read(name, (fd) => readSpan(this.runtime.fs, fd, offset, length));
    return bytes && decodeIds(bytes, header);
  }

  async save(name: string, header: IndexHeader, columns: ArchiveColumns): Promise<void> {
    try {
      makeIgnoredFolder(this.runtime.fs, this.folder);
      this.runtime.fs.mkdirSync(this.tempDirectory, { recursive: true });
      await writeFileDurable(this.runtime, this.#file(name), encodeIndex(header, columns), { tempDirectory: this.tempDirectory });
    } catch (error) {
      if (!(error instanceof CortexError) && systemCode(error) === undefined) throw error;
    }
  }

  #file(name: string): string {
    return path.join(this.folder, `${name}.idx`);
  }

  #read(name: string, read: (fd: number) => Buffer | null): Buffer | null {
    const { fs } = this.runtime;
    try {
      if (!fs.lstatSync(this.#file(name), { bigint: true }).isFile()) return null;
      const fd = fs.openSync(this.#file(name), OPEN.read);
      try {
        return read(fd);
      } finally {
        fs.closeSync(fd);
      }
    } catch (error) {
      if (systemCode(error) === undefined) throw error;
      return null;
    }
  }
}
