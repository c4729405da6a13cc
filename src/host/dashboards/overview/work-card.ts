import type { SwarmAgent, SwarmManifest } from '../../../engine/crtx/index.ts';
import type { FileProblem } from '../../../engine/platform/file-problem.ts';
import { isParticipating } from '../../../engine/swarm/index.ts';
import type { AgentStatus, QueueTask } from '../../../engine/team/index.ts';
import { agentRow } from '../../model/swarm/agent-rows.ts';
import { swarmRow } from '../../model/swarm/swarm-rows.ts';
import { getTaskIndex } from '../../model/swarm/task-index.ts';
import { agentStatus, isAlive, manifestOf, type ProjectViewModel, type ViewModel, welcomeState } from '../../model/swarm/view-model.ts';
import { counted, grouped, oneLine } from '../../model/text.ts';
import { isBlocked } from '../../team/model/task-rows.ts';
import { type CardWithTargets, createAction, createLine, type LineWithTarget, rowToLine, viewAction } from './lines.ts';
import { outlookLines } from './outlook-line.ts';

/** The team, as the card shows it. */
export type KnownTeam =
  | { readonly kind: 'none' }
  | { readonly kind: 'broken'; readonly message: string }
  | {
      readonly kind: 'team';
      readonly agents: readonly AgentStatus[];
      readonly projects: number;
      /** Tasks of all projects. */
      readonly tasks: readonly QueueTask[];
    };

/** Counts over all stacks. */
export interface StackCounts {
  readonly stacks: number;
  /** Tasks of the plans. */
  readonly inProgress: number;
  readonly blocked: number;
  readonly planned: number;
  /** Messages. */
  readonly unread: number;
  readonly overdue: number;
  readonly toRoute: number;
}

/** The stacks, as the card shows them. */
export type KnownStacks =
  | { readonly kind: 'none' }
  | { readonly kind: 'broken'; readonly problem: FileProblem }
  | { readonly kind: 'stacks'; readonly counts: StackCounts };

export interface Workers {
  readonly viewModel: ViewModel;
  readonly team: KnownTeam;
  readonly stacks: KnownStacks;
}

/** Returns the card of work: the swarm, the team, the stacks, and the agent that was active last. */
export function workCard(workers: Workers): CardWithTargets {
  const { viewModel, team, stacks } = workers;
  const hasSwarm = viewModel.kind === 'project' && manifestOf(viewModel) !== null;
  return {
    name: 'work',
    count: null,
    lines: [...swarmLines(viewModel), ...teamLines(team), ...stackLines(stacks, viewModel.kind !== 'no-folder'), ...lastLines(workers)],
    ways: [
      ...(hasSwarm ? [viewAction('Swarm', 'dashboard', 'cortex.dashboard.open')] : []),
      ...(team.kind === 'team' ? [viewAction('Work Queues', 'project', 'cortex.workQueues.open')] : []),
    ],
  };
}

/** Formats counts as `3 working · 1 blocked`. Omits zeros. */
function partsOf(counts: readonly (readonly [count: number, what: string])[]): string {
  return counts.flatMap(([count, what]) => (count === 0 ? [] : [`${grouped(count)} ${what}`])).join(' · ');
}

/** Returns the line to show without a swarm, or `null` if there is one. */
function noSwarm(viewModel: ViewModel): LineWithTarget | null {
  switch (welcomeState(viewModel)) {
    case 'no-folder': {
      const actions = [viewAction('Open Folder…', 'folder-opened', 'vscode.openFolder')];
      return createLine({ id: 'swarm', icon: 'folder', label: 'No folder is open', said: 'open a folder to see its agents', actions });
    }
    case 'no-project': {
      const actions = [createAction('Initialize', 'new-folder', 'cortex.init')];
      return createLine({
        id: 'swarm',
        icon: 'circle-large-outline',
        label: 'No .cortex folder',
        said: 'in its files agents share tasks and locks',
        actions,
      });
    }
    case 'broken':
      return createLine({
        id: 'swarm',
        icon: 'error',
        tone: 'bad',
        label: 'The swarm cannot be read.',
        to: { command: 'cortex.problem.open' },
      });
    case 'no-swarm': {
      const actions = [createAction('Create Swarm…', 'add', 'cortex.swarm.create')];
      return createLine({ id: 'swarm', icon: 'circle-large-outline', label: 'No swarm', said: 'agents have no common task', actions });
    }
    case 'swarm':
      return null;
  }
}

