import { hash } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod';
import { identityOf, readContent, statOf } from '../../files/file-content.ts';
import { listDirectory, removeIfThere } from '../../files/folder-entries.ts';
import { syncDescriptor, syncDirectory, writeAll } from '../../platform/descriptor.ts';
import { CortexError, fileError } from '../../platform/errors.ts';
import { OPEN } from '../../platform/file-system.ts';
import { onDemand } from '../../platform/on-demand.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { cut } from '../../text/cut.ts';

/** A part of a foreign content that was not adopted, and its position in the content. */
export interface LeftOut {
  /** One sentence. */
  readonly message: string;
  /** 1-based. */
  readonly line: number;
  readonly column: number;
}

/** The parts of a content that were not adopted. */
export interface LeftOutParts {
  /** The first parts only: finding the positions of thousands in megabytes takes minutes. */
  readonly named: readonly LeftOut[];
  readonly count: number;
  /** Equal for two files from which the same entries were refused for the same reasons. */
  readonly digest: string;
}

/** Most parts that are named. */
export const MAX_LEFT_OUT = 20;
const FOLDER = 'left-out';
const ENDING = '.json';
const FILE_MODE = 0o666;
const MAX_MESSAGE_LENGTH = 1_000;
const place = z.int().min(1);
const noteSchema = onDemand(() =>
  z.object({
    named: z.array(z.object({ message: z.string(), line: place, column: place })),
    count: z.int(),
    digest: z.string(),
  }),
);
/** Replaces a note that a crash truncated: it still shows that something was left out. */
const TORN: LeftOutParts = { named: [], count: 1, digest: '' };

const digestOf = (value: unknown): string => hash('sha256', JSON.stringify(value), 'hex').slice(0, 32);

/**
 * Summarizes the parts of a content that were not adopted. @param parts all of them; `written` is the JSON value of a part
 * @param locate returns the position of a part
 */
export function leftOutParts<Part extends { readonly sentence: string; readonly written: unknown }>(
  parts: readonly Part[],
  locate: (part: Part) => { readonly line: number; readonly column: number },
): LeftOutParts {
  const named = parts.slice(0, MAX_LEFT_OUT).map((part) => ({ message: cut(part.sentence, MAX_MESSAGE_LENGTH), ...locate(part) }));
  return { named, count: parts.length, digest: digestOf(parts.map(({ sentence, written }) => [sentence, written])) };
}

/** Returns an error for each named part, with its position in the file that has the content, and one for the rest. */
export function leftOutErrors({ named, count }: LeftOutParts, file: string, next: string): CortexError[] {
  const errors = named.map(({ message, line, column }) => new CortexError('broken-file', message, { file, line, column, next }));
  const more = count - named.length;
  if (more === 0) return errors;
  const others = named.length === 0 ? `${count} or more parts were` : `${more} more were`;
  return [...errors, new CortexError('broken-file', `${others} not adopted`, { file, next })];
}

/** Notes on the parts of contents that were not adopted, by the hash of each content. The contents are kept beside the published file. */
export class LeftOutNotes {
  readonly #folder: string;
  readonly #durable = new Set<string>();

  constructor(
    private readonly runtime: Runtime,
    /** The log's folder. */
    directory: string,
  ) {
    this.#folder = join(directory, FOLDER);
  }

  /** Returns `null` if everything was adopted, as far as is known. */
  read(content: string): LeftOutParts | null {
    const path = this.#pathOf(content);
    const stat = statOf(this.runtime.fs, path);
    const note = stat?.isFile() ? readContent(this.runtime, path, identityOf(stat)) : null;
    if (note === null) return null;
    try {
      return noteSchema().safeParse(JSON.parse(note.bytes.toString('utf8'))).data ?? TORN;
    } catch {
      return TORN;
    }
  }

  /** @throws CortexError */
  write(content: string, parts: LeftOutParts): void {
    const { fs } = this.runtime;
    const path = this.#pathOf(content);
    try {
      fs.mkdirSync(this.#folder, { recursive: true });
      removeIfThere(fs, path);
      const fd = fs.openSync(path, OPEN.createNew, FILE_MODE);
      try {
        writeAll(fs, fd, Buffer.from(JSON.stringify(parts)));
      } finally {
        fs.closeSync(fd);
      }
    } catch (error) {
      throw fileError(error, path, 'record what was not adopted');
    }
  }

  /** Returns the hashes of contents that have notes, except the given ones. */
  others(contents: ReadonlySet<string>): string[] {
    const noted = this.#names().map((name) => name.slice(0, -ENDING.length));
    return noted.filter((content) => !contents.has(content));
  }

  remove(content: string): void {
    removeIfThere(this.runtime.fs, this.#pathOf(content));
  }

  /** Makes all notes durable. */
  async sync(): Promise<void> {
    const { fs } = this.runtime;
    const fresh = this.#names().filter((name) => !this.#durable.has(name));
    if (fresh.length === 0) return;
    for (const name of fresh) {
      const fd = fs.openSync(join(this.#folder, name), OPEN.append);
      try {
        await syncDescriptor(fs, fd);
      } finally {
        fs.closeSync(fd);
      }
      this.#durable.add(name);
    }
    await syncDirectory(fs, this.#folder);
  }

  #names(): string[] {
    return listDirectory(this.runtime.fs, this.#folder).filter((name) => name.endsWith(ENDING));
  }

  #pathOf(content: string): string {
    return join(this.#folder, `${content}${ENDING}`);
  }
}
