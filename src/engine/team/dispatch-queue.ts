import { CortexError } from '../platform/errors.ts';
import { shellWord } from '../text/shell-word.ts';
import { INACTIVE } from './notes/agent-note.ts';
import type { ProjectNote } from './notes/project-note.ts';
import { isOwnedBy } from './owners.ts';
import type { TeamStore } from './team-store.ts';

/**
 * Returns the queue for a new task of a project, by its slug. In the later layout workers read only `agents/<slug>/tasks.md`, so the task
 * goes to the queue of the project's agent (rulings, team 7). A project note that has tasks keeps its queue.
 * @throws CortexError `invalid-input` when several agents work on the project, or none
 */
export function queueOf(store: Pick<TeamStore, 'layout' | 'agents' | 'projects'>, project: ProjectNote): string {
  const { slug, path, shape, tasks } = project;
  if (store.layout !== 'later' || shape.section === null || tasks.length > 0) return slug;
  const owners = [...store.agents.values()].filter((agent) => agent.status !== INACTIVE && isOwnedBy(project, agent));
  const queues = owners.filter((agent) => store.projects.get(agent.slug)?.shape.section === null);
  // An agent in the first layout reads the queues of its projects.
  if (queues.length < owners.length) return slug;
  const [only, another] = queues;
  if (only !== undefined && another === undefined) return only.slug;
  const agents = [...store.projects.values()].flatMap((each) => (each.shape.section === null ? [each.slug] : []));
  const names = queues.length === 0 ? agents : queues.map((agent) => agent.slug);
  const [first = 'AGENT'] = names;
  const why = only === undefined ? 'no agent works on this project' : 'several agents work on this project';
  throw new CortexError('invalid-input', `${why}, and in this team directory each agent has its own queue`, {
    file: path,
    value: slug,
    allowed: names.join(', '),
    next: `Name the agent instead of the project: cortex team dispatch ${shellWord(first)} --title TITLE`,
  });
}