function swarmLines(viewModel: ViewModel): LineWithTarget[] {
  const missing = noSwarm(viewModel);
  if (missing !== null) return [missing];
  if (viewModel.kind !== 'project' || viewModel.view === null || viewModel.view.manifest === null) return [];
  const { manifest } = viewModel.view;
  return [
    rowToLine(swarmRow(manifest, viewModel.view)),
    ...outlookLines(manifest, viewModel.view, viewModel.now),
    agentsLine(manifest, viewModel),
  ];
}

function agentsLine({ agents }: SwarmManifest, viewModel: ProjectViewModel): LineWithTarget {
  const here = agents.filter((agent) => agentStatus(agent) !== 'left');
  const silent = here.filter((agent) => isParticipating(agent) && !isAlive(agent, viewModel));
  const awake = here.filter((agent) => isParticipating(agent) && isAlive(agent, viewModel));
  const of = (status: SwarmAgent['status']) => awake.filter((agent) => agent.status === status).length;
  const blocked = of('blocked');
  return createLine({
    id: 'agents',
    icon: 'organization',
    tone: blocked + silent.length > 0 ? 'warning' : 'quiet',
    label: counted(here.length, 'agent'),
    said: partsOf([
      [of('working'), 'working'],
      [blocked, 'blocked'],
      [silent.length, 'unresponsive'],
      [of('idle'), 'idle'],
    ]),
    to: { command: 'cortex.dashboard.open' },
  });
}

function teamLines(team: KnownTeam): LineWithTarget[] {
  if (team.kind === 'none') {
    const actions = [createAction('Set Up Team Directory…', 'add', 'cortex.team.setup')];
    return [
      createLine({
        id: 'team',
        icon: 'organization',
        label: 'No team directory',
        said: 'notes and work queues for several projects',
        actions,
      }),
    ];
  }
  if (team.kind === 'broken') {
    const to = { command: 'cortex.team.problem' } as const;
    return [
      createLine({
        id: 'team',
        icon: 'error',
        tone: 'bad',
        label: 'The team directory cannot be opened',
        said: oneLine(team.message, 600),
        to,
      }),
    ];
  }
  const { agents, tasks } = team;
  if (agents.length === 0 && tasks.length === 0) {
    const actions = [createAction('Register Agent…', 'person-add', 'cortex.team.register')];
    return [createLine({ id: 'team', icon: 'organization', label: 'The team has no agents yet', actions })];
  }
  return [membersLine(agents), queuesLine(team)];
}

function membersLine(agents: readonly AgentStatus[]): LineWithTarget {
  const of = (state: AgentStatus['state']) => agents.filter((agent) => agent.state === state).length;
  const down = of('down');
  return createLine({
    id: 'team',
    icon: 'organization',
    tone: down > 0 ? 'warning' : 'quiet',
    label: counted(agents.length, 'team member'),
    said: partsOf([
      [down, 'down'],
      [of('active'), 'active'],
      [of('idle'), 'idle'],
      [of('new'), 'new'],
    ]),
    to: { command: 'cortex.team.focus' },
  });
}

function queuesLine({ projects, tasks }: Extract<KnownTeam, { kind: 'team' }>): LineWithTarget {
  const of = (state: string) => tasks.filter((task) => task.state === state).length;
  const blocked = tasks.filter(isBlocked).length;
  const text = partsOf([
    [of('in-progress'), 'in progress'],
    [blocked, 'blocked'],
    [of('ready'), 'ready'],
  ]);
  return createLine({
    id: 'queues',
    icon: 'project',
    tone: blocked > 0 ? 'warning' : 'quiet',
    label: counted(projects, 'project'),
    said: text || (tasks.length === 0 ? 'no task yet' : 'all tasks done'),
    to: { command: 'cortex.workQueues.open' },
  });
}

