import type { Outcome } from '../../kernel/operation.ts';
import type { SearchInput, SearchOutput, SummaryOutput } from '../operations/search.ts';
import { search } from '../search.ts';
import { summarise } from '../summary.ts';
import { inVault, type OpenVault } from './open-vault.ts';

type Result = SearchOutput['results'][number];

/** What was found, as it is answered. */
function resultsOf({ store }: OpenVault, found: ReturnType<typeof search>['results'], withContent: boolean): Result[] {
  return found.map(({ note, layer, score, parts, replacedBy }) => ({
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
    ...(withContent && { content: store.body(note.path) }),
  }));
}

function summaryOf({ store, config, today }: OpenVault): SummaryOutput {
  const { projects, types, statuses, tags, hot, ...counts } = summarise(store.index, config, today);
  return {
    ...counts,
    projects: [...projects],
    types: [...types],
    statuses: [...statuses],
    tags: [...tags],
    hot: hot.map(({ updated, ...note }) => ({ ...note, updated: updated ?? '' })),
  };
}

/** Finds notes (seed 2, "Smart Loader"; rulings, vault 1); with `summary` it says what there is instead. */
export const searchNotes = inVault(async (vault: OpenVault, input: SearchInput): Promise<Outcome<SearchOutput | SummaryOutput>> => {
  if (input.summary) return { ok: true, output: summaryOf(vault) };
  const { store, today, config } = vault;
  const query = input.query.join(' ');
  const { project: projects, type: types, tag: tags, status: statuses, hot, allStatus: allStatuses, top } = input;
  const { total, results, circles } = search(
    store.index,
    null,
    { query, projects, types, tags, statuses, hot, allStatuses, top },
    { today, config },
  );
  const warnings = circles.map((paths) => `these notes supersede each other: ${paths.join(', ')}`);
  return { ok: true, output: { query, total, results: resultsOf(vault, results, input.content || input.brief) }, warnings };
});

/** What the vault holds. */
export const showSummary = inVault(async (vault: OpenVault): Promise<Outcome<SummaryOutput>> => ({ ok: true, output: summaryOf(vault) }));
