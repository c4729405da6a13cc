import type { MergePolicy, SwarmManifest } from '../../../engine/crtx/index.ts';
import { readOutput } from '../../../engine/swarm/index.ts';
import type { SwarmView } from '../../../engine/workspace/swarm-source.ts';
import type { SwarmPhase } from '../../dashboards/swarm/protocol.ts';
import { oneLine } from '../text.ts';

const ENDED: ReadonlySet<string> = new Set(['done', 'failed', 'skipped']);

/** Reports whether the root task has ended. Heartbeats are then not monitored, and the duration does not advance. */
export function hasEnded({ decomposition }: SwarmManifest): boolean {
  return ENDED.has(decomposition.status);
}

/** Returns the task of a swarm, or its id if another program left the task empty. */
export const swarmName = ({ task, id }: Pick<SwarmManifest, 'task' | 'id'>): string => (oneLine(task) === '' ? id : task);

/** Describes the strategy of a swarm. The coordinator is empty if another program left it empty. */
export function strategyText({ strategy, coordinator }: Pick<SwarmManifest, 'strategy' | 'coordinator'>): string {
  const by = oneLine(coordinator, 60);
  return by === '' ? oneLine(strategy) : `${oneLine(strategy)}, coordinated by ${by}`;
}

/** Returns the phase of a swarm. */
export function determinePhase(manifest: SwarmManifest, { pause, isAborted }: Pick<SwarmView, 'pause' | 'isAborted'>): SwarmPhase {
  if (isAborted) return 'aborted';
  if (pause !== null) return 'paused';
  if (!hasEnded(manifest)) return 'running';
  const merge = readOutput(manifest.decomposition.output).deliberation?.merge ?? null;
  return merge === null || merge.state === 'approved' ? 'ended' : 'deciding';
}

const MERGES: Readonly<Record<MergePolicy['strategy'], string>> = {
  auto: 'merged automatically',
  voting: 'merged by vote',
  coordinator_review: 'merged when the coordinator approves',
  human_review: 'merged when a person approves',
};

const CONFLICTS: Readonly<Record<MergePolicy['conflictResolution'], string>> = {
  last_write: 'the last result wins',
  highest_confidence: 'the result with the highest confidence wins',
  coordinator_decides: 'the coordinator resolves conflicts',
  vote: 'conflicts go to a vote',
};

/** Describes how results are merged (seed 1, "MergePolicy"). */
export function policyText({ strategy, conflictResolution, minAgreePercent, requireHumanApproval }: MergePolicy): string {
  const person = requireHumanApproval && strategy !== 'human_review' ? ' and a person approves' : '';
  const share = minAgreePercent === undefined ? '' : `, ${minAgreePercent} % must agree`;
  return `${MERGES[strategy]}${person}, ${CONFLICTS[conflictResolution]}${share}`;
}
