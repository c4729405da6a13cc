import { isPerson, type SwarmAgent, type SwarmLock, type TaskNode } from '../../engine/crtx/index.ts';
import { isParticipating, type OpenSubject } from '../../engine/swarm/index.ts';
import type { SwarmPhase } from '../dashboards/swarm/protocol.ts';
import { type DecisionAction, listActions } from './swarm/decisions.ts';

// Values for `when` clauses of the menus in package.json: `viewItem` in the trees, `webviewSection` in the dashboard.

export function swarmContext(phase: SwarmPhase): string {
  return `swarm.${phase}`;
}

/** @param ways possible actions on its open decision */
export function taskContext({ children, status, assignedTo }: TaskNode, ways: ReadonlySet<DecisionAction>): string {
  const kind = children.length > 0 ? `task.parent.${status}` : `task.${status}${assignedTo === undefined ? '' : '.assigned'}`;
  return [kind, ...(['vote', 'pick', 'approve'] as const).filter((way) => ways.has(way))].join('.');
}

export function decisionContext(subject: OpenSubject): string {
  return ['decision', ...listActions(subject)].join('.');
}

export function agentContext(agent: SwarmAgent): string {
  return isParticipating(agent) ? 'agent' : 'agent.gone';
}

export function lockContext({ agentId }: SwarmLock): string {
  return isPerson(agentId) ? 'lock.person' : 'lock';
}
