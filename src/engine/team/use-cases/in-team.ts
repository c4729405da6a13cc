import os from 'node:os';
import { CortexError } from '../../platform/errors.ts';
import { type OperationContext, type OperationFunction, type Outcome, withWarnings } from '../../platform/operation.ts';
import { shellWord } from '../../text/shell-word.ts';
import { type TeamConfig, teamConfig } from '../config.ts';
import { HALF_CONFLICT, MERGE_CONFLICT } from '../conflicts.ts';
import { agentOf, type QueuedTask } from '../owners.ts';
import type { TaskView } from '../schemas/common.ts';
import { TeamStore } from '../team-store.ts';
import { TeamWork } from '../work.ts';

/** Input of a team use case. */
export interface OpenTeam {
  readonly store: TeamStore;
  readonly work: TeamWork;
  readonly config: TeamConfig;
  readonly context: OperationContext;
}

/** Returns the team's configuration. @throws CortexError `broken-file` if the configuration cannot be read */
export function readConfig({ runtime, directory, environment = {} }: OperationContext, named: string | undefined): TeamConfig {
  const home = environment.HOME || environment.USERPROFILE || os.homedir();
  return teamConfig(runtime.fs, { home, cwd: directory, ...(named !== undefined && { named }) });
}

/** Suggested command without `--team`. */
const SUGGESTED = /\bcortex team [a-z]+\b(?! --team)/g;

/** Adds `--team` to the commands that a text suggests, so that they can be run as printed. */
export function addTeamOption(text: string, team: string | undefined): string {
  if (team === undefined) return text;
  return text.replace(SUGGESTED, (command) => `${command} --team ${shellWord(team)}`);
}

/** Runs work for a team, and adds `--team` to commands in its warnings and errors if the team was named. */
export async function withTeamCommands<Output>(team: string | undefined, work: () => Promise<Outcome<Output>>): Promise<Outcome<Output>> {
  if (team === undefined) return work();
  const about = (text: string): string => addTeamOption(text, team);
  try {
    const { warnings = [], ...outcome } = await work();
    return { ...outcome, warnings: warnings.map(about) };
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    const { code, message, data } = error;
    const next = data.next === undefined ? {} : { next: about(data.next) };
    throw new CortexError(code, message, { ...data, ...next }, { cause: error, warnings: error.warnings.map(about) });
  }
}

type TeamUseCase<Input, Output> = (team: OpenTeam, input: Input) => Promise<Outcome<Output>>;

/**
 * Returns the merge conflicts in files of a team with their positions, because text in conflicts is not read.
 * @param paths relative to the team directory
 */
function conflictsIn({ problems }: TeamStore, paths: Iterable<string>): string[] {
  const read = new Set(paths);
  const conflicts = problems.filter(({ path, code }) => read.has(path) && (code === MERGE_CONFLICT || code === HALF_CONFLICT));
  return conflicts.map(({ path, line, message }) => `${path}:${line}: ${message}`);
}

/**
 * Returns a function that turns use cases into operations. Each operation reads the team, and reports problems with earlier edits.
 * @param filesOf paths of files whose merge conflicts may hide something from the use case
 */
export function teamOperationFor<Base extends object>(filesOf: (team: OpenTeam, input: Base) => Iterable<string>) {
  return <Input extends Base & { team?: string | undefined }, Output>(work: TeamUseCase<Input, Output>): OperationFunction<Input, Output> =>
    async (context, input) => {
      const config = readConfig(context, input.team);
      const store = await TeamStore.openSettled(context.runtime, config.directory);
      const team = { store, work: new TeamWork(store, config.timeZone), config, context };
      const conflicts = () => conflictsIn(store, filesOf(team, input));
      return withWarnings(
        () => [...store.edits.problems, ...config.problems],
        () => withTeamCommands(input.team, () => withWarnings(conflicts, () => work(team, input))),
      );
    };
}

export const teamOperation = teamOperationFor(() => []);

/** For use cases on the work queue of one project. */
export const queueOperation = teamOperationFor(({ store }, { project }: { readonly project: string }) => {
  const note = store.projects.get(project);
  return note === undefined ? [] : [note.path];
});

/** For use cases that read all work queues and all agents' notes. */
export const allNotesOperation = teamOperationFor(({ store }) =>
  [...store.projects.values(), ...store.agents.values()].map(({ path }) => path),
);

/** Converts a task to output. */
export function taskView(queued: QueuedTask): TaskView {
  return { project: queued.project.slug, ...taskOfProject(queued) };
}

/** Converts a task to output within its project. */
export function taskOfProject({ project, task }: QueuedTask): Omit<TaskView, 'project'> {
  const { id, title, status, blocked, needsApproval, line } = task;
  return { id, title, status, agent: agentOf({ project, task }), blocked, needsApproval, file: project.path, line };
}
