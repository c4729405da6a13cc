import type { SwarmAgent, SwarmManifest, TaskNode } from '../../../src/engine/crtx/index.ts';
import type { FileProblem } from '../../../src/engine/platform/file-problem.ts';
import type { Pause } from '../../../src/engine/swarm/index.ts';
import type { HeldLock, WaitingAgent } from '../../../src/engine/workspace/swarm-source.ts';
import { NO_MARKS, type OverlapMarks } from '../../../src/host/model/swarm/overlap-marks.ts';
import type { NoProjectViewModel, ProjectViewModel } from '../../../src/host/model/swarm/view-model.ts';

export { task } from '../engine/swarm/make.ts';

/** Time of all view models in these tests, in milliseconds since 1970 UTC. */
export const NOW = 1_800_000_000_000;

export function agent(id: string, more: Partial<SwarmAgent> = {}): SwarmAgent {
  return { id, role: 'worker', expertise: [], assignedTasks: [], status: 'idle', tokensUsed: 0, costUsd: 0, ...more };
}

export function lock(path: string, agentId: string, more: Partial<HeldLock> = {}): HeldLock {
  return { path, agentId, type: 'exclusive', acquiredAt: NOW - 1_000, expiresAt: NOW + 60_000, reason: '', fence: 1, ...more };
}

export function waiting(agentId: string, paths: readonly string[], more: Partial<WaitingAgent> = {}): WaitingAgent {
  return { agentId, paths, type: 'exclusive', requestedAt: NOW - 2_000, until: NOW + 1, reason: '', ...more };
}

export function manifest(decomposition: TaskNode, more: Partial<SwarmManifest> = {}): SwarmManifest {
  return {
    id: 'swm_1',
    task: 'Build it',
    created: NOW - 60_000,
    coordinator: 'queen',
    strategy: 'parallel',
    agents: [],
    locks: [],
    decomposition,
    mergePolicy: { strategy: 'auto', conflictResolution: 'last_write', requireHumanApproval: false },
    budget: {
      maxAgents: 10,
      maxTokens: 1_000,
      maxCostUsd: 10,
      maxDurationMs: 100_000,
      spent: { agents: 1, tokens: 10, costUsd: 0.5, durationMs: 60_000 },
    },
    ...more,
  };
}

export interface PictureParts {
  readonly manifest?: SwarmManifest | null;
  readonly locks?: readonly HeldLock[];
  readonly waiting?: readonly WaitingAgent[];
  readonly problems?: readonly FileProblem[];
  readonly readOnly?: string;
  readonly pause?: Pause;
  readonly isAborted?: boolean;
  readonly stoppedMs?: number;
  readonly overlaps?: OverlapMarks;
  /** Time of the last activity of each agent. */
  readonly seen?: Readonly<Record<string, number>>;
}

/** Time without activity after which an agent counts as unresponsive, in milliseconds. */
export const VANISH_AFTER = 1_800_000;

export function viewModel(parts: PictureParts): ProjectViewModel {
  const { manifest: shown = null, locks = [], waiting = [], problems = [], readOnly, seen = { ada: NOW - 5_000 } } = parts;
  const { pause = null, isAborted = false, stoppedMs = 0, overlaps = NO_MARKS } = parts;
  const lastActivity = (id: string) => seen[id] ?? null;
  const view = {
    manifest: shown,
    locks,
    waiting,
    lastActivity,
    vanishAfterMs: VANISH_AFTER,
    pause,
    applicants: null,
    isAborted,
    stoppedMs,
  };
  const folder = { name: 'shop', root: '/shop', folder: '/shop' };
  return { kind: 'project', ...folder, view, overlaps, problems, readOnly: readOnly ?? null, now: NOW };
}

/** A folder whose `.cortex` is missing or cannot be seen. */
export const noProject: NoProjectViewModel = { kind: 'no-project', folder: '/x', readOnly: null, problems: [] };

export const broken: FileProblem = {
  severity: 'error',
  message: '/shop/.cortex/graph.crtx:2:5: is not JSON.',
  summary: 'is not JSON.',
  file: '/shop/.cortex/graph.crtx',
  line: 2,
  column: 5,
};

/** A problem without a file. */
export const placeless: FileProblem = {
  severity: 'error',
  message: 'the clock is 9 s off.',
  summary: 'the clock is 9 s off.',
  file: null,
  line: 1,
  column: 1,
};
