import { isPerson, type SwarmAgent, type SwarmManifest } from '../../../engine/crtx/index.ts';
import { isParticipating } from '../../../engine/swarm/index.ts';
import type { AgentStatus } from '../../dashboards/swarm/protocol.ts';
import { agentContext } from '../contexts.ts';
import { groupRow, limitRows, noRows, type Row } from '../row.ts';
import { clockTime, grouped, oneLine, tokens, usd } from '../text.ts';
import { getTaskIndex, type TaskIndex } from './task-index.ts';
import { agentStatus, isAlive, type ProjectViewModel } from './view-model.ts';

const AGENT_COLORS: Readonly<Record<AgentStatus, string>> = {
  idle: 'descriptionForeground',
  working: 'charts.blue',
  blocked: 'charts.yellow',
  done: 'testing.iconPassed',
  failed: 'testing.iconFailed',
  left: 'disabledForeground',
};

/** Returns the row that groups the agents of a swarm. */
export function agentsRow(manifest: SwarmManifest, viewModel: ProjectViewModel): Row {
  const { agents } = manifest;
  const index = getTaskIndex(manifest);
  const here = agents.filter((agent) => agentStatus(agent) !== 'left');
  const working = here.filter((agent) => agent.status === 'working' && isAlive(agent, viewModel)).length;
  const description = `${grouped(working)} of ${grouped(here.length)} working`;
  return groupRow({ id: 'agents', label: 'Agents', description, icon: 'organization' }, () =>
    limitRows('agents', agents, (agent) => agentRow(agent, index, viewModel)),
  );
}

/** Returns the suffix that names the task of an unresponsive agent. */
function inProgress(work: ReturnType<TaskIndex['workOf']>): string {
  return work === undefined ? '' : `; task ${oneLine(work.id, 60)} in progress`;
}

/** Returns the status and icon of an agent. For an unresponsive agent they override the status in the file. */
function describeActivity(agent: SwarmAgent, index: TaskIndex, viewModel: ProjectViewModel) {
  const status = agentStatus(agent);
  const at = viewModel.view?.lastActivity(agent.id) ?? null;
  if (isParticipating(agent) && !isAlive(agent, viewModel) && at !== null) {
    return {
      status: 'unresponsive',
      doing: `unresponsive since ${clockTime(at, viewModel.now)}${inProgress(index.workOf(agent.id))}`,
      icon: 'debug-disconnect',
      color: 'charts.yellow',
    };
  }
  const work = index.workOf(agent.id);
  const activity = work === undefined ? status : oneLine(work.description, 60) || oneLine(work.id, 60);
  const icon = status === 'left' ? 'sign-out' : isPerson(agent.id) ? 'person' : 'hubot';
  return { status, doing: activity, icon, color: AGENT_COLORS[status] };
}

/** Returns the row of an agent. @param index tasks of its swarm */
export function agentRow(agent: SwarmAgent, index: TaskIndex, viewModel: ProjectViewModel): Row {
  const { id, role, tokensUsed, costUsd } = agent;
  const { status, doing: activity, icon, color } = describeActivity(agent, index, viewModel);
  const work = index.workOf(id);
  const cost = `${usd(costUsd)}, ${tokens(tokensUsed)} tokens`;
  const lines = [`${oneLine(id)} (${oneLine(role)}): ${status}`, cost];
  if (work !== undefined) lines.splice(1, 0, `${work.status === 'active' ? 'Works on' : 'Has'} ${oneLine(work.description, 200)}`);
  return {
    id: `agent/${id}`,
    subject: { kind: 'agent', id },
    label: oneLine(id, 60),
    description: `${usd(costUsd)} · ${activity}`,
    icon: { name: icon, color },
    tooltip: lines.join('\n'),
    accessibility: `${oneLine(id, 60)}, ${oneLine(role, 60)}, ${status}, ${activity}, ${cost}`,
    context: agentContext(agent),
    command: null,
    unfolded: null,
    children: noRows,
  };
}
