import os from 'node:os';
import path from 'node:path';
import { CortexError } from '../../platform/errors.ts';
import type { OperationContext, Outcome } from '../../platform/operation.ts';
import { typedText } from '../../platform/typed-text.ts';
import { localTime } from '../../platform/zoned-time.ts';
import { recordHeartbeat } from '../agent-moves.ts';
import { flagEntry } from '../flags.ts';
import { changeProjects, registerAgent, setUpTeam } from '../members.ts';
import { pathExists } from '../notes/history.ts';
import { listProjects } from '../owners.ts';
import { requireNamedTask } from '../queue/hidden-task.ts';
import type {
  ConfigInput,
  ConfigOutput,
  FlagInput,
  HeartbeatInput,
  HeartbeatOutput,
  ProjectsInput,
  ProjectsOutput,
  RegisterInput,
  RegisterOutput,
  ReportInput,
  ReportOutput,
  SetupInput,
  SetupOutput,
} from '../schemas/agents.ts';
import { withFile } from '../team-errors.ts';
import { allNotesOperation, type OpenTeam, queueOperation, readConfig, teamOperation } from './in-team.ts';

/** Creates a team directory (seed 5, "Team Directory"). */
export async function setup(context: OperationContext, { team }: SetupInput): Promise<Outcome<SetupOutput>> {
  const { directory, problems } = readConfig(context, team);
  return { ok: true, output: await setUpTeam(context.runtime, directory), warnings: problems };
}

const todayIn = ({ store, config }: OpenTeam): string => localTime(store.runtime.clock.now(), config.timeZone).slice(0, 10);

/** Returns an absolute path for other processes. A path below the home directory stays as typed. */
function workingDirectory(context: OperationContext, typed: string): string {
  return typed === '' || typed === '~' || typed.startsWith('~/') ? typed : path.resolve(context.directory, typed);
}

/** Warns about a working directory that does not exist. It may still be created, so it is no error. */
function missingDirectory({ runtime, environment = {} }: OperationContext, directory: string): string[] {
  const home = environment.HOME || environment.USERPROFILE || os.homedir();
  const absolute = directory.startsWith('~') ? path.join(home, directory.slice(1)) : directory;
  if (directory === '' || pathExists(runtime.fs, absolute)) return [];
  return [`the working directory ${directory} does not exist yet; create it before "cortex team join"`];
}

/** Registers an agent (seed 5, "Register agents"; rulings, team 1). */
export const register = teamOperation(async (team: OpenTeam, input: RegisterInput): Promise<Outcome<RegisterOutput>> => {
  const { name, slug, role, project, capability, directory } = input;
  const agent = {
    name,
    role,
    projects: project,
    capabilities: capability,
    project: workingDirectory(team.context, directory),
    joined: todayIn(team),
  };
  return { ok: true, output: await registerAgent(team.store, agent, slug), warnings: missingDirectory(team.context, agent.project) };
});

/** Lists or changes the projects of agents (seed 5, "Agent Notes"). */
export const projects = allNotesOperation(
  async (team: OpenTeam, { agent, add, remove }: ProjectsInput): Promise<Outcome<ProjectsOutput>> => {
    const { work, store } = team;
    const isChange = add.length + remove.length > 0;
    if (agent === undefined && isChange) {
      const allowed = [...store.agents.keys()].join(', ') || 'none yet';
      throw new CortexError('invalid-input', 'no agent given', { allowed, next: 'Pass the slug of the agent first.' });
    }
    const changes =
      agent === undefined || !isChange ? { made: [], removed: [] } : await changeProjects(work, agent, { add, remove }, todayIn(team));
    const agents = agent === undefined ? [...store.agents.values()] : [work.requireAgent(agent)];
    const output = {
      agents: agents.map((each) => ({ agent: each.slug, projects: listProjects(each, store.projects.values()) })),
      ...changes,
    };
    return { ok: true, output };
  },
);

/** Sends a heartbeat (seed 5, "Heartbeat"). */
export const heartbeat = teamOperation(async ({ work }, { agent }: HeartbeatInput): Promise<Outcome<HeartbeatOutput>> => {
  return { ok: true, output: { agent, time: await work.heartbeat(agent) } };
});

/** Adds an entry to an agent's session log (seed 5, "Report"). */
export const report = teamOperation(async (team: OpenTeam, { agent, status }: ReportInput): Promise<Outcome<ReportOutput>> => {
  const { work, context } = team;
  await work.report(agent, { when: todayIn(team), status: await typedText(context, status) });
  return { ok: true, output: { agent, file: work.requireAgent(agent).path }, warnings: await recordHeartbeat(work, agent) };
});

/** Flags a task as unsuitable for an agent (seed 5, "Communication Rules" 3). */
export const flag = queueOperation(async (team: OpenTeam, { agent, project, task, why }: FlagInput): Promise<Outcome<ReportOutput>> => {
  const { work } = team;
  const { path: file, shape } = work.requireProject(project);
  const { id, title } = withFile(file, () => requireNamedTask(team.store.text(file) ?? '', shape, { id: task }));
  await work.report(agent, { when: todayIn(team), status: flagEntry({ project, id, title, why }) });
  return { ok: true, output: { agent, file: work.requireAgent(agent).path }, warnings: await recordHeartbeat(work, agent) };
});

/** Returns the configuration (seed 5, "Configuration"). */
export async function config(context: OperationContext, { team }: ConfigInput): Promise<Outcome<ConfigOutput>> {
  const { directory, heartbeatMinutes, staleMinutes, dailyBriefing, dailyReview, timeZone, file, problems } = readConfig(context, team);
  const output = {
    team_dir: directory,
    heartbeat_minutes: heartbeatMinutes,
    stale_minutes: staleMinutes,
    daily_briefing: dailyBriefing,
    daily_review: dailyReview,
    timezone: timeZone,
    file,
  };
  return { ok: true, output, warnings: problems };
}
