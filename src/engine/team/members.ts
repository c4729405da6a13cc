import path from 'node:path';
import { runStep } from '../files/run-step.ts';
import { TextEdits } from '../files/second-look/text-edits.ts';
import { CortexError, fileError, systemCode } from '../platform/errors.ts';
import type { Runtime } from '../platform/runtime.ts';
import { requireOneLine } from '../text/one-line.ts';
import { requireNoConflicts } from './conflicts.ts';
import { type ProjectChanges, requireRemovable, type ShortenedText, withoutOwner, withProjects } from './notes/agent-projects.ts';
import type { ProjectNote } from './notes/project-note.ts';
import { nameKey, requireSlug } from './slug.ts';
import { withFile } from './team-errors.ts';
import { AGENT_TEMPLATE_FILE, PROJECT_TEMPLATE_FILE, TEAM_FOLDERS } from './team-files.ts';
import type { TeamStore } from './team-store.ts';
import {
  AGENT_TEMPLATE,
  LATER_AGENT_TEMPLATE,
  LATER_PROJECT_TEMPLATE,
  type NewAgent,
  newAgentNote,
  newProjectNote,
  PROJECT_TEMPLATE,
} from './templates.ts';
import type { TeamWork } from './work.ts';

/** Creates missing parts of a team directory, and changes nothing that exists (seed 5, "Team Directory"). @throws CortexError */
export async function setUpTeam(runtime: Runtime, directory: string): Promise<{ directory: string; made: string[] }> {
  const made: string[] = [];
  for (const folder of ['', ...TEAM_FOLDERS]) {
    const full = path.join(directory, folder);
    try {
      if (runtime.fs.mkdirSync(full, { recursive: true }) !== undefined) made.push(folder === '' ? '.' : `${folder}/`);
    } catch (error) {
      if (systemCode(error) !== 'EEXIST') throw fileError(error, full, 'create the folder');
      const next = 'Move the file, or choose another team directory with --team.';
      throw new CortexError('already-exists', 'a file exists where a folder is expected', { file: full, next }, { cause: error });
    }
  }
  const root = runtime.fs.realpathSync(directory);
  const edits = new TextEdits(runtime, { root, local: '.local' });
  for (const [file, text] of [
    [AGENT_TEMPLATE_FILE, AGENT_TEMPLATE],
    [PROJECT_TEMPLATE_FILE, PROJECT_TEMPLATE],
  ] as const) {
    const { changed } = await edits.edit(file, (present) => (present === null ? text : null));
    if (changed) made.push(file);
  }
  return { directory: root, made };
}

/** Creates a file. @returns false if it existed */
async function create(store: TeamStore, file: string, text: string): Promise<boolean> {
  const { changed } = await store.edits.edit(file, (present) => (present === null ? text : null));
  store.update(file);
  return changed;
}

const isTaken = (file: string): CortexError =>
  new CortexError('already-exists', 'the note already exists', { file, next: 'Choose another name, or a slug with --slug.' });

const noteOf = ({ layout }: TeamStore, slug: string): string => (layout === 'later' ? `agents/${slug}/${slug}.md` : `agents/${slug}.md`);

/** Checks that these values fit in one line of the note. @throws CortexError `invalid-input` */
function requireLines({ name, role, capabilities, project }: NewAgent): void {
  for (const [what, text] of [
    ['name of an agent', name],
    ['role of an agent', role],
    ...capabilities.map((each) => ['capability of an agent', each] as const),
    ['working directory of an agent', project],
  ] as const)
    if (text.trim() !== '') requireOneLine(what, text);
}

/**
 * Creates the note of a new agent, and missing notes of its projects (seed 5, "Register agents"; rulings, team 1).
 * @param typed slug; default: derived from the name
 * @throws CortexError `already-exists`, `invalid-input`
 */
export async function registerAgent(
  store: TeamStore,
  agent: NewAgent,
  typed?: string,
): Promise<{ slug: string; file: string; made: string[] }> {
  requireLines(agent);
  const slug = requireSlug(agent.name, typed);
  const projects = agent.projects.map((project) => requireSlug(project, project));
  // Compare keys, because some file systems ignore case.
  const taken = [...store.agents.values()].find((each) => nameKey(each.slug) === slug);
  if (taken !== undefined) {
    const next = 'Choose another name, or a slug with --slug.';
    throw new CortexError('already-exists', `the slug is already used by ${JSON.stringify(taken.name)}`, {
      file: taken.path,
      value: slug,
      next,
    });
  }
  const file = noteOf(store, slug);
  const template = templateText(store, AGENT_TEMPLATE_FILE) ?? (store.layout === 'later' ? LATER_AGENT_TEMPLATE : AGENT_TEMPLATE);
  const text = withFile(AGENT_TEMPLATE_FILE, () => newAgentNote(template, { ...agent, projects }));
  const missing = projects.filter((each) => !hasProject(store, each));
  const owner = { slug, directory: agent.project };
  // Report obstacles to the projects' notes before anything is written.
  const notes = missing.map((each) => ({ file: projectNoteOf(store, each), text: textOfProject(store, agent.joined, owner) }));
  const queue = `agents/${slug}/tasks.md`;
  // In the later layout each agent has a queue of its own.
  const others = store.layout === 'later' ? [{ file: queue, text: '' }, ...notes] : notes;
  // The agent's note comes last, so that a command that failed halfway can be repeated. Projects that exist by then stay unchanged.
  const made: string[] = [];
  const command = registering(agent, slug);
  for (const next of [...others, { file, text }]) {
    const isMade = await runStep({ done: madeWords(made), command }, () => create(store, next.file, next.text));
    if (!isMade && next.file === file) throw isTaken(file);
    if (isMade && next.file !== file) made.push(next.file);
  }
  return { slug, file, made: [file, ...made] };
}

