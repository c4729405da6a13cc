import type { Cursor } from './cursor.ts';

export const LISTS = ['decisions', 'tasks', 'agents', 'locks'] as const;
export type ListName = (typeof LISTS)[number];

/** What outlives a reload of the dashboard: ids and places, nothing of what stands in the files. */
export interface SavedView {
  /** The swarm that all this is about. */
  readonly swarm: string | null;
  readonly folded: readonly string[];
  readonly cursors: Readonly<Record<ListName, Cursor | null>>;
  /** The first row in view of each list. */
  readonly tops: Readonly<Record<ListName, number>>;
}

/** The same for every list. */
export function ofLists<Value>(of: (list: ListName) => Value): Record<ListName, Value> {
  return { decisions: of('decisions'), tasks: of('tasks'), agents: of('agents'), locks: of('locks') };
}

export const EMPTY_VIEW: SavedView = {
  swarm: null,
  folded: [],
  cursors: ofLists(() => null),
  tops: ofLists(() => 0),
};

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;

const asIndex = (value: unknown): number => (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0);

function asCursor(value: unknown): Cursor | null {
  const id = fieldOf(value, 'id');
  return typeof id === 'string' ? { index: asIndex(fieldOf(value, 'index')), id, awaited: false } : null;
}

/** Reads what was saved, perhaps by another version of the dashboard; what makes no sense counts as not saved. */
export function readSavedView(saved: unknown): SavedView {
  const swarm = fieldOf(saved, 'swarm');
  const folded = fieldOf(saved, 'folded');
  const cursors = fieldOf(saved, 'cursors');
  const tops = fieldOf(saved, 'tops');
  return {
    swarm: typeof swarm === 'string' ? swarm : null,
    folded: Array.isArray(folded) ? folded.filter((id) => typeof id === 'string') : [],
    cursors: ofLists((list) => asCursor(fieldOf(cursors, list))),
    tops: ofLists((list) => asIndex(fieldOf(tops, list))),
  };
}
