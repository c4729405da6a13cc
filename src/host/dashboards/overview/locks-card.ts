import type { SwarmLock } from '../../../engine/crtx/index.ts';
import { describeLockPath } from '../../../engine/swarm/index.ts';
import { isAlive, manifestOf, type ProjectViewModel, type ViewModel, waitingAgents } from '../../model/swarm/view-model.ts';
import { counted, oneLine } from '../../model/text.ts';
import { type CardWithTargets, createLine, type LineWithTarget, viewAction } from './lines.ts';

const MAX_LOCKS = 3;

/** Returns the card of locks: those that expire next, and those that need attention. */
export function locksCard(viewModel: ViewModel): CardWithTargets {
  const view = viewModel.kind === 'project' ? viewModel.view : null;
  if (viewModel.kind !== 'project' || view === null) {
    const label = viewModel.kind === 'project' ? 'The locks cannot be read.' : 'No agent can lock a file here yet.';
    return { name: 'locks', count: null, lines: [createLine({ id: 'none', icon: 'unlock', label })], ways: [] };
  }
  const { locks } = view;
  if (locks.length === 0) {
    return { name: 'locks', count: 0, lines: [createLine({ id: 'nothing', icon: 'unlock', label: 'Nothing is locked.' })], ways: [] };
  }
  const gone = goneAgents(viewModel);
  const waiting = waitingAgents(view);
  return {
    name: 'locks',
    count: locks.length,
    lines: [
      ...conflictLines(viewModel, gone),
      ...endNext(locks).map((lock) => lockLine(lock, waiting(lock).length, gone.has(lock.agentId))),
    ],
    ways: [viewAction(`All ${locks.length}`, 'list-unordered', 'cortex.locks.open')],
  };
}

/** Returns the agents that are unresponsive or have left. */
function goneAgents(viewModel: ProjectViewModel): ReadonlySet<string> {
  const agents = manifestOf(viewModel)?.agents ?? [];
  return new Set(agents.filter((agent) => !isAlive(agent, viewModel)).map(({ id }) => id));
}

function conflictLines({ view }: ProjectViewModel, gone: ReadonlySet<string>): LineWithTarget[] {
  const to = { command: 'cortex.locks.open' } as const;
  const waiting = new Set((view?.waiting ?? []).map(({ agentId }) => agentId)).size;
  const left = (view?.locks ?? []).filter(({ agentId }) => gone.has(agentId)).length;
  const waits = {
    id: 'waiting',
    icon: 'debug-pause',
    tone: 'warning',
    label: `${counted(waiting, 'agent')} waiting`,
    said: 'for a locked file',
  } as const;
  const leftOver = {
    id: 'gone',
    icon: 'debug-disconnect',
    tone: 'warning',
    label: `${counted(left, 'lock')} left behind`,
    said: 'by agents that are unresponsive or have left',
  } as const;
  return [...(waiting === 0 ? [] : [createLine({ ...waits, to })]), ...(left === 0 ? [] : [createLine({ ...leftOver, to })])];
}

/** Returns the locks that expire first, without sorting all of them. */
function endNext(locks: readonly SwarmLock[]): readonly SwarmLock[] {
  const first: SwarmLock[] = [];
  for (const lock of locks) {
    if (first.length === MAX_LOCKS && lock.expiresAt >= (first.at(-1)?.expiresAt ?? 0)) continue;
    first.push(lock);
    first.sort((one, other) => one.expiresAt - other.expiresAt);
    first.length = Math.min(first.length, MAX_LOCKS);
  }
  return first;
}

function lockLine({ path, agentId, type, expiresAt, reason }: SwarmLock, waiting: number, isGone: boolean): LineWithTarget {
  const parts = [oneLine(agentId, 60), type === 'shared' ? 'shared' : '', waiting === 0 ? '' : `${waiting} waiting`, oneLine(reason, 120)];
  return createLine({
    id: `lock/${JSON.stringify([path, agentId])}`,
    icon: type === 'shared' ? 'eye' : 'lock',
    tone: isGone || waiting > 0 ? 'warning' : 'quiet',
    label: oneLine(describeLockPath(path), 300),
    said: parts.filter((part) => part !== '').join(' · '),
    time: { kind: 'until', at: expiresAt },
    to: { command: 'cortex.lock.open', subject: { kind: 'lock', path, agent: agentId } },
  });
}
