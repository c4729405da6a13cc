import type { SwarmManifest } from '../../../engine/crtx/index.ts';
import { type TaskLayout, taskLayout } from '../../../engine/swarm/index.ts';
import { cut } from '../../../engine/text/cut.ts';
import type { GraphTask, TaskGraphState } from '../../dashboards/swarm/protocol.ts';
import type { TaskEntry, TaskIndex } from './task-index.ts';

/** More nodes than these cannot be drawn legibly. */
const MOST_NODES = 200;
/** More than fits into a node, with its tooltip. */
const MOST_TEXT = 300;

type Entries = TaskIndex['entries'];

/** What was made last: mostly tasks change their states, and what comes before what stays. */
let last: { readonly entries: Entries; readonly layout: TaskLayout } | null = null;

function layoutOf({ decomposition }: SwarmManifest, { entries }: TaskIndex): TaskLayout {
  if (last === null || !sameOrder(last.entries, entries)) last = { entries, layout: taskLayout(decomposition, MOST_NODES) };
  return last.layout;
}

function sameOrder(one: Entries, other: Entries): boolean {
  return one === other || (one.length === other.length && one.every((entry, place) => sameTask(entry, other[place])));
}

/** All that a layout is made of. */
function sameTask({ node, depth }: TaskEntry, other: TaskEntry | undefined): boolean {
  if (other === undefined || depth !== other.depth || node.id !== other.node.id) return false;
  const { estimatedTokens, dependencies } = other.node;
  const same = node.dependencies.length === dependencies.length && node.dependencies.every((id, place) => id === dependencies[place]);
  return same && node.estimatedTokens === estimatedTokens;
}

/** The graph of the tasks, each with its rows in the tree that is beside it. @param folded the ids of tasks whose parts are hidden there */
export function taskGraphState(manifest: SwarmManifest, index: TaskIndex, folded: ReadonlySet<string>): TaskGraphState {
  const { nodes, ...graph } = layoutOf(manifest, index);
  const { entries } = index;
  const rows = rowsOf(entries, folded);
  const tasks = nodes.map(({ place, siblings, ...node }): GraphTask => {
    const entry = entries[place];
    const all = siblingsFrom(entries, place, siblings);
    const end = place + all.reduce((sum, { size }) => sum + size, 0);
    const from = rows[place] ?? 0;
    return {
      ...node,
      id: cut(entry?.node.id ?? '', MOST_TEXT),
      description: cut(entry?.node.description ?? '', MOST_TEXT),
      status: entry?.node.status ?? 'pending',
      done: all.reduce((sum, { ended }) => sum + ended, 0),
      isRest: siblings > 1,
      rows: { from, to: Math.max(from, rows[end - 1] ?? from) + 1 },
    };
  });
  return { ...graph, tasks };
}

function siblingsFrom(entries: readonly TaskEntry[], place: number, count: number): TaskEntry[] {
  const found: TaskEntry[] = [];
  for (let at = place; found.length < count; ) {
    const entry = entries[at];
    if (entry === undefined) break;
    found.push(entry);
    at += entry.size;
  }
  return found;
}

/** For each task its row in the tree; where it is hidden, that of the one that hides it. */
function rowsOf(entries: readonly TaskEntry[], folded: ReadonlySet<string>): Int32Array {
  const rows = new Int32Array(entries.length);
  let row = 0;
  for (let at = 0; at < entries.length; row += 1) {
    const entry = entries[at];
    const size = entry !== undefined && folded.has(entry.node.id) ? entry.size : 1;
    rows.fill(row, at, at + size);
    at += size;
  }
  return rows;
}
