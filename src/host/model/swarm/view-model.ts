import { basename } from 'node:path';
import type { SwarmAgent, SwarmLock, SwarmManifest } from '../../../engine/crtx/index.ts';
import { CortexError } from '../../../engine/platform/errors.ts';
import type { FileProblem } from '../../../engine/platform/file-problem.ts';
import { isNormalLockPath, LockIndex, takesPart, unresponsiveFrom } from '../../../engine/swarm/index.ts';
import type { SwarmView, WaitingAgent } from '../../../engine/workspace/swarm-source.ts';
import type { WorkspaceState } from '../../../engine/workspace/workspace.ts';
import type { AgentStatus } from '../../dashboards/swarm/protocol.ts';
import type { OverlapMarks } from './overlap-marks.ts';

/** Everything that the views show, at one moment. */
export type ViewModel = { readonly kind: 'no-folder' } | NoProjectViewModel | ProjectViewModel;

interface FolderViewModel {
  /** The folder that is open in the editor, absolute: operations work in it. */
  readonly folder: string;
  readonly problems: readonly FileProblem[];
  /** Why nothing can be changed; `null` where it can. */
  readonly readOnly: string | null;
}

export interface NoProjectViewModel extends FolderViewModel {
  readonly kind: 'no-project';
}

export interface ProjectViewModel extends FolderViewModel {
  readonly kind: 'project';
  /** The name of the project's folder. */
  readonly name: string;
  /** The project's folder, a real path; the one that is open may lie in it, or in another worktree. */
  readonly root: string;
  readonly view: SwarmView | null;
  /** Which tasks may be in each other's way, as far as it is known yet. */
  readonly overlaps: OverlapMarks;
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
}

/** What stands in the context key `cortex.state`: which welcome the empty views show. */
export type WelcomeState = 'no-folder' | 'no-project' | 'broken' | 'no-swarm' | 'swarm';

export function welcomeState(viewModel: ViewModel): WelcomeState {
  if (viewModel.kind === 'no-folder') return viewModel.kind;
  if (viewModel.kind === 'project' && manifestOf(viewModel) !== null) return 'swarm';
  if (viewModel.problems.some(({ severity }) => severity === 'error')) return 'broken';
  return viewModel.kind === 'project' ? 'no-swarm' : viewModel.kind;
}

/** @throws CortexError where nothing can be changed: before anything is asked for it */
export function requireWritable({ readOnly }: ProjectViewModel): void {
  if (readOnly === null) return;
  throw new CortexError('read-only', readOnly, { next: 'Let it be written, or work in a copy elsewhere.' });
}

/** What is wrong in what is shown. */
export function problemsOf(viewModel: ViewModel): readonly FileProblem[] {
  return viewModel.kind === 'no-folder' ? [] : viewModel.problems;
}

/** The one to look at first: a file that cannot be read, else something else that cannot be, else a warning. `null` for none. */
export function worstOf(problems: readonly FileProblem[]): FileProblem | null {
  const errors = problems.filter(({ severity }) => severity === 'error');
  return errors.find(({ file }) => file !== null) ?? errors[0] ?? problems[0] ?? null;
}

export function manifestOf({ view }: ProjectViewModel): SwarmManifest | null {
  return view?.manifest ?? null;
}

/** An agent that has left counts as one no more; the file says of it that it is done (seed 1, "SwarmAgent"). */
export function agentStatus({ status, completedAt }: SwarmAgent): AgentStatus {
  return status === 'done' && completedAt !== undefined ? 'left' : status;
}

/** An agent that takes part and has not been silent for too long. */
export function isAlive(agent: SwarmAgent, { view, now }: ProjectViewModel): boolean {
  const from = view === null ? null : unresponsiveFrom(agent, view);
  return takesPart(agent) && (from === null || now < from);
}

/** Finds the locks that overlap a path; made once for several. Another program may have written what is no pattern. */
function overlappingLocks(locks: readonly SwarmLock[]): (path: string) => readonly SwarmLock[] {
  const index = new LockIndex<SwarmLock>();
  for (const lock of locks) if (isNormalLockPath(lock.path)) index.add(lock.path, lock);
  return (path) => {
    const found: SwarmLock[] = [];
    index.visit(path, (lock) => found.push(lock) === 0);
    return found;
  };
}

/**
 * Finds the requests that wait for something that a lock covers, first come first.
 * @returns takes one of the locks of the view: there may be ten thousand, and all queues are made at once
 */
export function requestsFor({ locks, waiting }: SwarmView): (lock: SwarmLock) => readonly WaitingAgent[] {
  const queues = new Map<SwarmLock, WaitingAgent[]>();
  if (waiting.length === 0) return () => [];
  const overlapping = overlappingLocks(locks);
  for (const request of waiting) {
    const awaited = request.paths.flatMap(overlapping);
    for (const lock of new Set(awaited)) {
      const queue = queues.get(lock);
      if (queue === undefined) queues.set(lock, [request]);
      else queue.push(request);
    }
  }
  return (lock) => queues.get(lock) ?? [];
}

/** Finds the agents that wait for something that a lock covers, first come first, each once. */
export function waitingIn(view: SwarmView): (lock: SwarmLock) => string[] {
  const requests = requestsFor(view);
  return (lock) => [...new Set(requests(lock).map(({ agentId }) => agentId))];
}

/** How many locks each agent holds. */
export function locksPerAgent({ locks }: SwarmView): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { agentId } of locks) counts.set(agentId, (counts.get(agentId) ?? 0) + 1);
  return counts;
}

/** The view model of a folder. */
export function pictureOf(
  state: WorkspaceState,
  { folder, readOnly, overlaps, now }: Pick<ProjectViewModel, 'folder' | 'readOnly' | 'overlaps' | 'now'>,
): ViewModel {
  const { problems } = state;
  if (state.kind === 'no-project') return { kind: 'no-project', folder, problems, readOnly };
  const { root, view } = state;
  return { kind: 'project', folder, problems, readOnly, name: basename(root), root, view, overlaps, now };
}
