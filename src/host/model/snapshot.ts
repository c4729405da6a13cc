import type {
  AgentRow,
  DashboardState,
  LockRow,
  Names,
  Page,
  ProblemRow,
  Range,
  SwarmSnapshot,
  SwarmSummary,
  TaskRow,
  View,
} from '../../contract/dashboard.ts';
import type { SwarmAgent, SwarmManifest } from '../../engine/crtx/index.ts';
import type { FileProblem } from '../../engine/file-problems.ts';
import type { SwarmView } from '../../engine/swarm-source.ts';
import { budgetRows } from './budget.ts';
import { agentContext, lockContext, taskContext } from './contexts.ts';
import { agentStatus, locksPerAgent, manifestOf, type Picture, type ProjectPicture, waitingIn } from './picture.ts';
import { outputText } from './swarm-rows.ts';
import { indexOf, type TaskEntry, type TaskIndex } from './task-index.ts';

/** A window asks for no more rows than this at a time, whatever it says. */
const MOST_ROWS = 500;
const OUTPUT_LENGTH = 500;
const MOST_PROBLEMS = 50;
const MOST_NAMES = 20;
/** More than the dashboard shows of a text, its tooltip included. Agents may write megabytes. */
const MOST_CHARACTERS = 2_000;

function clipped(text: string): string {
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1)}…` : text;
}

function namesOf(names: readonly string[]): Names {
  return { first: names.slice(0, MOST_NAMES).map(clipped), total: names.length };
}

/** What the dashboard shows of a picture: of the long lists only the rows that it has in view. */
export function dashboardState(picture: Picture, view: View): DashboardState {
  switch (picture.kind) {
    case 'no-folder':
      return { kind: 'no-folder' };
    case 'no-project':
      return { kind: 'no-project', folder: picture.folder, readOnly: picture.readOnly, problems: problemRows(picture.problems) };
    case 'project':
      return { kind: 'swarm', snapshot: snapshotOf(picture, view) };
  }
}

function snapshotOf(picture: ProjectPicture, view: View): SwarmSnapshot {
  const { name, now, readOnly, problems } = picture;
  const manifest = manifestOf(picture);
  const index = manifest === null ? null : indexOf(manifest);
  return {
    project: name,
    swarm: manifest === null || index === null ? null : summary(manifest, index),
    tasks: index === null ? EMPTY : taskPage(index, view.tasks, new Set(view.folded)),
    agents:
      manifest === null || index === null || picture.view === null ? EMPTY : agentPage(manifest.agents, index, picture.view, view.agents),
    locks: picture.view === null ? EMPTY : lockPage(picture.view, view.locks),
    budget: manifest === null ? [] : budgetRows(manifest, now),
    problems: problemRows(problems),
    now,
    readOnly,
  };
}

const EMPTY = { total: 0, from: 0, rows: [] };

function summary({ id, task, strategy, coordinator, created, decomposition }: SwarmManifest, index: TaskIndex): SwarmSummary {
  const texts = { id: clipped(id), task: clipped(task), strategy: clipped(strategy), coordinator: clipped(coordinator) };
  return { ...texts, created, status: decomposition.status, counts: index.counts, percent: index.percent };
}

/** The part of a list of `total` rows that is asked for and is there. */
function clamp({ from, count }: Range, total: number): { from: number; to: number } {
  const start = Math.min(Math.max(0, Math.trunc(from) || 0), total);
  return { from: start, to: Math.min(start + Math.min(Math.max(0, Math.trunc(count) || 0), MOST_ROWS), total) };
}

function page<Item, Row>(items: readonly Item[], range: Range, toRow: (item: Item) => Row): Page<Row> {
  const { from, to } = clamp(range, items.length);
  return { total: items.length, from, rows: items.slice(from, to).map(toRow) };
}

function taskPage(index: TaskIndex, range: Range, folded: ReadonlySet<string>): Page<TaskRow> {
  const shown: TaskEntry[] = [];
  for (let at = 0; at < index.entries.length; ) {
    const entry = index.entries[at];
    if (entry === undefined) break;
    shown.push(entry);
    at += folded.has(entry.node.id) ? entry.size : 1;
  }
  return page(shown, range, (entry) => taskRow(entry, index, folded));
}

function taskRow(entry: TaskEntry, index: TaskIndex, folded: ReadonlySet<string>): TaskRow {
  const { node, depth, position, siblings, leaves, ended } = entry;
  const { id, description, status, assignedTo = null, priority, estimatedTokens, actualTokens, output } = node;
  const isLeaf = node.children.length === 0;
  return {
    id: clipped(id),
    description: clipped(description),
    status,
    assignedTo: assignedTo === null ? null : clipped(assignedTo),
    priority,
    estimatedTokens,
    actualTokens: actualTokens ?? null,
    depth,
    position,
    siblings,
    unfolded: isLeaf ? null : !folded.has(id),
    progress: isLeaf ? null : { done: ended, total: leaves },
    waitsFor: namesOf(index.waitsFor(entry)),
    output: output === undefined ? null : outputText(output, OUTPUT_LENGTH),
    context: taskContext(node),
  };
}

function agentPage(agents: readonly SwarmAgent[], index: TaskIndex, view: SwarmView, range: Range): Page<AgentRow> {
  const locks = locksPerAgent(view);
  return page(agents, range, (agent) => {
    const { id, role, tokensUsed, costUsd } = agent;
    const work = index.workOf(id);
    return {
      id: clipped(id),
      role: clipped(role),
      status: agentStatus(agent),
      task: work === undefined ? null : { id: clipped(work.id), description: clipped(work.description) },
      locks: locks.get(id) ?? 0,
      tokens: tokensUsed,
      costUsd,
      lastActivity: view.lastActivity(id),
      context: agentContext(agent),
    };
  });
}

function lockPage(view: SwarmView, range: Range): Page<LockRow> {
  const waiting = waitingIn(view);
  return page(view.locks, range, (lock) => {
    const { path, agentId, type, acquiredAt, expiresAt, reason } = lock;
    const texts = { path: clipped(path), agentId: clipped(agentId), reason: clipped(reason) };
    return { ...texts, type, acquiredAt, expiresAt, waiting: namesOf(waiting(lock)), context: lockContext(lock) };
  });
}

function problemRows(problems: readonly FileProblem[]): ProblemRow[] {
  return problems
    .slice(0, MOST_PROBLEMS)
    .map(({ severity, message, summary, file, line, column }) =>
      file === null
        ? { severity, message: clipped(message), place: null }
        : { severity, message: clipped(summary), place: { file, line, column } },
    );
}
