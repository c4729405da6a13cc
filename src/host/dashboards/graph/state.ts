import { isDeepStrictEqual } from 'node:util';
import type { SwarmLock } from '../../../engine/crtx/index.ts';
import { CortexError } from '../../../engine/platform/errors.ts';
import { problemOf } from '../../../engine/platform/file-problem.ts';
import { escapeLockPath } from '../../../engine/swarm/index.ts';
import { coveringLocks } from '../../model/locks/covering-locks.ts';
import { clipped, problemRows } from '../../model/pages.ts';
import type { ProjectViewModel } from '../../model/swarm/view-model.ts';
import { differentIn } from '../page-state.ts';
import type { ProblemRow } from '../protocol.ts';
import type { Explored } from './explored.ts';
import type { GraphDetail, GraphPush, GraphSnapshot, GraphState, GraphView } from './protocol.ts';

/** What there is besides the graph. */
export interface GraphCircumstances {
  readonly viewModel: ProjectViewModel;
  readonly explored: Explored;
  readonly open: string | null;
  readonly outside: string | null;
  readonly building: boolean;
}

const isMissing = (error: unknown): boolean => error instanceof CortexError && error.code === 'not-found';

const rowsOf = (error: unknown): ProblemRow[] => (error === null || isMissing(error) ? [] : problemRows([problemOf(error)]));

/** What the dashboard shows. */
export function stateOf(view: GraphView, { viewModel, explored, open, outside, building }: GraphCircumstances): GraphState {
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

/** What a page that shows `before` is told: the parts that are different; `null` where none is, as its clock goes on by itself. */
export function changesOf(before: GraphPush, state: GraphPush): GraphPush | null {
  if (before.kind !== 'graph' || state.kind !== 'graph') return isDeepStrictEqual(before, state) ? null : state;
  const { now: _, ...partsBefore } = before.snapshot;
  const { now, ...parts } = state.snapshot;
  const changes = differentIn(partsBefore, parts);
  return Object.keys(changes).length === 0 ? null : { kind: 'changes', changes: { ...changes, now } };
}

/** What can be opened. */
export interface PlaceShown {
  /** Relative to the project. */
  readonly path: string;
  /** What is declared there, by name; `null` where it is the file. */
  readonly symbol: string | null;
}

type Shown = Pick<GraphDetail, 'id' | 'type' | 'name' | 'path'>;

/** Everything in an answer that has an id and a file. */
function* shownIn({ scene, detail, blast, found }: GraphSnapshot): Iterable<Shown> {
  yield* scene.nodes;
  yield* found;
  if (detail !== null) yield detail;
  for (const { nodeType, ...link } of [...(detail?.leansOn.first ?? []), ...(detail?.leanedOnBy.first ?? [])]) {
    yield { ...link, type: nodeType };
  }
  for (const { path } of [...(blast?.files ?? []), ...(blast?.tests ?? [])]) yield { id: path, type: 'file', name: path, path };
}

/** Where something is that the page shows; `null` where it does not show it, or it is in no file. */
export function placeShown(snapshot: GraphSnapshot, node: string): PlaceShown | null {
  for (const { id, type, name, path } of shownIn(snapshot)) {
    if (id === node && path !== '') return { path, symbol: type === 'function' || type === 'type' ? name : null };
  }
  return null;
}

type LocksOfFile = GraphSnapshot['locks'][string];

/** Nobody reads more names of a lock that is shared. */
const MOST_AGENTS = 20;

/** Who has files locked. @param paths relative to the project; those of clusters, which are empty, have none */
export function locksOn(paths: Iterable<string>, locks: readonly SwarmLock[]): Record<string, LocksOfFile> {
  const shown: Record<string, LocksOfFile> = {};
  if (locks.length === 0) return shown;
  const find = coveringLocks(locks);
  for (const path of new Set(paths)) {
    const found = path === '' ? [] : find(escapeLockPath(path));
    if (found.length === 0) continue;
    const mode = found.some(({ type }) => type === 'exclusive') ? 'exclusive' : 'shared';
    const agents = [...new Set(found.map(({ agentId }) => clipped(agentId)))].slice(0, MOST_AGENTS);
    Object.defineProperty(shown, path, { value: { mode, agents }, enumerable: true });
  }
  return shown;
}
