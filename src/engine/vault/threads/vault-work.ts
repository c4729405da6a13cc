import path from 'node:path';
import type { Runtime } from '../../platform/runtime.ts';
import { identityText, toFileIdentity } from '../cache/file-identity.ts';
import { VaultIndex } from '../cache/vault-index.ts';
import { deadParts, type LinkedNote } from '../links/dead-parts.ts';
import { type LinkPlan, planLinks } from '../links/plan-links.ts';
import { fromNamesRow, type NamesRow } from '../notes/named-note.ts';
import { type ReadNoteFile, readListedNote } from '../notes/note-file.ts';
import type { VaultThreadData } from './messages.ts';
import { SharedBatches } from './shared-batches.ts';

type Work<Results extends readonly unknown[]> = {
  readonly claims: SharedArrayBuffer;
  /** Called with the number and the result of each batch. Awaited, because an unfinished call would keep the results in memory. */
  readonly tell: (batch: number, results: Results) => Promise<void>;
};

/** Reports whether a folder's real path is its expected path, so that nothing is read through a link that replaced it. */
function isInPlace({ fs }: Pick<Runtime, 'fs'>, realRoot: string, folder: string): boolean {
  try {
    const place = path.join(realRoot, folder);
    return fs.realpathSync(place) === place;
  } catch {
    return false;
  }
}

type WorkOnFiles<Result> = Work<readonly (Result | null)[]> & { readonly paths: readonly string[] };

/** Reads from files, from the end of a list. Not from folders that were replaced by links. The receiver checks the folders again. */
async function readFromEnd<Result>(
  runtime: Pick<Runtime, 'fs'>,
  data: VaultThreadData,
  { paths, claims, tell }: WorkOnFiles<Result>,
  read: (path: string) => Result | null,
): Promise<null> {
  const realRoot = runtime.fs.realpathSync(data.root);
  for (const { number, from, to } of new SharedBatches(paths.length, claims).fromEnd()) {
    const inPlace = new Map<string, boolean>();
    const notes = paths.slice(from, to).map((note) => {
      const folder = path.posix.dirname(note);
      const isThere = inPlace.get(folder) ?? isInPlace(runtime, realRoot, folder);
      inPlace.set(folder, isThere);
      return isThere ? read(note) : null;
    });
    await tell(number, notes);
  }
  return null;
}

/** Reads notes from the end of a list. */
export function readNotesFromEnd(
  runtime: Pick<Runtime, 'fs' | 'clock'>,
  data: VaultThreadData,
  work: WorkOnFiles<ReadNoteFile>,
): Promise<null> {
  return readFromEnd(runtime, data, work, (note) => readListedNote(runtime, data, note));
}

/** Reads the stats of notes from the end of a list. */
export function lookFromEnd({ fs }: Pick<Runtime, 'fs'>, data: VaultThreadData, work: WorkOnFiles<string>): Promise<null> {
  return readFromEnd({ fs }, data, work, (note) => {
    try {
      const stat = fs.lstatSync(`${data.root}/${note}`, { bigint: true });
      return stat.isFile() ? identityText(toFileIdentity(stat)) : null;
    } catch {
      return null;
    }
  });
}

/** Plans the links of notes from the end of a list. */
export async function planLinksFromEnd(
  runtime: Pick<Runtime, 'fs'>,
  data: VaultThreadData,
  { notes, claims, tell }: Work<readonly LinkPlan[]> & { readonly notes: readonly NamesRow[] },
): Promise<null> {
  const index = new VaultIndex();
  for (const note of notes) index.append(fromNamesRow(note));
  const vault = { runtime, config: data, store: { index } };
  const known = [...index.notes()];
  for (const { number, from, to } of new SharedBatches(notes.length, claims).fromEnd()) {
    await tell(
      number,
      known.slice(from, to).map((note) => planLinks(vault, note)),
    );
  }
  return null;
}

/** Examines the notes with links to their parts, from the end of a list. */
export async function examineFromEnd(
  runtime: Pick<Runtime, 'fs'>,
  { root }: VaultThreadData,
  { notes, claims, tell }: Work<readonly (readonly number[])[]> & { readonly notes: readonly LinkedNote[] },
): Promise<null> {
  for (const { number, from, to } of new SharedBatches(notes.length, claims).fromEnd()) {
    await tell(
      number,
      notes.slice(from, to).map((note) => deadParts(runtime, root, note)),
    );
  }
  return null;
}
