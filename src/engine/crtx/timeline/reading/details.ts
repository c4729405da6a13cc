import { cut } from '../../../kernel/cut.ts';
import type { TimelineEntry } from '../../schema/timeline.ts';
import { matcher } from '../query.ts';
import type { TimelineSelection } from '../selection.ts';
import type { TimelineView } from '../view.ts';
import { brief, few, rowOf } from './rows.ts';
import type { EntryDetail, EntryRow } from './sight.ts';

const MOST_TEXT = 20_000;
/** Longer names are nobody's: paths end at 4,096 bytes. */
const MOST_NAME = 5_000;
const MOST_NAMES = 200;
const MOST_PARENTS = 50;
const MOST_CHILDREN = 100;

const long = (text: string): string => cut(text, MOST_TEXT);
const names = (all: readonly string[]) => few(all, MOST_NAMES, (name) => cut(name, MOST_NAME));

interface Line {
  /** The first of all first. */
  readonly parents: readonly EntryRow[];
  readonly missingParent: string | null;
}

/** What an entry follows from, up to the first; a circle ends where it closes. */
function lineOf(view: TimelineView, { id, parent }: TimelineEntry): Line {
  const parents: EntryRow[] = [];
  const seen = new Set([id]);
  for (let above = parent; above !== undefined && !seen.has(above) && parents.length < MOST_PARENTS; ) {
    seen.add(above);
    const entry = view.find(above);
    if (entry === undefined) return { parents, missingParent: brief(above) };
    parents.unshift(rowOf(entry));
    above = entry.parent;
  }
  return { parents, missingParent: null };
}

function childrenOf(view: TimelineView, ids: readonly string[]): EntryDetail['children'] {
  const { first, total } = few(ids, MOST_CHILDREN, (id) => view.find(id));
  const known = first.filter((entry) => entry !== undefined);
  return { first: known.map(rowOf), total: total - (first.length - known.length) };
}

/** All of an entry but its precedents. @param view where it was found @throws CortexError `busy` when an archive was changed meanwhile */
export function detailOf(entry: TimelineEntry, view: TimelineView, shown: TimelineSelection): Omit<EntryDetail, 'precedents'> {
  const { action, reasoning, outcomeDetail, confidence, context, refs, children = [] } = entry;
  const { files, branch, trigger, dependencies = [], state } = context;
  return {
    row: rowOf(entry),
    index: matcher(shown.query)(entry) ? shown.countAbove(entry) : null,
    ...{ action: long(action), reasoning: long(reasoning), outcomeDetail: outcomeDetail === undefined ? null : long(outcomeDetail) },
    ...{ confidence, branch: branch === undefined ? null : brief(branch), trigger: trigger === undefined ? null : long(trigger) },
    ...{ files: names(files), refs: names(refs), dependencies: names(dependencies) },
    state: Object.keys(state).length === 0 ? null : long(JSON.stringify(state, null, 2)),
    ...lineOf(view, entry),
    children: childrenOf(view, children),
  };
}
