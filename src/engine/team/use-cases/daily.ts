import path from 'node:path';
import { conflictCopies } from '../../files/second-look/conflict-copies.ts';
import { inSentences } from '../../platform/errors.ts';
import type { Outcome } from '../../platform/operation.ts';
import { housekeep } from '../housekeep.ts';
import { briefing, review } from '../notes/daily.ts';
import type { HousekeepingInput, HousekeepingOutput, PageOutput, StatusOutput, TeamInput } from '../schemas/daily.ts';
import type { DoctorInput, DoctorOutput } from '../schemas/upkeep.ts';
import { type TeamStatus, teamStatus } from '../team-status.ts';
import { aboutTeam, inAllNotes, inTeam, type OpenTeam, taskOfProject, taskView } from './in-team.ts';

const dayOf = ({ store, config }: OpenTeam) => ({ now: store.runtime.clock.now(), timeZone: config.timeZone });

function statusOf(team: OpenTeam): TeamStatus {
  return teamStatus(team.store, { ...dayOf(team), staleMinutes: team.config.staleMinutes });
}

/** Returns the problems in the files of a team. */
function problemsOf({ store }: OpenTeam, { agents, unowned }: TeamStatus): DoctorOutput['findings'] {
  const warning = { severity: 'warning', code: null } as const;
  const kept = conflictCopies(store.runtime.fs, store.folders());
  return [
    ...kept.map(({ file, message, next }) => {
      const name = path.relative(store.root, file).split(path.sep).join('/');
      return { ...warning, file: name, line: 1, message: inSentences(message, next) };
    }),
    ...store.problems.map(({ path, ...problem }) => ({ file: path, ...problem })),
    ...agents.flatMap(({ problem }) =>
      problem === null ? [] : { ...warning, file: problem.path, line: problem.line, message: problem.message },
    ),
    ...unowned.map((slug) => {
      const project = store.projects.get(slug);
      const line = project?.tasks.find(({ state }) => state !== 'done')?.line ?? 1;
      return { ...warning, file: project?.path ?? slug, line, message: 'no agent works on this project, which has open tasks' };
    }),
  ];
}

/** Checks the files of a team. Fails if there are errors (rulings, all protocols 9). */
export const doctor = inTeam(async (team: OpenTeam, { team: named }: DoctorInput): Promise<Outcome<DoctorOutput>> => {
  const found = problemsOf(team, statusOf(team));
  const findings = found.map((finding) => ({ ...finding, message: aboutTeam(finding.message, named) }));
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  return { ok: errors === 0, output: { directory: team.store.root, findings, errors, warnings: findings.length - errors } };
});

function viewOf(team: OpenTeam, named: string | undefined): StatusOutput {
  const { store } = team;
  const status = statusOf(team);
  const { agents } = status;
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
    problems: problemsOf(team, status).map(({ file, line, message }) => ({ file, line, message: aboutTeam(message, named) })),
  };
}

/** Shows all agents and work queues (seed 5, "Monitor agents"). */
export const status = inTeam(async (team: OpenTeam, { team: named }: TeamInput): Promise<Outcome<StatusOutput>> => {
  return { ok: true, output: viewOf(team, named) };
});

/** Returns the morning page (seed 5, "Daily briefing"). */
export const briefingPage = inAllNotes(async (team: OpenTeam, _: TeamInput): Promise<Outcome<PageOutput>> => {
  return { ok: true, output: { markdown: briefing(statusOf(team), dayOf(team)) } };
});

/** Returns the evening page (seed 5, "Daily review"). */
export const reviewPage = inAllNotes(async (team: OpenTeam, _: TeamInput): Promise<Outcome<PageOutput>> => {
  return { ok: true, output: { markdown: review(statusOf(team), dayOf(team)) } };
});

/** Removes old tasks and session entries (seed 5, "Housekeeping"). */
export const housekeeping = inAllNotes(async (team: OpenTeam, { dryRun }: HousekeepingInput): Promise<Outcome<HousekeepingOutput>> => {
  const { removed, committed, problems } = await housekeep(team.store, dayOf(team), dryRun);
  const output = { written: !dryRun, committed, removed: removed.map(({ path, ...removal }) => ({ file: path, ...removal })) };
  return { ok: problems.length === 0, output, warnings: problems };
});
