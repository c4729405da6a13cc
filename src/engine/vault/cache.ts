import path from 'node:path';
import { readFileBounded, writeFileDurable } from '../kernel/atomic-file.ts';
import { jsonLines } from '../kernel/json-lines.ts';
import { makeLocalFolder } from '../kernel/local-folder.ts';
import type { Runtime } from '../kernel/runtime.ts';
import { isText, shaped } from '../kernel/shape.ts';
import { noteOfRow, rowOf } from './cache-rows.ts';
import type { VaultConfig } from './config.ts';
import { bytesOf, type Put } from './derived-files.ts';
import type { Note } from './note.ts';
import type { Steps } from './slices.ts';

/** Of the reader: another one whenever `format.ts` makes something else of the same bytes, or `Note` changes. */
const VERSION = 3;
/** Our own folder in a vault, which git ignores: everything in it can be removed. */
export const LOCAL_FOLDER = '.local';
/** A line of JSON for the head, and one for each note, which is a list: of fifty thousand notes the names of the fields are a third. */
const FILE = 'notes.jsonl';
const MOST_BYTES = 1_073_741_824;

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
 * What was read of each note, by path, a note a step. Nothing where there is no cache, or one of another reader or another configuration;
 * of a torn one what can be read.
 */
export function* readCache(
  runtime: Pick<Runtime, 'fs'>,
  { root, digest }: Pick<VaultConfig, 'root' | 'digest'>,
): Steps<ReadonlyMap<string, Note>> {
  const notes = new Map<string, Note>();
  const values = jsonLines(bytesOfCache(runtime, root));
  const head = values.next().value;
  if (!isHead(head) || head.config !== digest) return notes;
  for (const row of values) {
    const note = noteOfRow(row);
    if (note !== null) notes.set(note.path, note);
    yield;
  }
  return notes;
}

function putLines(put: Put, head: Head, notes: readonly Note[]): void {
  put(`${JSON.stringify(head)}\n`);
  for (const note of notes) {
    put(JSON.stringify(rowOf(note)));
    put('\n');
  }
}

/** Remembers notes for the next start. Only of files whose next change will show in their stat. @throws CortexError */
export async function writeCache(
  runtime: Runtime,
  { root, digest }: Pick<VaultConfig, 'root' | 'digest'>,
  notes: readonly Note[],
): Promise<void> {
  const folder = await makeLocalFolder(runtime, root, LOCAL_FOLDER);
  const bytes = bytesOf((put) => putLines(put, { version: VERSION, config: digest }, notes));
  await writeFileDurable(runtime, path.join(folder, FILE), bytes, { root });
}
