import path from 'node:path';
import { checkAgent, isPerson } from '../../crtx/people.ts';
import { writeFileDurable } from '../../files/atomic-file.ts';
import { resolveInside } from '../../files/safe-path.ts';
import { CortexError } from '../../platform/errors.ts';
import type { Outcome } from '../../platform/operation.ts';
import { readIfInside, removeIfPresent } from '../held-files/copies.ts';
import type { HeldFileChange } from '../held-files/records.ts';
import { HeldFilesWatch } from '../held-files/watching.ts';
import type { ChangesOutput, ChangeView, ResolveInput, ResolveOutput } from '../schemas/held-files.ts';
import type { OpenSwarm } from './context.ts';

function viewOf({ copies }: HeldFilesWatch, { before, after, isTold: _, ...change }: HeldFileChange): ChangeView {
  const file = (copy: string | null) => (copy !== null && copies.has(copy) ? copies.fileOf(copy) : null);
  return { ...change, before: file(before), after: file(after) };
}

/** Lists the unresolved changes to held files. */
export async function listChanges({ store, place }: OpenSwarm): Promise<Outcome<ChangesOutput>> {
  const watch = new HeldFilesWatch(store.runtime, place.root);
  return { ok: true, output: { changes: watch.records.changes().map((change) => viewOf(watch, change)) } };
}

/** Restores a held file to its content before a change, or keeps the change. */
export async function resolveChange(context: OpenSwarm, { change: id, restore, keep, by }: ResolveInput): Promise<Outcome<ResolveOutput>> {
  if (restore === keep) throw new CortexError('invalid-input', 'either --restore or --keep is required', { next: 'Add one of them.' });
  checkAgent(context, by);
  const { store, place } = context;
  const watch = new HeldFilesWatch(store.runtime, place.root);
  const found = watch.records.changes().find((change) => change.id === id);
  if (found === undefined)
    throw new CortexError('not-found', 'there is no such change', { value: id, next: 'List them: cortex lock changes' });
  const { coordinator } = store.swarm;
  if (by !== found.holder && by !== coordinator && !isPerson(by)) {
    const allowed = [found.holder, coordinator, 'person:<name>'].filter((each) => each !== null).join(', ');
    throw new CortexError('denied', 'only the holder of the file, the coordinator or a person decides this', { value: by, allowed });
  }
  const output = { change: viewOf(watch, found), done: restore ? ('restored' as const) : ('kept' as const) };
  if (restore) await restoreFile(context, watch, found);
  watch.records.removeChange(id);
  return { ok: true, output };
}

/** @throws CortexError when the file has changed again since, or there is no copy of its earlier content */
async function restoreFile({ store: { runtime } }: OpenSwarm, watch: HeldFilesWatch, change: HeldFileChange): Promise<void> {
  const file = path.join(change.tree, change.path);
  const before = change.before === null ? null : watch.copies.read(change.before);
  if (before === null && change.what !== 'created') throw refused(change, file, 'there is no copy of the file from before the change');
  requireUnchanged({ runtime, watch, change, file });
  if (before === null)
    return removeIfPresent(
      runtime,
      path.join(resolveInside(runtime.fs, change.tree, path.dirname(change.path)), path.basename(change.path)),
    );
  const beforeRename = () => requireUnchanged({ runtime, watch, change, file });
  await writeFileDurable(runtime, file, before, { root: change.tree, beforeRename });
}

interface ChangeToResolve {
  readonly runtime: OpenSwarm['store']['runtime'];
  readonly watch: HeldFilesWatch;
  readonly change: HeldFileChange;
  readonly file: string;
}

function requireUnchanged({ runtime, watch, change, file }: ChangeToResolve): void {
  const now = readIfInside(runtime, change.tree, file);
  const after = change.after === null ? null : watch.copies.read(change.after);
  const isSame = change.what === 'removed' ? now === null : now !== null && after !== null && now.equals(after);
  if (!isSame) throw refused(change, file, 'the file has been changed since, or is too large to compare');
}

function refused({ id }: HeldFileChange, file: string, why: string): CortexError {
  const next = `Nothing was changed. Correct the file by hand, then: cortex lock resolve ${id} --keep --by person:NAME`;
  return new CortexError('denied', why, { file, next });
}
