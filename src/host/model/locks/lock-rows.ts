import type { SwarmLock } from '../../../engine/crtx/index.ts';
import { describeLockPath } from '../../../engine/swarm/index.ts';
import type { LockRow } from '../../dashboards/swarm/protocol.ts';
import { lockContext } from '../contexts.ts';
import { clipText, toNames } from '../pages.ts';
import { limitRows, MAX_CHILDREN, type MoreText, noRows, type Row } from '../row.ts';
import { type ViewModel, waitingAgents } from '../swarm/view-model.ts';
import { counted, grouped, nextTimeLeftChange, oneLine, timeLeft } from '../text.ts';

const IN_DASHBOARD: MoreText = {
  description: 'in the dashboard',
  tooltip: 'Open the Locks dashboard, which shows them all.',
  command: 'cortex.locks.open',
  subject: { kind: 'more' },
};

/** Returns the rows of the Locks view. */
export function lockRows(viewModel: ViewModel): readonly Row[] {
  if (viewModel.kind !== 'project' || viewModel.view === null) return [];
  const { view, now } = viewModel;
  const waiting = waitingAgents(view);
  return limitRows('locks', view.locks, (lock) => lockRow(lock, waiting(lock), now), IN_DASHBOARD);
}

/** Returns the milliseconds until the remaining time of a row changes; `null` if none will. */
export function nextLockRowChange(viewModel: ViewModel): number | null {
  if (viewModel.kind !== 'project' || viewModel.view === null) return null;
  const { view, now } = viewModel;
  let next: number | null = null;
  for (const { expiresAt } of view.locks.slice(0, MAX_CHILDREN)) {
    const change = nextTimeLeftChange(expiresAt - now);
    if (change !== null && (next === null || change < next)) next = change;
  }
  return next;
}

function lockRow(lock: SwarmLock, waiting: readonly string[], now: number): Row {
  const { path, agentId, type, expiresAt, reason } = lock;
  const left = timeLeft(expiresAt - now);
  const holder = oneLine(agentId, 60);
  const parts = [holder, `${left} left`];
  if (type === 'shared') parts.splice(1, 0, 'shared');
  if (waiting.length > 0) parts.push(`${grouped(waiting.length)} waiting`);
  return {
    id: `lock/${JSON.stringify([path, agentId])}`,
    subject: { kind: 'lock', path, agent: agentId },
    label: oneLine(describeLockPath(path)),
    description: parts.join(' · '),
    icon: type === 'shared' ? { name: 'eye', color: 'charts.blue' } : { name: 'lock', color: 'charts.yellow' },
    tooltip: tooltip(lock, left, waiting),
    accessibility: `${oneLine(describeLockPath(path))}, ${type} lock of ${holder}, ${left} left${waiting.length > 0 ? `, ${counted(waiting.length, 'agent')} waiting` : ''}${reason === '' ? '' : `, ${oneLine(reason)}`}`,
    context: lockContext(lock),
    command: 'cortex.lock.open',
    unfolded: null,
    children: noRows,
  };
}

function tooltip({ path, agentId, type, expiresAt, reason }: SwarmLock, left: string, waiting: readonly string[]): string {
  const lines = [
    oneLine(describeLockPath(path), 300),
    `${type === 'shared' ? 'Shared' : 'Exclusive'} lock of ${oneLine(agentId)}, until ${new Date(expiresAt).toLocaleTimeString()} (${left} left)`,
  ];
  if (reason !== '') lines.push(oneLine(reason, 300));
  if (waiting.length > 0)
    lines.push(
      `Waiting: ${waiting
        .slice(0, 10)
        .map((agent) => oneLine(agent, 60))
        .join(', ')}`,
    );
  return lines.join('\n');
}

/** Returns the row of a lock in a dashboard. @param waiting agents that wait for it, in order of arrival */
export function toLockRow(lock: SwarmLock, waiting: readonly string[]): LockRow {
  const { path, agentId, type, acquiredAt, expiresAt, reason } = lock;
  const texts = { path: clipText(path), name: clipText(describeLockPath(path)), agentId: clipText(agentId), reason: clipText(reason) };
  return { ...texts, type, acquiredAt, expiresAt, waiting: toNames(waiting), context: lockContext(lock) };
}
