import { isDeepStrictEqual } from 'node:util';
import type { SwarmLock } from '../../../engine/crtx/index.ts';
import { CortexError } from '../../../engine/platform/errors.ts';
import { toProblem } from '../../../engine/platform/file-problem.ts';
import { escapeLockPath } from '../../../engine/swarm/index.ts';
import { coveringLocks } from '../../model/locks/covering-locks.ts';
import { clipText, problemRows } from '../../model/pages.ts';
import type { ProjectViewModel } from '../../model/swarm/view-model.ts';
import { differentIn } from '../page-state.ts';
import type { ProblemRow } from '../protocol.ts';
import type { Explored } from './explored.ts';
import type { GraphDetail, GraphPush, GraphSnapshot, GraphState, GraphView } from './protocol.ts';

/** Inputs of the state besides the view. */
export interface GraphInputs {
  readonly viewModel: ProjectViewModel;
  readonly explored: Explored;
  readonly open: string | null;
  readonly outside: string | null;
  readonly building: boolean;
}

const isMissing = (error: unknown): boolean => error instanceof CortexError && error.code === 'not-found';

const rowsOf = (error: unknown): ProblemRow[] => (error === null || isMissing(error) ? [] : problemRows([toProblem(error)]));

/** Returns the state that the dashboard shows. */
export function buildState(view: GraphView, { viewModel, explored, open, outside, building }: GraphInputs): GraphState {
  const { readOnly, now } = viewModel;
  const { answer, error, looking } = explored;
  if (answer === null) return error === null ? { kind: 'reading' } : { kind: 'no-graph', building, readOnly, problems: rowsOf(error) };
  const locks = locksOn(
    answer.scene.nodes.map(({ path }) => path),
    viewModel.view?.locks ?? [],
  );
  const problems = [...rowsOf(error), ...answer.problems];
  const asked = { asked: view.place, foundFor: looking ? null : view.words, looking };
  return { kind: 'graph', snapshot: { ...answer, ...asked, locks, open, outside, building, problems, now, readOnly } };
}

/** Returns the changed fields for a page that shows `before`, or `null` if only the time differs. The page advances its own clock. */
export function findChanges(before: GraphPush, state: GraphPush): GraphPush | null {
  if (before.kind !== 'graph' || state.kind !== 'graph') return isDeepStrictEqual(before, state) ? null : state;
  const { now: _, ...partsBefore } = before.snapshot;
  const { now, ...parts } = state.snapshot;
  const changes = differentIn(partsBefore, parts);
  return Object.keys(changes).length === 0 ? null : { kind: 'changes', changes: { ...changes, now } };
}

/** A location that can be opened. */
export interface ShownLocation {
  /** Relative to the project. */
  readonly path: string;
  /** Name of the declaration; `null` for the file itself. */
  readonly symbol: string | null;
}

type Shown = Pick<GraphDetail, 'id' | 'type' | 'name' | 'path'>;

/** Yields everything in an answer that has an id and a file. */
function* shownIn({ scene, detail, blast, found }: GraphSnapshot): Iterable<Shown> {
  yield* scene.nodes;
  yield* found;
  if (detail !== null) yield detail;
  for (const { nodeType, ...link } of [...(detail?.leansOn.first ?? []), ...(detail?.leanedOnBy.first ?? [])]) {
    yield { ...link, type: nodeType };
  }
  for (const { path } of [...(blast?.files ?? []), ...(blast?.tests ?? [])]) yield { id: path, type: 'file', name: path, path };
}

/** Returns the location of a node that the page shows, or `null` if the page does not show it or it belongs to no file. */
export function findShownLocation(snapshot: GraphSnapshot, node: string): ShownLocation | null {
  for (const { id, type, name, path } of shownIn(snapshot)) {
    if (id === node && path !== '') return { path, symbol: type === 'function' || type === 'type' ? name : null };
  }
  return null;
}

type LocksOfFile = GraphSnapshot['locks'][string];

/** Maximum number of agents to list for a shared lock. */
const MAX_AGENTS = 20;

/** Returns the agents that have files locked. @param paths relative to the project; clusters have empty paths and are skipped */
export function locksOn(paths: Iterable<string>, locks: readonly SwarmLock[]): Record<string, LocksOfFile> {
  const shown: Record<string, LocksOfFile> = {};
  if (locks.length === 0) return shown;
  const find = coveringLocks(locks);
  for (const path of new Set(paths)) {
    const found = path === '' ? [] : find(escapeLockPath(path));
    if (found.length === 0) continue;
    const mode = found.some(({ type }) => type === 'exclusive') ? 'exclusive' : 'shared';
    const agents = [...new Set(found.map(({ agentId }) => clipText(agentId)))].slice(0, MAX_AGENTS);
    Object.defineProperty(shown, path, { value: { mode, agents }, enumerable: true });
  }
  return shown;
}