const madeWords = (made: readonly string[]): string => (made.length === 0 ? '' : `created ${made.join(', ')}`);
const options = (name: string, values: readonly string[]): string[] => values.flatMap((value) => (value === '' ? [] : [name, value]));

/** Returns the command that repeats a registration. */
function registering(agent: NewAgent, slug: string): string[] {
  const { name, role, projects, capabilities, project } = agent;
  const given = [...options('--role', [role]), ...options('--project', projects), ...options('--capability', capabilities)];
  return ['cortex', 'team', 'register', name, '--slug', slug, ...given, ...options('--directory', [project])];
}

/** Returns the team's own template. @throws CortexError if it cannot be read, or contains merge conflicts */
function templateText(store: TeamStore, file: string): string | null {
  const text = store.text(file);
  return text === null ? null : requireNoConflicts(text, file, store.settleCommand(file));
}

/** Returns the path for a project's note. @throws CortexError if something at the path or above it cannot be read */
function projectNoteOf(store: TeamStore, slug: string): string {
  const file = `projects/${slug}.md`;
  store.text(file);
  return file;
}

type Owner = { readonly slug: string; readonly directory: string };

function textOfProject(store: TeamStore, created: string, owner: Owner | undefined): string {
  const template = templateText(store, PROJECT_TEMPLATE_FILE) ?? (store.layout === 'later' ? LATER_PROJECT_TEMPLATE : PROJECT_TEMPLATE);
  return withFile(PROJECT_TEMPLATE_FILE, () => newProjectNote(template, created, owner));
}

function hasProject({ projects }: TeamStore, slug: string): boolean {
  return [...projects.values()].some((each) => nameKey(each.slug) === slug);
}

/**
 * Adds projects to an agent, creating missing ones, and removes others (seed 5, "Agent Notes").
 * @param created `YYYY-MM-DD`, for new projects
 * @returns new notes, and text that was removed from others
 * @throws CortexError `not-found`, `invalid-input`, `denied`
 */
export async function changeProjects(
  work: TeamWork,
  slug: string,
  { add, remove }: ProjectChanges,
  created: string,
): Promise<{ made: string[]; removed: RemovedLines[] }> {
  const { store } = work;
  const agent = work.requireAgent(slug);
  const wanted = add.map((project) => requireSlug(project, project));
  const taken = remove.map((each) => ({
    slug: each,
    project: [...store.projects.values()].find((one) => nameKey(one.slug) === nameKey(each)),
  }));
  for (const each of taken) requireRemovable(agent, each.slug, each.project);
  const owner = { slug, directory: agent.project };
  const missing = wanted.filter((each) => !hasProject(store, each));
  const notes = missing.map((each) => ({ file: projectNoteOf(store, each), text: textOfProject(store, created, owner) }));
  const removed = [...(await shorten(work, agent.path, (text) => withProjects(text, { add: wanted, remove })))];
  const made: string[] = [];
  const owned = taken.flatMap(({ project }) => (project?.agent === nameKey(slug) ? project : []));
  // The repeated command must not remove projects that no longer name the agent: that would fail.
  const rest = (left: readonly ProjectNote[]) => ({
    done: `changed the projects in ${agent.path}`,
    command: [
      ...['cortex', 'team', 'projects', slug, ...options('--add', wanted)],
      ...options(
        '--remove',
        left.map((each) => each.slug),
      ),
    ],
  });
  for (const note of notes) if (await runStep(rest(owned), () => create(store, note.file, note.text))) made.push(note.file);
  for (const [n, project] of owned.entries()) {
    const change = () => shorten(work, project.path, (text) => withoutOwner(text, slug));
    removed.push(...(await runStep(rest(owned.slice(n)), change)));
  }
  return { made, removed };
}

/** Text that was removed from a note. */
export interface RemovedLines {
  readonly file: string;
  readonly text: string;
}

async function shorten(work: TeamWork, file: string, change: (text: string) => ShortenedText): Promise<RemovedLines[]> {
  let removed: readonly string[] = [];
  await work.editNote(file, (before) => {
    const after = change(before);
    ({ removed } = after);
    return after.text;
  });
  return removed.map((text) => ({ file, text }));
}

/**
 * Creates the note of a new project (seed 5, "Project Notes").
 * @param created `YYYY-MM-DD`
 * @returns its path
 * @throws CortexError `already-exists`, `invalid-input`
 */
export async function addProject(store: TeamStore, name: string, created: string): Promise<string> {
  const slug = requireSlug(name);
  if (hasProject(store, slug))
    throw new CortexError('already-exists', 'the project already exists', { value: slug, next: 'Choose another name.' });
  const file = projectNoteOf(store, slug);
  if (!(await create(store, file, textOfProject(store, created, undefined)))) throw isTaken(file);
  return file;
}
