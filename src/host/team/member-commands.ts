import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { CortexError } from '../../engine/platform/errors.ts';
import { localTime } from '../../engine/platform/zoned-time.ts';
import { changeProjects, registerOutput, setupOutput, teamSlug } from '../../engine/team/index.ts';
import { askText, Cancelled, requireNonEmpty } from '../commands/ask.ts';
import type { Handlers } from '../commands/handlers.ts';
import { reportDone } from '../commands/notifications.ts';
import { openPlace } from '../commands/open.ts';
import { runOperation, type Work } from '../commands/operations.ts';
import { requireTrust } from '../commands/trust.ts';
import type { RegisteredId } from '../manifest/manifest.ts';
import type { Subject } from '../model/row.ts';
import { oneLine } from '../model/text.ts';
import type { TeamSession } from './team-session.ts';
import { agentFor, requireTeamWork } from './which-task.ts';

/** Handlers of the commands that create a team and its members, by id. */
export function memberCommands(team: TeamSession) {
  return {
    'cortex.team.setup': () => setUp(team),
    'cortex.team.choose': chooseDirectory,
    'cortex.team.register': () => register(team),
    'cortex.team.projects': (subject) => chooseProjects(team, subject),
  } satisfies Partial<Handlers<RegisteredId>>;
}

/** Returns the context of team operations, which do not depend on the open folder. */
export function teamWork(team: TeamSession): Work {
  return { runtime: team.session.runtime, directory: os.homedir(), log: team.log };
}

/** Creates the missing parts of the team directory. @throws CortexError if its path is unknown, or nothing may be written */
async function setUp(team: TeamSession): Promise<void> {
  requireTrust();
  const config = team.config();
  if (config === null) throw new CortexError('broken-file', team.problem() ?? 'the configuration cannot be read', {});
  const { output } = await runOperation(teamWork(team), 'team setup', { team: config.directory });
  const { directory, made } = setupOutput().parse(output);
  await team.refresh();
  reportDone(made.length === 0 ? `There is a team directory already: ${directory}` : `Created the team directory ${directory}.`);
}

/** Asks for the team directory, and stores it in the user settings. @throws Cancelled */
async function chooseDirectory(): Promise<void> {
  const options = { canSelectFolders: true, canSelectFiles: false, openLabel: 'Use as Team Directory' };
  const [folder] = (await vscode.window.showOpenDialog(options)) ?? [];
  if (folder === undefined) throw new Cancelled();
  await vscode.workspace.getConfiguration('cortex').update('team.directory', folder.fsPath, vscode.ConfigurationTarget.Global);
}

const listOf = (typed: string): string[] =>
  typed
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** Asks for the properties of an agent, writes its note and opens it. @throws Cancelled, CortexError */
async function register(team: TeamSession): Promise<void> {
  requireTrust();
  const { store } = requireTeamWork(team);
  const title = 'Register Agent';
  const name = await askText({ title, prompt: 'Agent name', check: requireNonEmpty });
  const slug = await slugFor(name, new Set(store.agents.keys()), title);
  const role = await askText({ title, prompt: 'Role, in one line' });
  const projects = await askText({
    title,
    prompt: 'Comma-separated projects; missing ones are created',
  });
  const capabilities = await askText({ title, prompt: 'Comma-separated skills' });
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const directory = await askText({ title, prompt: 'Working directory', value: folder?.uri.fsPath ?? '' });
  const input = {
    name,
    role,
    directory,
    project: listOf(projects).map((each) => teamSlug(each) || each),
    capability: listOf(capabilities),
  };
  const named = { ...input, ...(slug !== null && { slug }), team: store.root };
  const { file } = registerOutput().parse((await runOperation(teamWork(team), 'team register', named)).output);
  await team.refresh();
  reportDone(`${oneLine(name, 60)} joined the team.`);
  await openPlace(path.join(store.root, file), 1, 1);
}

/** Asks for the projects of an agent, and changes its note. @throws Cancelled, NothingToChoose, CortexError */
async function chooseProjects(team: TeamSession, subject: Subject | null): Promise<void> {
  requireTrust();
  const work = requireTeamWork(team);
  const title = 'Change Agent Projects';
  const { slug, name, projects, path: note } = await agentFor(work, subject, title, () => true);
  const prompt = 'Comma-separated projects; missing ones are created';
  // A clicked project is added to the suggestion.
  const offered = subject?.kind === 'team-project' ? new Set([...projects, subject.slug]) : projects;
  const wanted = listOf(await askText({ title, prompt, value: [...offered].join(', ') })).map((each) => teamSlug(each) || each);
  const changes = {
    add: wanted.filter((each) => !projects.includes(each)),
    remove: projects.filter((each) => !wanted.includes(each)),
  };
  const today = localTime(work.store.runtime.clock.now(), work.timeZone).slice(0, 10);
  await changeProjects(work, slug, changes, today);
  team.lookAt(note);
  reportDone(`${oneLine(name, 60)} works on ${oneLine(work.requireAgent(slug).projects.join(', '), 200) || 'no project'}.`);
}

/** Asks for a slug if the agent's name yields none that is free; otherwise returns `null`. @throws Cancelled */
async function slugFor(name: string, taken: ReadonlySet<string>, title: string): Promise<string | null> {
  const isFree = (slug: string) => slug !== '' && !taken.has(slug);
  if (isFree(teamSlug(name))) return null;
  const prompt = 'File name of its note: letters a to z, digits and hyphens, not used by another agent';
  const check = (typed: string) => (isFree(teamSlug(typed)) && teamSlug(typed) === typed.trim() ? undefined : 'Enter another name.');
  return askText({ title, prompt, check });
}
