import path from 'node:path';
import { FILE_NAMES } from '../../crtx/cortex-io.ts';
import { unmergedFile } from '../../crtx/merging/unmerged-file.ts';
import { checkAgent } from '../../crtx/people.ts';
import { CORTEX_FOLDER, findProjectRoot } from '../../crtx/root.ts';
import { quoted } from '../../crtx/shorten.ts';
import { outcomeOf } from '../../crtx/store-life.ts';
import { workplaceOf } from '../../crtx/typed/typed-path.ts';
import { CortexError } from '../../platform/errors.ts';
import type { OperationContext, Outcome } from '../../platform/operation.ts';
import { publishedRoll, unknownNames } from '../../swarm/use-cases/names-in-swarm.ts';
import { makeEntry } from '../entry.ts';
import { decideConflicts, requireDecision } from '../merging/ending-conflicts.ts';
import type { AddEntryInput, EntryOutput, FlushOutput, ResolveEntryInput } from '../schemas/timeline.ts';
import { TimelineStore } from '../store.ts';
import { elsewhereWarnings, fileInside } from './timeline-paths.ts';

async function use<T>(
  { runtime }: OperationContext,
  root: string,
  work: (store: TimelineStore) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  return outcomeOf(await TimelineStore.open(runtime, root), work);
}

function rootOf({ runtime, directory, exactDirectory }: OperationContext): string {
  return findProjectRoot(runtime.fs, directory, exactDirectory);
}

/** Records one entry; it survives power loss when this answers. */
export async function addEntry(context: OperationContext, input: AddEntryInput): Promise<Outcome<EntryOutput>> {
  checkAgent(context, input.agent);
  const { runtime } = context;
  const place = workplaceOf(context);
  const { agent: agentId, type, action, reasoning, confidence, task, parent, outcome, ref: refs } = input;
  const files = input.file.map((text) => fileInside(runtime.fs, place, text));
  const surroundings = { files, ...(task !== undefined && { task }) };
  const entry = makeEntry(runtime, { agentId, type, action, reasoning, confidence, context: surroundings, refs, parent, outcome });
  return use(context, place.root, async (store) => {
    const [held = entry] = await store.recordAll([entry]);
    const names = unknownNames(await publishedRoll(runtime, place.root), { agent: agentId, task });
    const elsewhere = elsewhereWarnings(runtime.fs, place, input.file);
    return { ok: true, output: { entry: held }, warnings: [...elsewhere, ...(await parentWarning(store, parent)), ...names] };
  });
}

/** An entry may come before its parent, but more often the id is misspelt. */
async function parentWarning(store: TimelineStore, parent: string | undefined): Promise<string[]> {
  if (parent === undefined || store.get(parent) !== undefined || (await store.find(parent)) !== undefined) return [];
  return [`there is no entry ${quoted(parent)} yet; if one comes, this one is among its children`];
}

/** Says how an entry ended; the entries that keep what a merge left open of that are ended with it. */
export async function resolveEntry(context: OperationContext, input: ResolveEntryInput): Promise<Outcome<EntryOutput>> {
  const { id, outcome, detail, was } = input;
  return use(context, rootOf(context), async (store) => {
    requireDecision(store.get(id));
    const entry = await store.resolve(id, outcome, detail, was);
    await decideConflicts(store, entry);
    return { ok: true, output: { entry } };
  });
}

/** Writes `timeline.crtx` as the log says. @throws CortexError what stands in the way, such as a merge that is not settled (`busy`) */
export async function flushTimeline(context: OperationContext): Promise<Outcome<FlushOutput>> {
  const root = rootOf(context);
  return use(context, root, async (store) => {
    const entries = await store.flush();
    if (entries !== null) return { ok: true, output: { entries } };
    const file = path.join(root, CORTEX_FOLDER, FILE_NAMES.timeline);
    const why = unmergedFile(context.runtime.fs, root, { type: 'timeline', file });
    throw why ?? new CortexError('busy', 'cannot be written now', { file, next: store.problems.at(-1) ?? 'Try again.' });
  });
}
