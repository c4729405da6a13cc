import path from 'node:path';
import { readFileBounded, writeFileDurable } from '../../files/atomic-file.ts';
import { makeLocalFolder } from '../../files/local-folder.ts';
import { resolveInside } from '../../files/safe-path.ts';
import { removeStrays } from '../../files/stray-files.ts';
import { writeAll } from '../../platform/descriptor.ts';
import { CortexError, systemCode } from '../../platform/errors.ts';
import { OPEN } from '../../platform/file-system.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { jsonIn, lineEnd } from '../../text/json-lines.ts';
import { isText, shaped } from '../../text/shape.ts';
import type { VaultConfig } from '../config/config.ts';
import type { Note } from '../notes/note.ts';
import { readRest } from '../notes/note-file.ts';
import type { Steps } from '../slices.ts';
import { headRowOf, isHeadRow, type KnownDays, restRowOf } from './cache-rows.ts';
import { bytesOf, type Put } from './derived-files.ts';
import { RememberedNote, RememberedRests } from './remembered-note.ts';

/** Of the reader: another one whenever `format.ts` makes something else of the same bytes, or `Note` changes. */
const VERSION = 11;
/** Our own folder in a vault, which git ignores: everything in it can be removed. */
export const LOCAL_FOLDER = '.local';
/** A line of JSON for the head; then for some notes at a time a line of what every search looks at, and one of the rest. */
const FILE = 'notes.jsonl';
const MOST_BYTES = 1_073_741_824;
/** So many notes share two lines: each costs a look for its end, and the rest is read of all of them when one is asked for. */
const TOGETHER = 64;

interface Head {
  readonly version: typeof VERSION;
  readonly config: string;
}

const isHead = shaped<Head>({ version: (version) => version === VERSION, config: isText });

function bytesOfCache({ fs }: Pick<Runtime, 'fs'>, root: string): Buffer {
  try {
    const content = readFileBounded(fs, path.join(root, LOCAL_FOLDER, FILE), { maxBytes: MOST_BYTES, root });
    return content?.bytes ?? Buffer.alloc(0);
  } catch {
    return Buffer.alloc(0);
  }
}

/**
 * What was read of each note, by path, some notes a step. Nothing where there is no cache, or one of another reader or another
 * configuration; of a torn one what can be read.
 */
export function* readCache(runtime: Runtime, config: VaultConfig): Steps<ReadonlyMap<string, RememberedNote>> {
  const notes = new Map<string, RememberedNote>();
  const bytes = bytesOfCache(runtime, config.root);
  let from = lineEnd(bytes, 0);
  const head = jsonIn(bytes, 0, from);
  if (!isHead(head) || head.config !== config.reading) return notes;
  const days: KnownDays = new Set();
  while (from < bytes.length) {
    const middle = lineEnd(bytes, from);
    const end = lineEnd(bytes, middle);
    const rests = new RememberedRests(bytes, middle, end, (note) => readRest(runtime, config, note));
    const rows: unknown = jsonIn(bytes, from, middle);
    // Which of the lines behind it are heads cannot be told, and there may be millions of them.
    if (!Array.isArray(rows)) break;
    for (let place = 0; place < rows.length; place++) {
      const row: unknown = rows[place];
      if (isHeadRow(row, days)) notes.set(row[0], new RememberedNote(row, rests, place));
    }
    from = end;
    yield;
  }
  return notes;
}

function putList(put: Put, rows: readonly (readonly unknown[])[]): void {
  for (const [n, row] of rows.entries()) put(`${n === 0 ? '[' : ','}${JSON.stringify(row)}`);
  put(']\n');
}

function putLines(put: Put, head: Head, notes: readonly Note[]): void {
  put(`${JSON.stringify(head)}\n`);
  putRows(put, notes);
}

function putRows(put: Put, notes: readonly Note[]): void {
  for (let from = 0; from < notes.length; from += TOGETHER) {
    const some = notes.slice(from, from + TOGETHER);
    putList(put, some.map(headRowOf));
    putList(put, some.map(restRowOf));
  }
}

/** A cache that is larger, for each note, has more of what has changed since than of what is. Bytes. */
const MOST_FOR_A_NOTE = 4_096;

/**
 * Adds notes to what is remembered for the next start, without a sync: half of it is as good as none.
 * @param most how many notes the vault has
 * @returns false where there is nothing to add it to, or it is better written anew
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
    fd = fs.openSync(file, OPEN.appendThere);
    const stat = fs.fstatSync(fd, { bigint: true });
    const last = Buffer.alloc(1);
    const ends = stat.isFile() && fs.readSync(fd, last, 0, 1, Number(stat.size) - 1) === 1 && last.toString() === '\n';
    if (!ends || stat.size > BigInt(MOST_FOR_A_NOTE * (most + TOGETHER))) return false;
    writeAll(fs, fd, Buffer.concat(bytesOf((put) => putRows(put, notes))));
    return true;
  } catch (error) {
    if (systemCode(error) === undefined && !(error instanceof CortexError)) throw error;
    return false;
  } finally {
    if (fd !== null) fs.closeSync(fd);
  }
}

/** Remembers notes for the next start. Only of files whose next change will show in their stat. @throws CortexError */
export async function writeCache(
  runtime: Runtime,
  { root, reading }: Pick<VaultConfig, 'root' | 'reading'>,
  notes: readonly Note[],
): Promise<void> {
  const folder = await makeLocalFolder(runtime, root, LOCAL_FOLDER);
  const bytes = bytesOf((put) => putLines(put, { version: VERSION, config: reading }, notes));
  await writeFileDurable(runtime, path.join(folder, FILE), bytes);
  removeStrays(runtime.fs, folder);
}
