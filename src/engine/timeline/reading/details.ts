import type { TimelineEntry } from '../../crtx/schema/timeline.ts';
import { cut } from '../../text/cut.ts';
import { matcher } from '../query.ts';
import type { EntryDetail, EntryRow } from '../schemas/timeline-window.ts';
import type { TimelineSelection } from '../selection.ts';
import type { TimelineView } from '../view.ts';
import { firstItems, shortText, toEntryRow } from './rows.ts';

const MAX_TEXT = 20_000;
/** Real names are shorter: paths end at 4,096 bytes. */
const MAX_NAME = 5_000;
const MAX_NAMES = 200;
const MAX_PARENTS = 50;
const MAX_CHILDREN = 100;

const long = (text: string): string => cut(text, MAX_TEXT);
const named = (name: string): string => cut(name, MAX_NAME);
/** Returns names without duplicates. */
const names = (all: readonly string[]) => firstItems([...new Set(all)], MAX_NAMES, named);

interface Line {
  /** The oldest ancestor first. */
  readonly parents: readonly EntryRow[];
  readonly hasMoreParents: boolean;
  readonly missingParent: string | null;
}

/** Returns the ancestors of an entry. A cycle ends where it closes. */
function listAncestors(view: TimelineView, { id, parent }: TimelineEntry): Line {
  const parents: EntryRow[] = [];
  const seen = new Set([id]);
  for (let above = parent; above !== undefined && !seen.has(above); ) {
    if (parents.length === MAX_PARENTS) return { parents, hasMoreParents: true, missingParent: null };
    seen.add(above);
    const entry = view.find(above);
    if (entry === undefined) return { parents, hasMoreParents: false, missingParent: shortText(above) };
    parents.unshift(toEntryRow(entry));
    above = entry.parent;
  }
  return { parents, hasMoreParents: false, missingParent: null };
}

function childrenOf(view: TimelineView, ids: readonly string[]): EntryDetail['children'] {
  const { first, total } = firstItems([...new Set(ids)], MAX_CHILDREN, (id) => view.find(id));
  const known = first.filter((entry) => entry !== undefined);
  return { first: known.map(toEntryRow), total: total - (first.length - known.length) };
}

/**
 * Returns the details of an entry, except its precedents.
 * @param view where it was found
 * @throws CortexError `busy` if an archive was changed meanwhile
 */
export function readDetail(entry: TimelineEntry, view: TimelineView, shown: TimelineSelection): Omit<EntryDetail, 'precedents'> {
  const { agentId, type, action, reasoning, outcomeDetail, confidence, context, refs, children = [] } = entry;
  const { files, task, branch, trigger, dependencies = [], state } = context;
  return {
    row: toEntryRow(entry),
    agent: named(agentId),
    type: named(type),
    task: task === undefined ? null : named(task),
    index: matcher(shown.query)(entry) ? shown.countAbove(entry) : null,
    action: long(action),
    reasoning: long(reasoning),
    outcomeDetail: outcomeDetail === undefined ? null : long(outcomeDetail),
    confidence,
    branch: branch === undefined ? null : shortText(branch),
    trigger: trigger === undefined ? null : long(trigger),
    files: names(files),
    refs: names(refs),
    dependencies: names(dependencies),
    state: Object.keys(state).length === 0 ? null : long(JSON.stringify(state, null, 2)),
    ...listAncestors(view, entry),
    children: childrenOf(view, children),
  };
}
