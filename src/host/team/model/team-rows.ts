import path from 'node:path';
import { type AgentStatus, formatHeartbeatAge, type ProjectNote, type TeamProblem } from '../../../engine/team/index.ts';
import { compareCodePoints } from '../../../engine/text/code-point-order.ts';
import { groupRow, limitRows, MAX_OF_ID, type MoreText, noRows, type Row } from '../../model/row.ts';
import { problemRow } from '../../model/swarm/swarm-rows.ts';
import { counted, duration, grouped, oneLine } from '../../model/text.ts';
import { isBlocked, taskRow } from './task-rows.ts';
import type { TeamViewModel } from './team-view-model.ts';

const AGENT_ICONS: Readonly<Record<AgentStatus['state'], Row['icon']>> = {
  active: { name: 'hubot', color: 'charts.green' },
  idle: { name: 'hubot' },
  down: { name: 'warning', color: 'problemsWarningIcon.foreground' },
  inactive: { name: 'circle-slash', color: 'disabledForeground' },
  new: { name: 'hubot', color: 'disabledForeground' },
};

/** Order of the agents. Those that need attention come first. */
const AGENT_ORDER: readonly AgentStatus['state'][] = ['down', 'active', 'idle', 'new', 'inactive'];

const BY_NAME: MoreText = {
  description: 'by name',
  tooltip: 'Look for one by its name.',
  command: 'cortex.team.open',
  subject: { kind: 'more' },
};

/** Returns the rows of the Teams view. Empty if there are no agents and projects, which shows a welcome view. */
export function teamRows(viewModel: TeamViewModel): readonly Row[] {
  const { status, projects, problems, remarks } = viewModel;
  if (status.agents.length === 0 && projects.length === 0 && problems.length === 0) return [];
  return [...remarks.map(remarkRow), ...problemRows(viewModel), agentsRow(viewModel), projectsRow(viewModel)];
}

function remarkRow(remark: string, at: number): Row {
  const problem = { severity: 'warning' as const, message: remark, summary: remark, file: null, line: 1, column: 1 };
  return { ...problemRow(problem, at), id: `team/remark/${at}` };
}

function problemRows({ root, problems }: TeamViewModel): Row[] {
  if (problems.length === 0) return [];
  const id = 'team-problems';
  const row = ({ path: note, message, line, severity }: TeamProblem): Row => {
    const problem = { severity, message: `${note}: ${message}`, summary: message, file: path.join(root, note), line, column: 1 };
    return { ...problemRow(problem, 0), id: `${id}/${note}/${line}/${message}`, label: oneLine(note, 80) };
  };
  const group = { id, label: 'Problems', description: counted(problems.length, 'problem'), icon: 'warning', unfolded: false };
  return [groupRow(group, () => limitRows(id, problems, row, BY_NAME))];
}

function agentsRow({ status: { agents }, now }: TeamViewModel): Row {
  const sorted = agents.toSorted((one, other) => AGENT_ORDER.indexOf(one.state) - AGENT_ORDER.indexOf(other.state));
  const down = agents.filter(({ state }) => state === 'down').length;
  const parts = [String(agents.length), ...(down === 0 ? [] : [`${down} down`])];
  const group = { id: 'team-agents', label: 'Agents', description: parts.join(' · '), icon: 'organization' };
  return groupRow(group, () => limitRows(group.id, sorted, (agent) => agentRow(agent, now), BY_NAME));
}

/** Describes the last heartbeat, as in `active · 5m ago`. */
function beatText({ state, lastBeat, lastDay }: AgentStatus, now: number): string {
  if (lastDay !== null) return `${state} · on ${lastDay}`;
  return lastBeat === null ? state : `${state} · ${formatHeartbeatAge(lastBeat, now, duration)}`;
}

function agentRow(agent: AgentStatus, now: number): Row {
  const { slug, state, inHand, ready, flags, role, problem, lastSession } = agent;
  const id = `team-agent/${slug}`;
  const label = oneLine(agent.name, 60) || slug;
  const work = inHand.map(({ task }) => oneLine(task.title, 60)).join(', ');
  const parts = [beatText(agent, now), work, ready === 0 ? '' : `${ready} ready`, flags.length === 0 ? '' : counted(flags.length, 'flag')];
  const said = parts.filter((part) => part !== '');
  const isEmpty = inHand.length === 0 && flags.length === 0;
  const lines = [label, slug, oneLine(role, 300), said.join(' · '), oneLine(problem?.message ?? '', 300), oneLine(lastSession, 500)];
  return {
    id,
    subject: { kind: 'team-agent', slug },
    label,
    description: said.join(' · '),
    icon: problem === null ? AGENT_ICONS[state] : { name: 'warning', color: 'problemsWarningIcon.foreground' },
    tooltip: lines.filter((line) => line !== '').join('\n'),
    accessibility: [label, ...said].join(', '),
    context: `team-agent.${state}`,
    command: 'cortex.team.open',
    unfolded: isEmpty ? null : false,
    children: isEmpty
      ? noRows
      : () => [
          ...limitRows(id, inHand, (each) => taskRow(id, each), BY_NAME),
          ...limitRows(`${id}/flags`, flags, (flag) => flagRow(id, flag), BY_NAME),
        ],
  };
}

