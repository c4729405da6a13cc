import { CortexError, describeError } from '../../platform/errors.ts';
import type { Outcome } from '../../platform/operation.ts';
import { counted } from '../../text/amounts.ts';
import { type AnnotatedResult, annotateDisputed, annotateReplaced } from '../annotated-results.ts';
import type { SearchInput, SearchOutput, SummaryOutput } from '../schemas/search.ts';
import { searchVault, type VaultQuery } from '../search/search.ts';
import { summarise } from '../summary.ts';
import type { Dispute } from '../trust/disputes.ts';
import { explainNoResults } from './explain-no-results.ts';
import { type OpenVault, vaultOperation } from './open-vault.ts';

type Result = SearchOutput['results'][number];

/** Returns the text of a note. An unreadable note causes a warning, and the other results are still returned. */
function contentOf({ store }: OpenVault, path: string, warnings: string[]): Pick<Result, 'content'> {
  try {
    return { content: store.body(path) };
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    warnings.push(describeError(error));
    return {};
  }
}

/** Copies disputes to the mutable types of the output. */
export function copyDisputes(disputes: readonly Dispute[]): NonNullable<Result['disputes']> {
  return disputes.map(({ path, found }) => ({ path, found: [...found] }));
}

/** Converts results to output. @param warnings receives warnings about unreadable notes */
function resultsOf(vault: OpenVault, found: readonly AnnotatedResult[], withContent: boolean, warnings: string[]): Result[] {
  return found.map(({ note, layer, score, parts, replacedBy, supersededBy, contradicts }) => ({
    path: note.path,
    id: note.id,
    name: note.name,
    type: note.type,
    project: note.project,
    status: note.status,
    tags: [...note.tags],
    updated: note.updated ?? '',
    layer,
    score,
    parts: { ...parts, words: [...parts.words] },
    ...(replacedBy !== undefined && { replacedBy }),
    ...(supersededBy !== undefined && { supersededBy }),
    ...(contradicts !== undefined && { disputes: copyDisputes(contradicts) }),
    ...(withContent && contentOf(vault, note.path, warnings)),
  }));
}

/** Includes the problems of the configuration, because the summary is about the vault as a whole. */
function summaryOf({ store, config, today }: OpenVault): Outcome<SummaryOutput> {
  const { projects, types, statuses, tags, hot, ...counts } = summarise(store.index, config, today);
  const output: SummaryOutput = {
    vault: config.root,
    ...counts,
    projects: [...projects],
    types: [...types],
    statuses: [...statuses],
    tags: [...tags],
    hot: hot.map(({ updated, ...note }) => ({ ...note, updated: updated ?? '' })),
  };
  return { ok: true, output, warnings: config.problems };
}

/** Limit of hidden notes to name. */
const MAX_HIDDEN = 3;

/** Explains an empty list by the notes that the default status filter hides. */
function hiddenByStatus({ store, today, config }: OpenVault, query: VaultQuery): string[] {
  if (query.allStatuses || query.statuses.length > 0 || query.query.trim() !== '') return [];
  const { total, results } = searchVault(store.index, null, { ...query, allStatuses: true, top: MAX_HIDDEN }, { today, config });
  const named = results.map(({ note }) => `${note.path} (${note.status})`);
  if (total > named.length) named.push('…');
  return total === 0 ? [] : [`only active notes are listed; add --all-status for ${counted(total, 'other note')}: ${named.join(', ')}`];
}

/** Searches notes (seed 2, "Smart Loader"; rulings, vault 1 and all protocols 9); with `summary` returns the summary instead. */
export const searchNotes = vaultOperation(async (vault: OpenVault, input: SearchInput): Promise<Outcome<SearchOutput | SummaryOutput>> => {
  if (input.summary) return summaryOf(vault);
  const { store, today, config } = vault;
  const query = input.query.join(' ');
  const { project: projects, type: types, tag: tags, status: statuses, hot, allStatus: allStatuses, top } = input;
  const asked: VaultQuery = { query, projects, types, tags, statuses, hot, allStatuses, top };
  const { total, results, cycles } = searchVault(store.index, null, asked, { today, config });
  const warnings = [
    ...cycles.map((paths) => `these notes supersede each other: ${paths.join(', ')}`),
    ...(total === 0 ? [...explainNoResults(vault, query, input), ...hiddenByStatus(vault, asked)] : []),
  ];
  const annotated = annotateDisputed(store.index, annotateReplaced(store.index, results));
  const output = { query, total, results: resultsOf(vault, annotated, input.content || input.brief, warnings) };
  // An empty list without words is no failed search.
  return { ok: total > 0 || query.trim() === '', output, warnings };
});

/** Returns a summary of the vault. */
export const showSummary = vaultOperation(async (vault: OpenVault): Promise<Outcome<SummaryOutput>> => summaryOf(vault));
