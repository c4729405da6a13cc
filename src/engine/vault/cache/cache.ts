import path from 'node:path';
import { readFileBounded, writeFileDurable } from '../../files/atomic-file.ts';
import { makeLocalFolder } from '../../files/local-folder.ts';
import { resolveInside } from '../../files/safe-path.ts';
import { removeStrays } from '../../files/stray-files.ts';
import { writeAll } from '../../platform/descriptor.ts';
import { CortexError, systemCode } from '../../platform/errors.ts';
import { OPEN } from '../../platform/file-system.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { isText, shapeGuard } from '../../text/shape.ts';
import type { VaultConfig } from '../config/config.ts';
import type { Note } from '../notes/note.ts';
import { readRest } from '../notes/note-file.ts';
import type { StepwiseWork } from '../slices.ts';
import { CacheLines, cacheLine } from './cache-lines.ts';
import { isHeadRow, type KnownDays, toHeadRow, toRestRow } from './cache-rows.ts';
import { CachedNote, CachedRests } from './cached-note.ts';

/** Version of the cache's content. Increase it whenever `format.ts` reads the same bytes differently, or `Note` changes. */
const VERSION = 16;
/** Folder in a vault for local data. Git ignores it, and everything in it can be deleted. */
export const LOCAL_FOLDER = '.local';
/** The first line is a head. Then two lines for each batch of notes: the fields that every search reads, and the other fields. */
const FILE = 'notes.jsonl';
const MAX_BYTES = 1_073_741_824;
/** Notes per batch. Finding the end of a line costs time for each batch, but the second line is parsed for the whole batch at once. */
const TOGETHER = 64;

interface Head {
  readonly version: typeof VERSION;
  readonly config: string;
}

const isHead = shapeGuard<Head>({ version: (version) => version === VERSION, config: isText });

function bytesOfCache({ fs }: Pick<Runtime, 'fs'>, root: string): Buffer {
  try {
    const content = readFileBounded(fs, path.join(root, LOCAL_FOLDER, FILE), { maxBytes: MAX_BYTES, root });
    return content?.bytes ?? Buffer.alloc(0);
  } catch {
    return Buffer.alloc(0);
  }
}

/**
 * Reads the cache, one batch of notes per step. Returns the remembered notes by path: none if the cache is missing or was written by
 * another version or for another configuration, and the readable part of a torn cache.
 */
export function* readCache(runtime: Runtime, config: VaultConfig): StepwiseWork<ReadonlyMap<string, CachedNote>> {
  const notes = new Map<string, CachedNote>();
  const lines = new CacheLines(bytesOfCache(runtime, config.root));
  let from = lines.endOf(0);
  const head = lines.valueAt(0, from);
  if (!isHead(head) || head.config !== config.reading) return notes;
  const days: KnownDays = new Set();
  while (from < lines.length) {
    const middle = lines.endOf(from);
    const end = lines.endOf(middle);
    const rests = new CachedRests(lines, middle, end, (note) => readRest(runtime, config, note));
    const rows = lines.valueAt(from, middle);
    // It is unclear which of the following lines are heads, and there may be millions of them.
    if (!Array.isArray(rows)) break;
    for (let place = 0; place < rows.length; place++) {
      const row: unknown = rows[place];
      if (isHeadRow(row, days)) notes.set(row[0], new CachedNote(row, rests, place));
    }
    from = end;
    yield;
  }
  return notes;
}

function linesOf(notes: readonly Note[]): Buffer[] {
  const lines: Buffer[] = [];
  for (let from = 0; from < notes.length; from += TOGETHER) {
    const some = notes.slice(from, from + TOGETHER);
    lines.push(cacheLine(some.map(toHeadRow)), cacheLine(some.map(toRestRow)));
  }
  return lines;
}

/** Largest cache size per note, in bytes. A larger cache holds mostly outdated entries. */
const MAX_FOR_A_NOTE = 4_096;

/**
 * Appends notes to the cache for the next start, without fsync: a torn cache only costs time.
 * @param most number of notes in the vault
 * @returns false if there is no cache to append to, or a new one should be written
 */
export function appendCache(
  { fs }: Pick<Runtime, 'fs'>,
  { root }: Pick<VaultConfig, 'root'>,
  notes: readonly Note[],
  most: number,
): boolean {
  let fd: number | null = null;
  try {
    const file = path.join(resolveInside(fs, root, LOCAL_FOLDER), FILE);
    if (!fs.lstatSync(file, { bigint: true }).isFile()) return false;
    fd = fs.openSync(file, OPEN.append);
    const stat = fs.fstatSync(fd, { bigint: true });
    const last = Buffer.alloc(1);
    const ends = stat.isFile() && stat.nlink === 1n && fs.readSync(fd, last, 0, 1, Number(stat.size) - 1) === 1 && last.toString() === '\n';
    if (!ends || stat.size > BigInt(MAX_FOR_A_NOTE * (most + TOGETHER))) return false;
    writeAll(fs, fd, Buffer.concat(linesOf(notes)));
    return true;
  } catch (error) {
    if (systemCode(error) === undefined && !(error instanceof CortexError)) throw error;
    return false;
  } finally {
    if (fd !== null) fs.closeSync(fd);
  }
}

/** Writes the cache for the next start. Pass only notes of files whose next change will show in their stat. @throws CortexError */
export async function writeCache(
  runtime: Runtime,
  { root, reading }: Pick<VaultConfig, 'root' | 'reading'>,
  notes: readonly Note[],
): Promise<void> {
  const folder = await makeLocalFolder(runtime, root, LOCAL_FOLDER);
  const head: Head = { version: VERSION, config: reading };
  await writeFileDurable(runtime, path.join(folder, FILE), [cacheLine(head), ...linesOf(notes)]);
  removeStrays(runtime.fs, folder);
}
