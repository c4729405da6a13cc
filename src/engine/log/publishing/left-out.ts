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

/** Something that a foreign content says and that was not taken over, and where it stands there. */
export interface LeftOut {
  /** A sentence. */
  readonly message: string;
  /** 1-based. */
  readonly line: number;
  readonly column: number;
}

/** What of a content was not taken over. */
export interface LeftOutParts {
  /** The first of them: to find the place of thousands in megabytes takes minutes. */
  readonly named: readonly LeftOut[];
  readonly count: number;
  /** Equal for two files from which the same entries were refused for the same reasons. */
  readonly digest: string;
}

/** So many are named. */
export const MOST_LEFT_OUT = 20;
const FOLDER = 'left-out';
const ENDING = '.json';
const FILE_MODE = 0o666;
const LONGEST_MESSAGE = 1_000;
const place = z.int().min(1);
const noteSchema = onDemand(() =>
  z.object({
    named: z.array(z.object({ message: z.string(), line: place, column: place })),
    count: z.int(),
    digest: z.string(),
  }),
);
/** A note that a crash has torn still says that there is something. */
const TORN: LeftOutParts = { named: [], count: 1, digest: '' };

const digestOf = (value: unknown): string => hash('sha256', JSON.stringify(value), 'hex').slice(0, 32);

/**
 * What was not taken over from a content. @param parts all of it @param written what each of them says, JSON
 * @param locate finds the place of one
 */
export function leftOutParts<Part extends { readonly sentence: string; readonly written: unknown }>(
  parts: readonly Part[],
  locate: (part: Part) => { readonly line: number; readonly column: number },
): LeftOutParts {
  const named = parts.slice(0, MOST_LEFT_OUT).map((part) => ({ message: cut(part.sentence, LONGEST_MESSAGE), ...locate(part) }));
  return { named, count: parts.length, digest: digestOf(parts.map(({ sentence, written }) => [sentence, written])) };
}

/** As errors, each with its place in the file that has the content. */
export function leftOutErrors({ named, count }: LeftOutParts, file: string, next: string): CortexError[] {
  const errors = named.map(({ message, line, column }) => new CortexError('broken-file', message, { file, line, column, next }));
  const more = count - named.length;
  if (more === 0) return errors;
  const others = named.length === 0 ? `${count} or more parts were` : `${more} more were`;
  return [...errors, new CortexError('broken-file', `${others} not taken over`, { file, next })];
}

/** The notes of what was not taken over from contents that are kept beside a published file, by the hash of each content. */
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

  /** `null` where everything was taken over, as far as is known. */
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
      throw fileError(error, path, 'note what was not taken over');
    }
  }

  /** The contents of which there are notes, but for some. */
  others(contents: ReadonlySet<string>): string[] {
    const noted = this.#names().map((name) => name.slice(0, -ENDING.length));
    return noted.filter((content) => !contents.has(content));
  }

  remove(content: string): void {
    removeIfThere(this.runtime.fs, this.#pathOf(content));
  }

  /** Makes all of them survive power loss. */
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