function flagRow(parent: string, flag: string): Row {
  const label = oneLine(flag, 120);
  return {
    id: `${parent}/flag/${flag.slice(0, MAX_OF_ID)}`,
    subject: { kind: 'message', text: oneLine(flag, 1_000) },
    label,
    description: 'flagged',
    icon: { name: 'report', color: 'charts.yellow' },
    tooltip: oneLine(flag, 1_000),
    accessibility: `Flagged: ${label}`,
    context: 'message',
    command: 'cortex.problem.open',
    unfolded: null,
    children: noRows,
  };
}

const isOpen = (project: ProjectNote): boolean => project.tasks.some(({ state }) => state !== 'done');

function projectsRow({ projects, status: { unowned } }: TeamViewModel): Row {
  const sorted = projects.toSorted((one, other) => Number(isOpen(other)) - Number(isOpen(one)) || compareCodePoints(one.slug, other.slug));
  const nobodys = new Set(unowned);
  const group = { id: 'team-projects', label: 'Projects', description: String(projects.length), icon: 'project' };
  return groupRow(group, () => limitRows(group.id, sorted, (project) => projectRow(project, nobodys.has(project.slug)), BY_NAME));
}

function countsOf({ tasks, status }: ProjectNote, isNobodys: boolean): string[] {
  const of = (state: string) => tasks.filter((task) => task.state === state).length;
  const counts = [
    [of('in-progress'), 'in progress'],
    [of('ready'), 'ready'],
    [tasks.filter(isBlocked).length, 'blocked'],
    [of('unknown'), 'unclear'],
  ] as const;
  const said = counts.flatMap(([count, what]) => (count === 0 ? [] : [`${grouped(count)} ${what}`]));
  return [...(status === 'active' ? [] : [oneLine(status, 30)]), ...said, ...(isNobodys ? ["nobody's"] : [])];
}

function projectRow(project: ProjectNote, isNobodys: boolean): Row {
  const { slug, tasks } = project;
  const id = `team-project/${slug}`;
  const label = oneLine(slug, 60);
  const parts = countsOf(project, isNobodys);
  const needsSomebody = isNobodys || tasks.some(isBlocked);
  const actions = project.nextActions.slice(0, 10).map((action) => `• ${oneLine(action, 200)}`);
  return {
    id,
    subject: { kind: 'team-project', slug },
    label,
    description: parts.join(' · ') || (tasks.length === 0 ? 'no task yet' : 'all done'),
    icon: needsSomebody ? { name: 'project', color: 'charts.yellow' } : { name: 'project' },
    tooltip: [label, parts.join(' · '), ...actions].filter((line) => line !== '').join('\n'),
    accessibility: [`Project ${label}`, ...parts].join(', '),
    context: 'team-project',
    command: tasks.length === 0 ? 'cortex.team.open' : null,
    unfolded: tasks.length === 0 ? null : false,
    children: tasks.length === 0 ? noRows : () => queueRows(id, project),
  };
}

/** Returns the open tasks in queue order, and a group of the completed ones. */
function queueRows(id: string, project: ProjectNote): readonly Row[] {
  const more: MoreText = {
    description: 'in the note',
    tooltip: 'Open the note, which has them all.',
    command: 'cortex.team.open',
    subject: { kind: 'team-project', slug: project.slug },
  };
  const rows = (parent: string, isDone: boolean) =>
    limitRows(
      parent,
      project.tasks.filter(({ state }) => (state === 'done') === isDone),
      (task) => taskRow(parent, { project, task }),
      more,
    );
  const done = project.tasks.filter(({ state }) => state === 'done').length;
  const group = { id: `${id}/done`, label: 'Done', description: String(done), icon: 'pass', unfolded: false };
  return [...rows(id, false), ...(done === 0 ? [] : [{ ...groupRow(group, () => rows(group.id, true)), context: 'team-done' }])];
}
