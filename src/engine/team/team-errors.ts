import { CortexError } from '../platform/errors.ts';
import { localTime } from '../platform/zoned-time.ts';
import { shellWord } from '../text/shell-word.ts';
import { type AgentNote, INACTIVE } from './notes/agent-note.ts';
import type { QueueTask } from './queue/queue.ts';
import type { TeamStore } from './team-store.ts';

/** Limit of existing values to list. */
const MAX_SHOWN = 50;

/** Returns an entry by its slug. @throws CortexError `not-found`, listing the existing slugs */
export function requireEntry<T>(all: ReadonlyMap<string, T>, slug: string, what: string, next: string): T {
  const one = all.get(slug);
  if (one !== undefined) return one;
  throw new CortexError('not-found', `the team has no such ${what}`, {
    value: slug,
    allowed: [...all.keys()].slice(0, MAX_SHOWN).join(', ') || 'none yet',
    next,
  });
}

/** Returns the next step if a project is missing. Without any projects, listing them would not help. */
export function missingProjectAdvice({ agents, projects }: Pick<TeamStore, 'agents' | 'projects'>, slug: string): string {
  // "cortex team projects" lists no task files of agents, which are named like projects in the later layout.
  if ([...projects.values()].some(({ shape }) => shape.section === null)) return 'List the work queues: cortex team status';
  if (projects.size > 0) return 'List the projects: cortex team projects';
  const [agent] = [...agents.keys()];
  if (agent === undefined) return `Create it with its agent: cortex team register NAME --project ${shellWord(slug)}`;
  return `Create it: cortex team projects ${shellWord(agent)} --add ${shellWord(slug)}`;
}

/** Checks that an agent is active. Inactive agents cannot claim tasks (seed 5, "Agent Notes"). @throws CortexError `denied` */
export function requireActive({ slug, status, path }: AgentNote): void {
  if (status !== INACTIVE) return;
  const next = 'To activate it, write "status: active" in the header of its note.';
  throw new CortexError('denied', `${slug} is not active in the team`, { file: path, value: status, allowed: 'active', next });
}

/** Returns the error for an agent that does not work on the project. */
export function notYourProjectError({ slug, projects }: AgentNote, project: string): CortexError {
  const allowed = projects.join(', ') || 'none';
  const next = `Add the project to the agent: cortex team projects ${shellWord(slug)} --add ${shellWord(project)}`;
  return new CortexError('denied', `${slug} does not work on ${project}`, { value: project, allowed, next });
}

/** Returns the current minute, or the first second after it that no task has as its heading. */
export function newHeading(tasks: readonly QueueTask[], now: number, timeZone: string): string {
  const taken = new Set(tasks.map(({ heading }) => heading));
  const minute = Math.floor(now / 60_000) * 60_000;
  const first = localTime(minute, timeZone).slice(0, 16);
  if (!taken.has(first)) return first;
  for (let second = 1; ; second += 1) {
    const next = localTime(minute + second * 1000, timeZone);
    if (!taken.has(next)) return next;
  }
}

/** Runs work on the text of a file, and adds the file to its errors. @param file relative to the team directory */
export function withFile<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof CortexError) || error.data.file !== undefined) throw error;
    // If the header cannot be changed, the file is broken, not the request.
    const code = error.code === 'invalid-input' ? 'broken-file' : error.code;
    throw new CortexError(code, error.message, { ...error.data, file }, { cause: error, warnings: error.warnings });
  }
}
