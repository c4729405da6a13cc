import type { View } from '../../src/host/dashboards/swarm/protocol.ts';
import { asTexts, fieldOf, type SavedLists, savedLists, textOrNull } from '../saved.ts';

export const LISTS = ['decisions', 'tasks', 'agents', 'locks'] as const;
export type ListName = (typeof LISTS)[number];

/** What outlives a reload of the dashboard: ids and places, nothing of what stands in the files. */
export interface SavedSwarm extends SavedLists<ListName> {
  /** The swarm that all this is about. */
  readonly swarm: string | null;
  readonly folded: readonly string[];
  /** How the burn-down is shown; `null`: not at all. */
  readonly burnDown: 'charts' | 'figures' | null;
  /** How the graph of the tasks is shown; `fit`: all of it at once; `null`: not at all. */
  readonly graph: 'fit' | 'whole' | null;
  /** The moment that is shown, and now if that is `null`; `null`: the history is not shown. */
  readonly history: View['history'];
}

/** The same for every list. */
export function ofLists<Value>(of: (list: ListName) => Value): Record<ListName, Value> {
  return { decisions: of('decisions'), tasks: of('tasks'), agents: of('agents'), locks: of('locks') };
}

export const EMPTY_VIEW: SavedSwarm = {
  swarm: null,
  folded: [],
  burnDown: null,
  graph: null,
  history: null,
  cursors: ofLists(() => null),
  tops: ofLists(() => 0),
};

function readHistory(saved: unknown): SavedSwarm['history'] {
  const at = fieldOf(saved, 'at');
  if (at === null) return { at };
  return typeof at === 'number' && Number.isSafeInteger(at) && at >= 0 ? { at } : null;
}

/** Reads what was saved, perhaps by another version of the dashboard; what makes no sense counts as not saved. */
export function readSavedSwarm(saved: unknown): SavedSwarm {
  const burnDown = fieldOf(saved, 'burnDown');
  const graph = fieldOf(saved, 'graph');
  return {
    swarm: textOrNull(fieldOf(saved, 'swarm')),
    folded: asTexts(fieldOf(saved, 'folded')),
    graph: graph === 'fit' || graph === 'whole' ? graph : null,
    history: readHistory(fieldOf(saved, 'history')),
    burnDown: burnDown === 'charts' || burnDown === 'figures' ? burnDown : null,
    ...savedLists(saved, ofLists),
  };
}
