import path from 'node:path';
import { CortexError, fileError } from '../kernel/errors.ts';
import type { Runtime } from '../kernel/runtime.ts';
import { TextEdits } from '../kernel/text-edits.ts';
import { nameKey, requireSlug } from './slug.ts';
import { inFile } from './team-errors.ts';
import type { TeamStore } from './team-store.ts';
import { AGENT_TEMPLATE, type NewAgent, newAgentNote, newProjectNote, PROJECT_TEMPLATE } from './templates.ts';

const TEMPLATES = { agent: 'templates/agent-template.md', project: 'templates/project-template.md' } as const;

/** Makes what a team directory lacks, and changes nothing that is there (seed 5, "Team Directory"). @throws CortexError */
export async function setUpTeam(runtime: Runtime, directory: string): Promise<{ directory: string; made: string[] }> {
  const made: string[] = [];
  for (const folder of ['', 'agents', 'projects', 'templates']) {
    const full = path.join(directory, folder);
    try {
      if (runtime.fs.mkdirSync(full, { recursive: true }) !== undefined) made.push(folder === '' ? '.' : `${folder}/`);
    } catch (error) {
      throw fileError(error, full, 'make the folder');
    }
  }
  const root = runtime.fs.realpathSync(directory);
  const edits = new TextEdits(runtime, { root, local: '.local' });
  for (const [file, text] of [
    [TEMPLATES.agent, AGENT_TEMPLATE],
    [TEMPLATES.project, PROJECT_TEMPLATE],
  ] as const) {
    const { changed } = await edits.edit(file, (present) => (present === null ? text : null));
    if (changed) made.push(file);
  }
  await edits.close();
  return { directory: root, made };
}

/** Writes a new file. @throws CortexError `already-exists` */
async function create(store: TeamStore, file: string, text: string): Promise<void> {
  const { changed } = await store.edits.edit(file, (present) => (present === null ? text : null));
  if (!changed)
    throw new CortexError('already-exists', 'there is such a note', { file, next: 'Take another name, or say one with --slug.' });
  store.update(file);
}

const noteOf = ({ layout }: TeamStore, slug: string): string => (layout === 'later' ? `agents/${slug}/${slug}.md` : `agents/${slug}.md`);

/**
 * Writes the note of a new agent, and those of its projects that are not there (seed 5, "Register agents"; rulings, team 1).
 * @param typed the slug, where it is not made from the name @throws CortexError `already-exists`, `invalid-input`
 */
export async function registerAgent(
  store: TeamStore,
  agent: NewAgent,
  typed?: string,
): Promise<{ slug: string; file: string; made: string[] }> {
  const slug = requireSlug(agent.name, typed);
  const projects = agent.projects.map((project) => requireSlug(project, project));
  // Also one in other letters, which on some file systems is the same file.
  const taken = [...store.agents.values()].find((each) => nameKey(each.slug) === slug);
  if (taken !== undefined) {
    const next = 'Take another name, or say one with --slug.';
    throw new CortexError('already-exists', `${JSON.stringify(taken.name)} has this slug`, { file: taken.path, value: slug, next });
  }
  const file = noteOf(store, slug);
  const template = store.text(TEMPLATES.agent) ?? AGENT_TEMPLATE;
  await create(
    store,
    file,
    inFile(TEMPLATES.agent, () => newAgentNote(template, { ...agent, projects })),
  );
  const made = [file];
  const queue = `agents/${slug}/tasks.md`;
  // In the later layout what it has to do is in a queue of its own.
  if (store.layout === 'later' && store.text(queue) === null) {
    await create(store, queue, '# Tasks\n');
    made.push(queue);
  }
  for (const project of projects.filter((each) => !hasProject(store, each)))
    made.push(await addProject(store, project, agent.joined, { slug, directory: agent.project }));
  return { slug, file, made };
}

function hasProject({ projects }: TeamStore, slug: string): boolean {
  return [...projects.values()].some((each) => nameKey(each.slug) === slug);
}

/** Writes the note of a new project (seed 5, "Project Notes"). @param created `YYYY-MM-DD` @returns its path @throws CortexError `already-exists`, `invalid-input` */
export async function addProject(
  store: TeamStore,
  name: string,
  created: string,
  owner?: { readonly slug: string; readonly directory: string },
): Promise<string> {
  const slug = requireSlug(name);
  const file = `projects/${slug}.md`;
  if (hasProject(store, slug))
    throw new CortexError('already-exists', 'there is such a project', { value: slug, next: 'Take another name.' });
  const template = store.text(TEMPLATES.project) ?? PROJECT_TEMPLATE;
  await create(
    store,
    file,
    inFile(TEMPLATES.project, () => newProjectNote(template, created, owner)),
  );
  return file;
}
