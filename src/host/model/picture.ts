import type { AgentStatus } from '../../contract/dashboard.ts';
import { overlaps, type SwarmAgent, type SwarmLock, type SwarmManifest } from '../../engine/crtx/index.ts';
import type { FileProblem } from '../../engine/file-problems.ts';
import type { SwarmView } from '../../engine/swarm-source.ts';
import type { WorkspaceState } from '../../engine/workspace.ts';

/** Everything that the views show, at one moment. */
export type Picture =
  | { readonly kind: 'no-folder' }
  | { readonly kind: 'no-project'; readonly folder: string; readonly canWrite: boolean; readonly problems: readonly FileProblem[] }
  | ProjectPicture;

export interface ProjectPicture {
  readonly kind: 'project';
  /** The name of the project's folder. */
  readonly name: string;
  readonly root: string;
  readonly view: SwarmView | null;
  readonly problems: readonly FileProblem[];
  /** Why nothing can be changed; `null` where it can. */
  readonly readOnly: string | null;
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
}

/** What stands in the context key `cortex.state`: which welcome the empty views show. */
export type WelcomeState = 'no-folder' | 'no-project' | 'broken' | 'no-swarm' | 'swarm';

export function welcomeState(picture: Picture): WelcomeState {
  if (picture.kind !== 'project') return picture.kind;
  if (manifestOf(picture) !== null) return 'swarm';
  return picture.problems.some(({ severity }) => severity === 'error') ? 'broken' : 'no-swarm';
}

export function manifestOf({ view }: ProjectPicture): SwarmManifest | null {
  return view?.manifest ?? null;
}

/** An agent that has left counts as one no more; the file says of it that it is done (seed 1, "SwarmAgent"). */
export function agentStatus({ status, completedAt }: SwarmAgent): AgentStatus {
  return status === 'done' && completedAt !== undefined ? 'left' : status;
}

interface Wait {
  readonly order: number;
  readonly agentId: string;
  readonly path: string;
}

/** Paths that cover more than the file of their name: folders and globs. Of the others, none covers another. */
const WIDE = /[*?[{]|\/$/;

/** Finds the agents that wait for something that a lock covers, first come first. */
export function waitingIn({ waiting }: SwarmView): (lock: SwarmLock) => string[] {
  const all = waiting.flatMap(({ agentId, paths }, order) => paths.map((path): Wait => ({ order, agentId, path })));
  const wide = all.filter(({ path }) => WIDE.test(path));
  const exact = new Map<string, Wait[]>();
  for (const wait of all) {
    const same = exact.get(wait.path);
    if (same === undefined) exact.set(wait.path, [wait]);
    else same.push(wait);
  }
  return ({ path }) => {
    const candidates = WIDE.test(path) ? all : new Set([...(exact.get(path) ?? []), ...wide]);
    const found = [...candidates].filter((wait) => wait.path === path || overlaps(wait.path, path));
    return [...new Set(found.sort((one, other) => one.order - other.order).map(({ agentId }) => agentId))];
  };
}

/** How many locks each agent holds. */
export function locksPerAgent({ locks }: SwarmView): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { agentId } of locks) counts.set(agentId, (counts.get(agentId) ?? 0) + 1);
  return counts;
}

/** The picture of a folder. @param name of the folder @param now milliseconds since 1970 UTC */
export function pictureOf(state: WorkspaceState, folder: string, name: string, readOnly: string | null, now: number): Picture {
  if (state.kind === 'no-project') return { kind: 'no-project', folder, canWrite: readOnly === null, problems: state.problems };
  return { kind: 'project', name, root: state.root, view: state.view, problems: state.problems, readOnly, now };
}
