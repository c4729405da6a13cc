import type { View } from '../../src/host/dashboards/swarm/protocol.ts';
import { keyOrFallback, readField, type SavedLists, savedLists, textOrNull, textsOrNone } from '../saved.ts';

export const LISTS = ['decisions', 'tasks', 'agents', 'locks'] as const;
export type ListName = (typeof LISTS)[number];

/** The times that the agents' strips can show. */
export const ACTIVITY_TIMES: Readonly<Record<View['activity'], string>> = { hour: '1 h', 'six-hours': '6 h', all: 'All' };

/** State saved over reloads of the dashboard: ids and positions, and no content of the files. */
export interface SavedSwarm extends SavedLists<ListName> {
  /** Swarm to which this state belongs. */
  readonly swarm: string | null;
  readonly folded: readonly string[];
  /** Mode of the burn-down; `null` when it is hidden. */
  readonly burnDown: 'charts' | 'figures' | null;
  /** Mode of the task graph; `fit` scales it into view; `null` when it is hidden. */
  readonly graph: 'fit' | 'whole' | null;
  /** List whose selected row has its details shown; `null` hides them. */
  readonly detail: 'tasks' | 'agents' | null;
  /** Order of the agents. */
  readonly agentsBy: View['agentsBy'];
  /** Time that the agents' strips show. */
  readonly activity: View['activity'];
  /** Shown moment, whose `at` is `null` for now; `null` when the history is hidden. */
  readonly history: View['history'];
}

/** Builds a record with one value for each list. */
export function ofLists<Value>(of: (list: ListName) => Value): Record<ListName, Value> {
  return { decisions: of('decisions'), tasks: of('tasks'), agents: of('agents'), locks: of('locks') };
}

export const EMPTY_VIEW: SavedSwarm = {
  swarm: null,
  folded: [],
  burnDown: null,
  graph: null,
  detail: null,
  agentsBy: 'attention',
  activity: 'all',
  history: null,
  cursors: ofLists(() => null),
  tops: ofLists(() => 0),
};

function readHistory(saved: unknown): SavedSwarm['history'] {
  const at = readField(saved, 'at');
  if (at === null) return { at };
  return typeof at === 'number' && Number.isSafeInteger(at) && at >= 0 ? { at } : null;
}

/** Parses saved state, perhaps of another version of the dashboard. Invalid parts are ignored. */
export function readSavedSwarm(saved: unknown): SavedSwarm {
  const burnDown = readField(saved, 'burnDown');
  const graph = readField(saved, 'graph');
  const detail = readField(saved, 'detail');
  const agentsBy = readField(saved, 'agentsBy');
  return {
    swarm: textOrNull(readField(saved, 'swarm')),
    folded: textsOrNone(readField(saved, 'folded')),
    graph: graph === 'fit' || graph === 'whole' ? graph : null,
    detail: detail === 'tasks' || detail === 'agents' ? detail : null,
    agentsBy: agentsBy === 'tokens' || agentsBy === 'cost' ? agentsBy : 'attention',
    activity: keyOrFallback(readField(saved, 'activity'), ACTIVITY_TIMES, 'all'),
    history: readHistory(readField(saved, 'history')),
    burnDown: burnDown === 'charts' || burnDown === 'figures' ? burnDown : null,
    ...savedLists(saved, ofLists),
  };
}
