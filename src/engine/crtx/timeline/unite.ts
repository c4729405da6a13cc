import { join } from 'node:path';
import { CortexError } from '../../kernel/errors.ts';
import { readGit } from '../../kernel/git.ts';
import { timelineMachine } from './machine.ts';
import { type EntryFile, entryProjection } from './projection.ts';

/** The stages in which git keeps the two sides of a conflict; the first is what both began with. */
const SIDES = new Set(['2', '3']);

/**
 * The two sides of a file that git could not merge, ours first; where a side has deleted it there is only the other.
 * @param tree the worktree
 * @param name of the file in it
 * @returns `null` when there is no conflict
 * @throws CortexError `io` when there is no git, and when it cannot give a side
 */
export async function sidesOfConflict(tree: string, name: string): Promise<Buffer[] | null> {
  const listed = await readGit(tree, ['ls-files', '--unmerged', '-z', '--', name]);
  if ('problem' in listed && !listed.refused)
    throw new CortexError('io', listed.problem, { file: tree, next: 'See to it, and try again.' });
  const lines = 'output' in listed ? listed.output.toString('utf8').split('\0') : [];
  // "<mode> <object> <stage>\t<name>"
  const objects = lines.map((line) => line.split(/[ \t]/, 3)).filter(([, , stage = '']) => SIDES.has(stage));
  if (objects.length === 0) return null;
  return Promise.all(objects.map(([, object = '']) => readSide(tree, name, object)));
}

/** A side that is missing must not pass for one without entries. */
async function readSide(tree: string, name: string, object: string): Promise<Buffer> {
  const side = await readGit(tree, ['cat-file', 'blob', object]);
  if ('output' in side) return side.output;
  const next = 'Fetch what the clone has not, and try again; nothing was written.';
  throw new CortexError('io', 'git cannot give one side of the conflict', { file: join(tree, name), value: object, next });
}

/**
 * The timeline with the entries of all sides, united by id as the log unites them.
 * @throws CortexError `broken-file` when a side cannot be read
 */
export function unite(timeline: EntryFile, sides: readonly Buffer[]): { readonly bytes: Buffer; readonly entries: number } {
  const projection = entryProjection(timeline);
  const ledger = timelineMachine.create();
  let latest = 0;
  for (const [index, side] of sides.entries()) {
    const foreign = projection.parse(side);
    latest = Math.max(latest, projection.time(foreign));
    const record = projection.difference(foreign, index === 0 ? null : ledger).operation('');
    timelineMachine.apply(ledger, record, { ordinal: index, time: latest, id: '' });
  }
  const rendered = projection.render(ledger, latest);
  if (rendered !== null) return { bytes: rendered.bytes, entries: ledger.size };
  throw new CortexError('broken-file', 'git gives neither side of the conflict', { file: timeline.file, next: 'Restore the file.' });
}
