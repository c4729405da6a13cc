import { join } from 'node:path';
import { CortexError } from '../../kernel/errors.ts';
import { readGit } from '../../kernel/git.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import { entryMachine } from './machine.ts';
import { type EntryFile, entryProjection } from './projection.ts';

/** How git lists one side of a conflict: "<mode> <object> <stage>\t<name>". The first of the stages is what both began with. */
const SIDE = /^\d+ ([\da-f]+) [23]\t(.+)$/s;

/**
 * The sides of the files below a folder that git could not merge, each as git names its content, ours first; where a side has deleted a
 * file there is only the other.
 * @param tree the worktree, or a folder of it: names are relative to it
 * @throws CortexError `io` when there is no git
 */
export async function conflictsBelow(tree: string, folder: string): Promise<Map<string, string[]>> {
  const listed = await readGit(tree, ['ls-files', '--unmerged', '-z', '--', folder]);
  if ('problem' in listed && !listed.refused)
    throw new CortexError('io', listed.problem, { file: tree, next: 'See to it, and try again.' });
  const conflicts = new Map<string, string[]>();
  for (const line of 'output' in listed ? listed.output.toString('utf8').split('\0') : []) {
    const [, object, name] = SIDE.exec(line) ?? [];
    if (object !== undefined && name !== undefined) conflicts.set(name, [...(conflicts.get(name) ?? []), object]);
  }
  return conflicts;
}

/**
 * The contents of the sides of a file.
 * @param name of the file in the worktree @param objects as `conflictsBelow` names them
 * @throws CortexError `io` when git cannot give one
 */
export function readSides(tree: string, name: string, objects: readonly string[]): Promise<Buffer[]> {
  return Promise.all(objects.map((object) => readSide(tree, name, object)));
}

/** A side that is missing must not pass for one without entries. */
async function readSide(tree: string, name: string, object: string): Promise<Buffer> {
  const side = await readGit(tree, ['cat-file', 'blob', object]);
  if ('output' in side) return side.output;
  const next = 'Fetch what the clone has not, and try again; nothing was written.';
  throw new CortexError('io', 'git cannot give one side of the conflict', { file: join(tree, name), value: object, next });
}

/**
 * A file with the entries of all sides, united by id as its log unites them.
 * @param place with the name of the file below `.cortex/`
 * @throws CortexError `broken-file` when a side cannot be read
 */
export function unite(
  { ids }: Pick<Runtime, 'ids'>,
  place: EntryFile & { readonly name: string },
  sides: readonly Buffer[],
): { readonly bytes: Buffer; readonly entries: number } {
  const projection = entryProjection(place);
  const machine = entryMachine(place.name);
  const ledger = machine.create();
  let latest = 0;
  for (const [index, side] of sides.entries()) {
    const foreign = projection.parse(side);
    latest = Math.max(latest, projection.time(foreign));
    const record = projection.difference(foreign, index === 0 ? null : ledger).operation('');
    machine.apply(ledger, record, { ordinal: index, time: latest, id: ids('rec') });
  }
  const rendered = projection.render(ledger, latest);
  if (rendered !== null) return { bytes: rendered.bytes, entries: ledger.size };
  throw new CortexError('broken-file', 'git gives neither side of the conflict', { file: place.file, next: 'Restore the file.' });
}
