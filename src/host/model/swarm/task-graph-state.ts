import type { SwarmManifest } from '../../../engine/crtx/index.ts';
import { computeTaskLayout, type TaskLayout } from '../../../engine/swarm/index.ts';
import { cut } from '../../../engine/text/cut.ts';
import type { GraphTask, TaskGraphState } from '../../dashboards/swarm/protocol.ts';
import type { TaskEntry, TaskIndex } from './task-index.ts';

/** Maximum number of nodes that remain legible. */
const MAX_NODES = 200;
/** Maximum length of a text, in UTF-16 code units. More than fits into a node and its tooltip. */
const MAX_TEXT = 300;

type Entries = TaskIndex['entries'];

/** The last layout. It is reused while only the status of tasks changes. */
let last: { readonly entries: Entries; readonly layout: TaskLayout } | null = null;

function layoutOf({ decomposition }: SwarmManifest, { entries }: TaskIndex): TaskLayout {
  if (last === null || !sameOrder(last.entries, entries)) last = { entries, layout: computeTaskLayout(decomposition, MAX_NODES) };
  return last.layout;
}

function sameOrder(one: Entries, other: Entries): boolean {
  return one === other || (one.length === other.length && one.every((entry, place) => sameTask(entry, other[place])));
}

/** Compares everything that the layout depends on. */
function sameTask({ node, depth }: TaskEntry, other: TaskEntry | undefined): boolean {
  if (other === undefined || depth !== other.depth || node.id !== other.node.id) return false;
  const { estimatedTokens, dependencies } = other.node;
  const same = node.dependencies.length === dependencies.length && node.dependencies.every((id, place) => id === dependencies[place]);
  return same && node.estimatedTokens === estimatedTokens;
}

/** Returns the task graph. Each task has its rows in the tree beside it. @param folded ids of tasks whose children the tree hides */
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
      id: cut(entry?.node.id ?? '', MAX_TEXT),
      description: cut(entry?.node.description ?? '', MAX_TEXT),
      status: entry?.node.status ?? 'pending',
      done: all.reduce((sum, { done }) => sum + done, 0),
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

/** Returns the row of each task in the tree. A hidden task has the row of the folded task that hides it. */
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