function stackLines(known: KnownStacks, isFolder: boolean): LineWithTarget[] {
  if (known.kind === 'broken') return [brokenStacks(known.problem)];
  if (known.kind === 'none') {
    const actions = [createAction('Initialize Stack…', 'add', 'cortex.stack.init')];
    const text = 'a task, a plan and messages for each agent';
    return isFolder ? [createLine({ id: 'stacks', icon: 'layers', label: 'No stack', said: text, actions })] : [];
  }
  return countLines(known.counts);
}

function brokenStacks({ file, line: at, column, message }: FileProblem): LineWithTarget {
  const text = oneLine(message, 600);
  const to = file === null ? null : ({ command: 'cortex.problem.open', subject: { kind: 'problem', file, line: at, column } } as const);
  return createLine({ id: 'stacks', icon: 'error', tone: 'bad', label: 'The stacks cannot be read', said: text, to });
}

function countLines(counts: StackCounts): LineWithTarget[] {
  const { stacks, inProgress, blocked, planned, unread, overdue, toRoute } = counts;
  const plans = partsOf([
    [inProgress, 'in progress'],
    [blocked, 'blocked'],
    [planned, 'planned'],
  ]);
  const messages = partsOf([
    [unread, 'unread'],
    [overdue, 'overdue'],
    [toRoute, 'to route'],
  ]);
  return [
    createLine({
      id: 'stacks',
      icon: 'layers',
      tone: blocked > 0 ? 'warning' : 'quiet',
      label: counted(stacks, 'stack'),
      said: plans || 'no open task in the plans',
      to: { command: 'cortex.stacks.focus' },
    }),
    createLine({
      id: 'messages',
      icon: 'mail',
      tone: overdue > 0 ? 'warning' : 'quiet',
      label: 'Messages',
      said: messages || 'all read',
      to: { command: 'cortex.messages.open' },
    }),
  ];
}

/** Returns the line of the agent with the latest activity in the swarm or the team. */
function lastLines({ viewModel, team }: Workers): LineWithTarget[] {
  const candidates = [
    ...(viewModel.kind === 'project' ? lastInSwarm(viewModel) : []),
    ...(team.kind === 'team' ? lastInTeam(team.agents) : []),
  ];
  const last = candidates.sort((one, other) => (other.time?.at ?? 0) - (one.time?.at ?? 0))[0];
  return last === undefined ? [] : [last];
}

function lastInSwarm(viewModel: ProjectViewModel): LineWithTarget[] {
  const manifest = manifestOf(viewModel);
  const signs = (manifest?.agents ?? []).map((agent) => ({ agent, at: viewModel.view?.lastActivity(agent.id) ?? null }));
  const last = latest(signs);
  if (last === null || manifest === null) return [];
  const row = agentRow(last.agent, getTaskIndex(manifest), viewModel);
  return [{ ...rowToLine(row), time: { kind: 'since', at: last.at }, to: { command: 'cortex.dashboard.open' } }];
}

function lastInTeam(agents: readonly AgentStatus[]): LineWithTarget[] {
  const last = latest(agents.map((agent) => ({ agent, at: agent.lastDay === null ? agent.lastBeat : null })));
  if (last === null) return [];
  const { slug, name, state, inHand } = last.agent;
  const text = inHand[0] === undefined ? state : oneLine(inHand[0].task.title, 120);
  const to = { command: 'cortex.team.open', subject: { kind: 'team-agent', slug } } as const;
  return [
    createLine({
      id: `team-agent/${slug}`,
      icon: 'hubot',
      label: oneLine(name, 60) || slug,
      said: text,
      time: { kind: 'since', at: last.at },
      to,
    }),
  ];
}

function latest<Sign extends { readonly at: number | null }>(signs: readonly Sign[]): (Sign & { readonly at: number }) | null {
  let found: (Sign & { readonly at: number }) | null = null;
  for (const sign of signs) if (sign.at !== null && (found === null || sign.at > found.at)) found = { ...sign, at: sign.at };
  return found;
}
