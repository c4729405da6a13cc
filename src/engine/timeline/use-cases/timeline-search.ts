import path from 'node:path';
import { FILE_NAMES } from '../../crtx/cortex-io.ts';
import { unmergedCopyProblems } from '../../crtx/merging/unmerged-copy.ts';
import { unmergedFileError } from '../../crtx/merging/unmerged-file.ts';
import { CORTEX_FOLDER, LOCAL_FOLDER } from '../../crtx/root.ts';
import { timelineEntryTypeSchema, timelineOutcomeSchema } from '../../crtx/schema/timeline.ts';
import type { CortexFilePlace } from '../../crtx/schema.ts';
import { quoted } from '../../crtx/shorten.ts';
import { runInStore } from '../../crtx/store-life.ts';
import { findWorkplace } from '../../crtx/typed/typed-path.ts';
import { parseTypedTime } from '../../crtx/typed/typed-time.ts';
import { CortexError, systemCode } from '../../platform/errors.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import type { OperationContext, Outcome } from '../../platform/operation.ts';
import { SwarmStore } from '../../swarm/store.ts';
import { findCandidates, rankPrecedents } from '../precedents/precedents.ts';
import type { EntriesOutput, ListEntriesInput, PrecedentsInput, PrecedentsOutput, QueryEntriesInput } from '../schemas/timeline.ts';
import { TimelineStore } from '../store.ts';
import { elsewhereWarnings, toEntryPath } from './timeline-paths.ts';

/** Searches the timeline after pending events of the swarm are recorded. */
async function search<T>(context: OperationContext, work: (store: TimelineStore) => Promise<T>): Promise<Outcome<T>> {
  const { runtime } = context;
  const place = findWorkplace(context);
  const { root } = place;
  const warnings = [
    ...unmergedCopyProblems(runtime.fs, place, { type: 'timeline', name: FILE_NAMES.timeline }),
    ...(await recordPendingEvents(runtime, root)),
  ];
  return runInStore(await TimelineStore.open(runtime, root), async (store) => ({ ok: true, output: await work(store), warnings }));
}

/**
 * Records events of the swarm that a dead process did not record (docs/decisions/0004-swarm-events-in-the-timeline.md). Ignores a swarm
 * that cannot be opened; commands of the swarm report that.
 * @returns problems, such as events that cannot be recorded
 */
async function recordPendingEvents(runtime: OperationContext['runtime'], root: string): Promise<readonly string[]> {
  try {
    runtime.fs.lstatSync(path.join(root, CORTEX_FOLDER, LOCAL_FOLDER, 'swarm'), { bigint: true });
    const { warnings = [] } = await runInStore(await SwarmStore.open(runtime, root), async () => ({ ok: true, output: null }));
    return warnings;
  } catch (error) {
    if (!(error instanceof CortexError) && systemCode(error) === undefined) throw error;
    return [];
  }
}

/** Lists the newest matching entries, newest first. */
export async function listEntries(context: OperationContext, input: ListEntriesInput): Promise<Outcome<EntriesOutput>> {
  return { ...(await queryEntries(context, input)), ok: true };
}

/** Queries entries, newest first. The answer is no if the first page of a query with any condition is empty. */
export async function queryEntries(context: OperationContext, input: QueryEntriesInput): Promise<Outcome<EntriesOutput>> {
  const { limit, cursor, since, until, file, ...fields } = input;
  const now = context.runtime.clock.now();
  const query = {
    ...fields,
    ...(since !== undefined && { since: parseTypedTime(since, now) }),
    ...(until !== undefined && { until: parseTypedTime(until, now) }),
    ...(file !== undefined && { file: toEntryPath(context.runtime.fs, findWorkplace(context), file) }),
  };
  const page = { limit, cursor, signal: context.signal };
  const found = await search(context, async (store) => {
    const { entries, next } = await store.query(query, page);
    const below = entries.length === 0 ? folderOf(context, query.file) : null;
    const inFolder = below === null ? { entries, next } : await store.query({ ...query, file: below }, page);
    if (inFolder.entries.length === 0 && cursor === undefined) requireTimelineRead(context, store);
    return { entries: [...inFolder.entries], next: inFolder.next };
  });
  if (found.output.entries.length > 0 || cursor !== undefined) return found;
  const elsewhere = file === undefined ? [] : elsewhereWarnings(context.runtime.fs, findWorkplace(context), [file]);
  const isAnything = Object.values({ ...fields, file, since, until }).every((condition) => condition === undefined);
  return { ...found, ok: isAnything, warnings: [...(found.warnings ?? []), ...elsewhere, ...unusualWords(fields)] };
}

