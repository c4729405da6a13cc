import path from 'node:path';
import { FILE_NAMES } from '../../crtx/cortex-io.ts';
import { unmergedFileError } from '../../crtx/merging/unmerged-file.ts';
import { checkAgent } from '../../crtx/people.ts';
import { CORTEX_FOLDER, findProjectRoot } from '../../crtx/root.ts';
import type { CortexFilePlace } from '../../crtx/schema.ts';
import { quoted } from '../../crtx/shorten.ts';
import { runInStore } from '../../crtx/store-life.ts';
import { findWorkplace } from '../../crtx/typed/typed-path.ts';
import { CortexError } from '../../platform/errors.ts';
import type { OperationContext, Outcome } from '../../platform/operation.ts';
import { readPublishedNames, warnOfUnknownNames } from '../../swarm/use-cases/names-in-swarm.ts';
import { makeEntry } from '../entry.ts';
import { decideConflicts, requireDecision } from '../merging/outcome-conflicts.ts';
import type { AddEntryInput, EntryOutput, FlushOutput, ResolveEntryInput } from '../schemas/timeline.ts';
import { TimelineStore } from '../store.ts';
import { elsewhereWarnings, toEntryPath } from './timeline-paths.ts';
import { requireAllRead } from './timeline-search.ts';

async function use<T>(
  { runtime }: OperationContext,
  root: string,
  work: (store: TimelineStore) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  return runInStore(await TimelineStore.open(runtime, root), work);
}

function rootOf({ runtime, directory, exactDirectory }: OperationContext): string {
  return findProjectRoot(runtime.fs, directory, exactDirectory);
}

function timelineIn(root: string): CortexFilePlace<'timeline'> {
  return { type: 'timeline', file: path.join(root, CORTEX_FOLDER, FILE_NAMES.timeline) };
}

/** Records one entry, which survives power loss when this resolves. */
export async function addEntry(context: OperationContext, input: AddEntryInput): Promise<Outcome<EntryOutput>> {
  checkAgent(context, input.agent);
  const { runtime } = context;
  const place = findWorkplace(context);
  const { agent: agentId, type, action, reasoning, confidence, task, parent, outcome, ref: refs } = input;
  const files = input.file.map((text) => toEntryPath(runtime.fs, place, text));
  const surroundings = { files, ...(task !== undefined && { task }) };
  const entry = makeEntry(runtime, { agentId, type, action, reasoning, confidence, context: surroundings, refs, parent, outcome });
  return use(context, place.root, async (store) => {
    const [held = entry] = await store.recordAll([entry]);
    const names = warnOfUnknownNames(await readPublishedNames(runtime, place.root), { agent: agentId, task });
    const elsewhere = elsewhereWarnings(runtime.fs, place, input.file);
    const orphan = await parentWarning(store, parent);
    // Merge conflicts have their own warning: the parent may be in the part that is not read.
    const isUnread = orphan.length > 0 && unmergedFileError(runtime.fs, place.root, timelineIn(place.root)) !== null;
    return { ok: true, output: { entry: held }, warnings: [...elsewhere, ...(isUnread ? [] : orphan), ...names] };
  });
}

/** An entry may precede its parent, but more often the id is misspelt. */
async function parentWarning(store: TimelineStore, parent: string | undefined): Promise<string[]> {
  if (parent === undefined || store.get(parent) !== undefined || (await store.find(parent)) !== undefined) return [];
  return [`parent ${quoted(parent)} does not exist yet; once it is added, this entry becomes its child`];
}

/** Sets the outcome of an entry, and ends the conflict entries that a merge created for it. */
export async function resolveEntry(context: OperationContext, input: ResolveEntryInput): Promise<Outcome<EntryOutput>> {
  const { id, outcome, detail, was } = input;
  const root = rootOf(context);
  return use(context, root, async (store) => {
    requireDecision(store.get(id));
    const entry = await store.resolve(id, outcome, detail, was).catch((error: unknown) => {
      if (error instanceof CortexError && error.code === 'not-found')
        requireAllRead(context.runtime.fs, root, timelineIn(root), store.unread);
      throw error;
    });
    await decideConflicts(store, entry);
    return { ok: true, output: { entry } };
  });
}

/** Rewrites `timeline.crtx` from the log. @throws CortexError the error that prevents writing, such as an unresolved merge (`busy`) */
export async function flushTimeline(context: OperationContext): Promise<Outcome<FlushOutput>> {
  const root = rootOf(context);
  return use(context, root, async (store) => {
    const entries = await store.flush();
    if (entries !== null) return { ok: true, output: { entries } };
    const place = timelineIn(root);
    const why = unmergedFileError(context.runtime.fs, root, place);
    throw why ?? new CortexError('busy', 'cannot be written now', { file: place.file, next: store.problems.at(-1) ?? 'Try again.' });
  });
}
