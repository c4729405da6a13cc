import { basename } from 'node:path';
import type { SwarmAgent, SwarmLock, SwarmManifest } from '../../../engine/crtx/index.ts';
import { CortexError } from '../../../engine/platform/errors.ts';
import type { FileProblem } from '../../../engine/platform/file-problem.ts';
import { isNormalLockPath, isParticipating, LockIndex, unresponsiveSince } from '../../../engine/swarm/index.ts';
import type { SwarmView, WaitingAgent } from '../../../engine/workspace/swarm-source.ts';
import type { WorkspaceState } from '../../../engine/workspace/workspace.ts';
import type { AgentStatus } from '../../dashboards/swarm/protocol.ts';
import type { OverlapMarks } from './overlap-marks.ts';

/** Everything that the views show, at one time. */
export type ViewModel = { readonly kind: 'no-folder' } | NoProjectViewModel | ProjectViewModel;

interface FolderViewModel {
  /** Open folder, absolute. Operations run in it. */
  readonly folder: string;
  readonly problems: readonly FileProblem[];
  /** Why nothing can be changed; `null` if changes are possible. */
  readonly readOnly: string | null;
}

export interface NoProjectViewModel extends FolderViewModel {
  readonly kind: 'no-project';
}

export interface ProjectViewModel extends FolderViewModel {
  readonly kind: 'project';
  /** Name of the project's folder. */
  readonly name: string;
  /** Project folder, a real path. The open folder may be below it, or in another worktree. */
  readonly root: string;
  readonly view: SwarmView | null;
  /** Overlaps between tasks that have been found so far. */
  readonly overlaps: OverlapMarks;
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
}

/** Values of the context key `cortex.state`, which selects the welcome view. */
export type WelcomeState = 'no-folder' | 'no-project' | 'broken' | 'no-swarm' | 'swarm';

export function welcomeState(viewModel: ViewModel): WelcomeState {
  if (viewModel.kind === 'no-folder') return viewModel.kind;
  if (viewModel.kind === 'project' && manifestOf(viewModel) !== null) return 'swarm';
  if (viewModel.problems.some(({ severity }) => severity === 'error')) return 'broken';
  return viewModel.kind === 'project' ? 'no-swarm' : viewModel.kind;
}

/** Checks that changes are possible, before a form asks for input. @throws CortexError `read-only` */
export function requireWritable({ readOnly }: ProjectViewModel): void {
  if (readOnly === null) return;
  throw new CortexError('read-only', readOnly, { next: 'Make it writable, or work in a writable copy.' });
}

/** Returns the problems of a view model. */
export function listProblems(viewModel: ViewModel): readonly FileProblem[] {
  return viewModel.kind === 'no-folder' ? [] : viewModel.problems;
}

/** Returns the worst problem: an unreadable file, else another error, else a warning; `null` if there are none. */
export function findWorst(problems: readonly FileProblem[]): FileProblem | null {
  const errors = problems.filter(({ severity }) => severity === 'error');
  return errors.find(({ file }) => file !== null) ?? errors[0] ?? problems[0] ?? null;
}

export function manifestOf({ view }: ProjectViewModel): SwarmManifest | null {
  return view?.manifest ?? null;
}

/** Returns the status of an agent. In the file, an agent that left is `done` with `completedAt` (seed 1, "SwarmAgent"). */
export function agentStatus({ status, completedAt }: SwarmAgent): AgentStatus {
  return status === 'done' && completedAt !== undefined ? 'left' : status;
}

/** Reports whether an agent takes part and is responsive. */
export function isAlive(agent: SwarmAgent, { view, now }: ProjectViewModel): boolean {
  const from = view === null ? null : unresponsiveSince(agent, view);
  return isParticipating(agent) && (from === null || now < from);
}

/** Indexes locks by the paths that they overlap. Skips invalid patterns, which another program may have written. */
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
 * Indexes the requests that wait for each lock, in order of arrival. All queues are built at once, because there may be ten thousand locks.
 * @returns a function that takes a lock of the view
 */
export function waitingRequests({ locks, waiting }: SwarmView): (lock: SwarmLock) => readonly WaitingAgent[] {
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

/** Indexes the agents that wait for each lock, in order of arrival, without duplicates. */
export function waitingAgents(view: SwarmView): (lock: SwarmLock) => string[] {
  const requests = waitingRequests(view);
  return (lock) => [...new Set(requests(lock).map(({ agentId }) => agentId))];
}

/** Returns the number of locks that each agent holds. */
export function locksPerAgent({ locks }: SwarmView): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { agentId } of locks) counts.set(agentId, (counts.get(agentId) ?? 0) + 1);
  return counts;
}

/** Returns the view model of a folder. */
export function createViewModel(
  state: WorkspaceState,
  { folder, readOnly, overlaps, now }: Pick<ProjectViewModel, 'folder' | 'readOnly' | 'overlaps' | 'now'>,
): ViewModel {
  const { problems } = state;
  if (state.kind === 'no-project') return { kind: 'no-project', folder, problems, readOnly };
  const { root, view } = state;
  return { kind: 'project', folder, problems, readOnly, name: basename(root), root, view, overlaps, now };
}
