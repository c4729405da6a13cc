import { compareCodePoints } from '../../text/code-point-order.ts';
import type { VaultIndex } from '../cache/vault-index.ts';
import { comparable } from '../notes/comparable.ts';
import type { SearchInput } from '../schemas/search.ts';

/** Limit of existing values to list. */
const MAX_NAMED = 15;

/** Lists the existing values, most frequent first. */
function named(known: ReadonlyMap<string, number>): string {
  if (known.size === 0) return 'none exist';
  const there = [...known].sort(([one, few], [other, many]) => many - few || compareCodePoints(one, other)).map(([value]) => value);
  return `existing: ${there.slice(0, MAX_NAMED).join(', ')}${there.length > MAX_NAMED ? ', …' : ''}`;
}

/** Explains filters that match no note by listing the existing values. Usually the filter is misspelled. */
export function explainUnmatchedFilters(index: VaultIndex, filters: Pick<SearchInput, 'project' | 'type' | 'tag' | 'status'>): string[] {
  const { project, type, tag, status } = filters;
  const wanted = [
    { what: 'project', values: project, known: index.byProject },
    { what: 'type', values: type, known: index.byType },
    { what: 'tag', values: tag.map((each) => each.replace(/^#/, '')), known: index.byTag },
    { what: 'status', values: status, known: index.byStatus },
  ];
  return wanted.flatMap(({ what, values, known }) => {
    const present = new Set([...known.keys()].map(comparable));
    const missing = values.filter((value) => !present.has(comparable(value)));
    return missing.map((value) => `no note has the ${what} ${JSON.stringify(value)}; ${named(known)}`);
  });
}