function requireTimelineRead(context: OperationContext, store: TimelineStore): void {
  const { root } = findWorkplace(context);
  const file = path.join(root, CORTEX_FOLDER, FILE_NAMES.timeline);
  requireAllRead(context.runtime.fs, root, { type: 'timeline', file }, store.unread);
}

/**
 * Returns an existing folder with a trailing `/`, to match everything below it, as locks do. The query without it comes first, because an
 * entry may name just the folder.
 */
function folderOf(context: OperationContext, file: string | undefined): string | null {
  if (file === undefined || file.endsWith('/')) return null;
  const { root, tree } = findWorkplace(context);
  const isFolder = [root, tree].some((base) => {
    try {
      return context.runtime.fs.statSync(path.join(base, file), { bigint: true }).isDirectory();
    } catch {
      return false;
    }
  });
  return isFolder ? `${file}/` : null;
}

/** Other programs may record other types and outcomes, but more often the word is misspelt. */
function unusualWords({ type, outcome }: Pick<QueryEntriesInput, 'type' | 'outcome'>): string[] {
  return [...unusual('type', timelineEntryTypeSchema().options, type), ...unusual('outcome', timelineOutcomeSchema().options, outcome)];
}

function unusual(noun: string, known: readonly string[], typed: string | undefined): string[] {
  if (typed === undefined || known.includes(typed)) return [];
  return [`no entry has the ${noun} ${quoted(typed)}; usual values: ${known.join(', ')}`];
}

/** Finds earlier attempts on some files or with a similar goal. The answer is no if there are none. */
export async function findPrecedents(context: OperationContext, input: PrecedentsInput): Promise<Outcome<PrecedentsOutput>> {
  const place = findWorkplace(context);
  const files = input.file.map((typed) => toEntryPath(context.runtime.fs, place, typed));
  const { action, limit } = input;
  if (files.length === 0 && action.trim() === '') {
    const next = 'Pass --file with a file, or --action with the planned action.';
    throw new CortexError('invalid-input', 'a file or an action is required', { next });
  }
  const found = await search(context, async (store) => {
    const candidates = await findCandidates(store, files, { signal: context.signal });
    const precedents = rankPrecedents(candidates, { files, action, now: context.runtime.clock.now() });
    if (precedents.length === 0) requireTimelineRead(context, store);
    return { precedents: precedents.slice(0, limit) };
  });
  const warnings = [...elsewhereWarnings(context.runtime.fs, place, input.file), ...(found.warnings ?? [])];
  return { ...found, ok: found.output.precedents.length > 0, warnings };
}

/**
 * Checks that everything was read, before a search reports that it found nothing.
 * @param root the folder that must contain the file, after symlinks are resolved
 * @param unread what else could not be read
 * @throws CortexError naming what was not read, and what to do
 */
export function requireAllRead(fs: FileSystem, root: string, place: CortexFilePlace<'timeline'>, unread: readonly string[] = []): void {
  const why = unmergedFileError(fs, root, place);
  if (why !== null) throw why;
  const [first] = unread;
  if (first === undefined) return;
  const next = 'Fix the problems in the warnings and repeat the command.';
  throw new CortexError('broken-file', 'nothing found, but not all files could be read', { next }, { warnings: unread });
}
