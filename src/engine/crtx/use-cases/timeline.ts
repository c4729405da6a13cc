import path from 'node:path';
import { CortexError, describeError, systemCode } from '../../kernel/errors.ts';
import type { FileSystem } from '../../kernel/file-system.ts';
import type { OperationContext, Outcome } from '../../kernel/operation.ts';
import { resolveInside } from '../../kernel/safe-path.ts';
import { FILE_NAMES } from '../cortex-io.ts';
import type {
  AddEntryInput,
  EntriesOutput,
  EntryOutput,
  FlushOutput,
  ListEntriesInput,
  ResolveEntryInput,
} from '../operations/timeline.ts';
import { checkAgent } from '../people.ts';
import { CORTEX_FOLDER, findProjectRoot, LOCAL_FOLDER } from '../root.ts';
import { SwarmStore } from '../store.ts';
import { outcomeOf } from '../store-life.ts';
import { makeEntry } from '../timeline/entry.ts';
import { requireMergedFile } from '../timeline/merge-marks.ts';
import { TimelineStore } from '../timeline/store.ts';
import { pathInProject, type Workplace, workplaceOf } from '../typed-path.ts';

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

/**
 * A linked worktree has a `timeline.crtx` of its own only because git put it there: it is not the one that is written, but a merge of
 * branches that fails in it is to be settled in it.
 * @returns why the file cannot be committed as it is
 */
function unmergedCopy({ runtime: { fs } }: OperationContext, { root, tree }: Workplace): string[] {
  if (tree === root) return [];
  const file = path.join(tree, CORTEX_FOLDER, FILE_NAMES.timeline);
  try {
    requireMergedFile(fs, tree, file);
    return [];
  } catch (error) {
    return [describeError(error)];
  }
}

/** A path as entries name it: relative to the project, `/`-separated, NFC. @throws CortexError `outside-root`, `invalid-input` */
function fileInside(fs: FileSystem, place: Workplace, typed: string): string {
  const text = pathInProject(fs, place, typed, (name) => name);
  for (const tree of [place.root, place.tree]) resolveInside(fs, tree, text);
  const file = path.posix.normalize(text.replaceAll('\\', '/')).normalize('NFC');
  if (text !== '' && file !== '.' && file !== './') return file;
  throw new CortexError('invalid-input', 'this does not name a file of the project', {
    value: typed,
    allowed: 'a file of the project',
    next: 'Name the file, or leave the option out.',
  });
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
    const [held = entry] = await store.tell([entry]);
    return { ok: true, output: { entry: held }, warnings: parentWarning(store, parent) };
  });
}

/** An entry may come before its parent, but more often the id is misspelt. */
function parentWarning(store: TimelineStore, parent: string | undefined): string[] {
  if (parent === undefined || store.get(parent) !== undefined) return [];
  return [`there is no entry ${JSON.stringify(parent)} yet; if one comes, this one is among its children`];
}

/**
 * Lets the swarm tell what it has not told yet, because a process died (docs/decisions/0004-what-the-timeline-is-told.md). A swarm
 * that cannot be opened says so to those who ask for it.
 * @returns what stood in the way, such as news that cannot be told
 */
async function hearNews({ runtime }: OperationContext, root: string): Promise<readonly string[]> {
  try {
    runtime.fs.lstatSync(path.join(root, CORTEX_FOLDER, LOCAL_FOLDER, 'swarm'), { bigint: true });
    const { warnings = [] } = await outcomeOf(await SwarmStore.open(runtime, root), async () => ({ ok: true, output: null }));
    return warnings;
  } catch (error) {
    if (!(error instanceof CortexError) && systemCode(error) === undefined) throw error;
    return [];
  }
}

/** The newest entries that are wanted, newest first. */
export async function listEntries(context: OperationContext, input: ListEntriesInput): Promise<Outcome<EntriesOutput>> {
  const { limit, agent, type, task } = input;
  const place = workplaceOf(context);
  const { root } = place;
  const warnings = [...unmergedCopy(context, place), ...(await hearNews(context, root))];
  return use(context, root, async (store) => {
    const entries = store.newest(
      limit,
      (entry) =>
        (agent === undefined || entry.agentId === agent) &&
        (type === undefined || entry.type === type) &&
        (task === undefined || entry.context.task === task),
    );
    return { ok: true, output: { entries: [...entries] }, warnings };
  });
}

/** Says how an entry ended. */
export async function resolveEntry(context: OperationContext, input: ResolveEntryInput): Promise<Outcome<EntryOutput>> {
  const { id, outcome, detail } = input;
  return use(context, rootOf(context), async (store) => ({ ok: true, output: { entry: await store.resolve(id, outcome, detail) } }));
}

/** Writes `timeline.crtx` as the log says. @throws CortexError what stands in the way, such as a merge that is not settled (`busy`) */
export async function flushTimeline(context: OperationContext): Promise<Outcome<FlushOutput>> {
  const root = rootOf(context);
  return use(context, root, async (store) => {
    const entries = await store.flush();
    if (entries !== null) return { ok: true, output: { entries } };
    const file = path.join(root, CORTEX_FOLDER, FILE_NAMES.timeline);
    requireMergedFile(context.runtime.fs, root, file);
    throw new CortexError('busy', 'cannot be written now', { file, next: store.problems.at(-1) ?? 'Try again.' });
  });
}
