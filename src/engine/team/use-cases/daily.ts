import type { Outcome } from '../../kernel/operation.ts';
import { briefing, review } from '../daily.ts';
import { housekeep } from '../housekeep.ts';
import type { HousekeepingInput, HousekeepingOutput, PageOutput, StatusOutput, TeamInput } from '../operations/daily.ts';
import { type TeamStatus, teamStatus } from '../team-status.ts';
import { inTeam, type OpenTeam, taskOfProject, taskView } from './in-team.ts';

const dayOf = ({ store, config }: OpenTeam) => ({ now: store.runtime.clock.now(), timeZone: config.timeZone });

function statusOf(team: OpenTeam): TeamStatus {
  return teamStatus(team.store, { ...dayOf(team), staleMinutes: team.config.staleMinutes });
}

function viewOf(team: OpenTeam): StatusOutput {
  const { store } = team;
  const { agents, unowned } = statusOf(team);
  const problems = [
    ...store.problems,
    ...agents.flatMap(({ problem }) => problem ?? []),
    ...unowned.map((slug) => ({ path: store.projects.get(slug)?.path ?? slug, line: 1, message: 'no agent works on this project' })),
  ];
  return {
    directory: store.root,
    agents: agents.map(({ slug, name, state, lastBeat, lastDay, inHand }) => ({
      slug,
      name,
      state,
      lastHeartbeat: lastDay === null ? lastBeat : null,
      lastHeartbeatDay: lastDay,
      active: inHand.map(taskView),
    })),
    projects: [...store.projects.values()].map((project) => ({
      ...{ slug: project.slug, status: project.status },
      tasks: project.tasks.map((task) => taskOfProject({ project, task })),
    })),
    problems: problems.map(({ path, line, message }) => ({ file: path, line, message })),
  };
}

/** Seed 5, "Monitor agents". */
export const status = inTeam(async (team: OpenTeam, _: TeamInput): Promise<Outcome<StatusOutput>> => {
  return { ok: true, output: viewOf(team) };
});

/** Seed 5, "Daily briefing". */
export const briefingPage = inTeam(async (team: OpenTeam, _: TeamInput): Promise<Outcome<PageOutput>> => {
  return { ok: true, output: { markdown: briefing(statusOf(team), dayOf(team)) } };
});

/** Seed 5, "Daily review". */
export const reviewPage = inTeam(async (team: OpenTeam, _: TeamInput): Promise<Outcome<PageOutput>> => {
  return { ok: true, output: { markdown: review(statusOf(team), dayOf(team)) } };
});

/** Seed 5, "Housekeeping". */
export const housekeeping = inTeam(async (team: OpenTeam, { dryRun }: HousekeepingInput): Promise<Outcome<HousekeepingOutput>> => {
  const { removed, committed, problems } = await housekeep(team.store, dayOf(team), dryRun);
  const output = { written: !dryRun, committed, removed: removed.map(({ path, ...removal }) => ({ file: path, ...removal })) };
  return { ok: problems.length === 0, output, warnings: problems };
});
