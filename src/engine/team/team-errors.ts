import { CortexError } from '../platform/errors.ts';
import { localTime } from '../platform/zoned-time.ts';
import { shellWord } from '../text/shell-word.ts';
import { type AgentNote, INACTIVE } from './notes/agent-note.ts';
import type { QueueTask } from './queue/queue.ts';
import type { TeamStore } from './team-store.ts';

/** So many of what there is are told. */
const MOST_SHOWN = 50;

/** One of what a team has. @throws CortexError `not-found` with those that there are */
export function found<T>(all: ReadonlyMap<string, T>, slug: string, what: string, next: string): T {
  const one = all.get(slug);
  if (one !== undefined) return one;
  throw new CortexError('not-found', `the team has no such ${what}`, {
    value: slug,
    allowed: [...all.keys()].slice(0, MOST_SHOWN).join(', ') || 'none yet',
    next,
  });
}

/** The step to a project: where there is none yet, none can be listed. */
export function toProject({ agents, projects }: Pick<TeamStore, 'agents' | 'projects'>, slug: string): string {
  if (projects.size > 0) return 'List the projects: cortex team projects';
  const [agent] = [...agents.keys()];
  if (agent === undefined) return `Make it with its agent: cortex team register NAME --project ${shellWord(slug)}`;
  return `Make it: cortex team projects ${shellWord(agent)} --add ${shellWord(slug)}`;
}

/** Who is not on the team takes no task (seed 5, "Agent Notes"). @throws CortexError `denied` */
export function checkOnTeam({ slug, status, path }: AgentNote): void {
  if (status !== INACTIVE) return;
  const next = 'Write "status: active" in the header of its note, and it is.';
  throw new CortexError('denied', `${slug} is not on the team now`, { file: path, value: status, allowed: 'active', next });
}

/** Why an agent does not get a task of a project. */
export function notYours({ slug, projects }: AgentNote, project: string): CortexError {
  const allowed = projects.join(', ') || 'none';
  const next = `Give the agent the project: cortex team projects ${shellWord(slug)} --add ${shellWord(project)}`;
  return new CortexError('denied', `${slug} does not work on ${project}`, { value: project, allowed, next });
}

/** The minute, or the first second behind it that no task has. */
export function freeHeading(tasks: readonly QueueTask[], now: number, timeZone: string): string {
  const taken = new Set(tasks.map(({ heading }) => heading));
  const minute = Math.floor(now / 60_000) * 60_000;
  const first = localTime(minute, timeZone).slice(0, 16);
  if (!taken.has(first)) return first;
  for (let second = 1; ; second += 1) {
    const next = localTime(minute + second * 1000, timeZone);
    if (!taken.has(next)) return next;
  }
}

/** Does something with the text of a file: what goes wrong says of which file. @param file below the team directory */
export function inFile<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof CortexError) || error.data.file !== undefined) throw error;
    // A header that cannot be changed is what is wrong, not what was asked for.
    const code = error.code === 'invalid-input' ? 'broken-file' : error.code;
    throw new CortexError(code, error.message, { ...error.data, file }, { cause: error });
  }
}
