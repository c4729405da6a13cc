import path from 'node:path';
import { conflictCopies } from '../../files/second-look/conflict-copies.ts';
import { joinSentences } from '../../platform/errors.ts';
import type { Outcome } from '../../platform/operation.ts';
import { housekeep } from '../housekeep.ts';
import { unmergedNotes } from '../live/unmerged.ts';
import { formatBriefing, formatReview } from '../notes/daily-pages.ts';
import type { DoctorInput, DoctorOutput } from '../schemas/maintenance.ts';
import type { HousekeepingInput, HousekeepingOutput, PageOutput, StatusOutput, TeamInput } from '../schemas/reports.ts';
import { describeStranger, strangerAdvice, strangersTasks } from '../task-holders.ts';
import { type TeamStatus, teamStatus } from '../team-status.ts';
import { addTeamOption, allNotesOperation, type OpenTeam, taskOfProject, taskView, teamOperation } from './in-team.ts';

const toPageDay = ({ store, config }: OpenTeam) => ({ now: store.runtime.clock.now(), timeZone: config.timeZone });

function statusOf(team: OpenTeam): TeamStatus {
  return teamStatus(team.store, { ...toPageDay(team), staleMinutes: team.config.staleMinutes });
}

/** Returns the problems in the files of a team. */
function problemsOf({ store }: OpenTeam, { agents, unowned }: TeamStatus): DoctorOutput['findings'] {
  const warning = { severity: 'warning', code: null } as const;
  const kept = conflictCopies(store.runtime.fs, store.folders());
  return [
    ...kept.map(({ file, message, next }) => {
      const name = path.relative(store.root, file).split(path.sep).join('/');
      return { ...warning, file: name, line: 1, message: joinSentences(message, next) };
    }),
    ...store.problems.map(({ path, ...problem }) => ({ file: path, ...problem })),
    ...agents.flatMap(({ problem }) =>
      problem === null ? [] : { ...warning, file: problem.path, line: problem.line, message: problem.message },
    ),
    ...strangersTasks(store).map((found) => {
      const { project, task } = found;
      const message = `${task.title}: ${describeStranger(found)}. ${strangerAdvice(found)}`;
      return { ...warning, file: project.path, line: task.line, message };
    }),
    ...unowned.map((slug) => {
      const project = store.projects.get(slug);
      const line = project?.tasks.find(({ state }) => state !== 'done')?.line ?? 1;
      return { ...warning, file: project?.path ?? slug, line, message: 'no agent works on this project, which has open tasks' };
    }),
  ];
}

/** Checks the files of a team. Fails if there are errors (rulings, all protocols 9). */
export const doctor = teamOperation(async (team: OpenTeam, { team: named }: DoctorInput): Promise<Outcome<DoctorOutput>> => {
  const unmerged = (await unmergedNotes(team.store)).map(({ path: file, ...problem }) => ({ file, ...problem }));
  const found = [...problemsOf(team, statusOf(team)), ...unmerged];
  const findings = found.map((finding) => ({ ...finding, message: addTeamOption(finding.message, named) }));
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  return { ok: errors === 0, output: { directory: team.store.root, findings, errors, warnings: findings.length - errors } };
});

function toStatusOutput(team: OpenTeam, named: string | undefined): StatusOutput {
  const { store } = team;
  const status = statusOf(team);
  const { agents } = status;
  const strangers = new Set(strangersTasks(store).map(({ task }) => task));
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
      slug: project.slug,
      status: project.status,
      tasks: project.tasks.map((task) => ({ ...taskOfProject({ project, task }), unknownAgent: strangers.has(task) })),
    })),
    problems: problemsOf(team, status).map(({ file, line, message }) => ({ file, line, message: addTeamOption(message, named) })),
  };
}

/** Shows all agents and work queues (seed 5, "Monitor agents"). */
export const status = teamOperation(async (team: OpenTeam, { team: named }: TeamInput): Promise<Outcome<StatusOutput>> => {
  return { ok: true, output: toStatusOutput(team, named) };
});

/** Returns the morning page (seed 5, "Daily briefing"). */
export const briefingPage = allNotesOperation(async (team: OpenTeam, _: TeamInput): Promise<Outcome<PageOutput>> => {
  return { ok: true, output: { markdown: formatBriefing(statusOf(team), toPageDay(team)) } };
});

/** Returns the evening page (seed 5, "Daily review"). */
export const reviewPage = allNotesOperation(async (team: OpenTeam, _: TeamInput): Promise<Outcome<PageOutput>> => {
  return { ok: true, output: { markdown: formatReview(statusOf(team), toPageDay(team)) } };
});

/** Removes old tasks and session entries (seed 5, "Housekeeping"). */
export const housekeeping = allNotesOperation(
  async (team: OpenTeam, { dryRun }: HousekeepingInput): Promise<Outcome<HousekeepingOutput>> => {
    const { removed, committed, problems } = await housekeep(team.store, toPageDay(team), dryRun);
    const output = { written: !dryRun, committed, removed: removed.map(({ path, ...removal }) => ({ file: path, ...removal })) };
    return { ok: problems.length === 0, output, warnings: problems };
  },
);
