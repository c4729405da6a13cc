import { isPerson, type SwarmAgent, type SwarmLock, type TaskNode } from '../../engine/crtx/index.ts';
import { isHere } from './picture.ts';

// What the menus of package.json depend on: `viewItem` in the trees, `webviewSection` in the dashboard.

export function taskContext({ children, status, assignedTo }: TaskNode): string {
  return children.length > 0 ? 'task.parent' : `task.${status}${assignedTo === undefined ? '' : '.assigned'}`;
}

export function agentContext(agent: SwarmAgent): string {
  return isHere(agent) ? 'agent' : 'agent.gone';
}

export function lockContext({ agentId }: SwarmLock): string {
  return isPerson(agentId) ? 'lock.person' : 'lock';
}
