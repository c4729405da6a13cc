import path from 'node:path';
import { requireTask, type TeamWork } from '../../engine/team/index.ts';
import { choose } from '../commands/ask.ts';
import { required } from '../commands/forms/pickers.ts';
import type { Handlers } from '../commands/handlers.ts';
import { openPlace } from '../commands/open.ts';
import type { TextDocuments } from '../commands/text-documents.ts';
import type { CommandsOf } from '../manifest/manifest.ts';
import type { Subject } from '../model/row.ts';
import { pickText } from '../model/text.ts';
import { runHousekeeping } from './housekeeping-command.ts';
import { memberCommands } from './member-commands.ts';
import { taskCommands } from './task-commands.ts';
import { showPage } from './team-pages.ts';
import type { TeamSession } from './team-session.ts';
import { requireTeamWork } from './which-task.ts';

/** Handlers of the commands for the team, by id. */
export function teamCommands(team: TeamSession, documents: TextDocuments): Handlers<CommandsOf<'team'>> {
  return {
    'cortex.team.open': (subject) => open(requireTeamWork(team), subject),
    'cortex.team.problem': () => requireTeamWork(team),
    'cortex.team.briefing': () => showPage(team, documents, 'briefing'),
    'cortex.team.review': () => showPage(team, documents, 'review'),
    'cortex.team.housekeeping': () => runHousekeeping(team, documents),
    ...memberCommands(team),
    ...taskCommands(team),
  };
}

/** Opens the note of the clicked item at its line, or asks for a note. @throws Cancelled, CortexError */
async function open(work: TeamWork, subject: Subject | null): Promise<void> {
  const { note, line } = placeOf(work, subject) ?? (await pickNote(work));
  await openPlace(path.join(work.store.root, note), line, 1);
}

interface Place {
  readonly note: string;
  readonly line: number;
}

function placeOf(work: TeamWork, subject: Subject | null): Place | null {
  if (subject?.kind === 'team-agent') return { note: work.requireAgent(subject.slug).path, line: 1 };
  if (subject?.kind === 'team-project') return { note: work.requireProject(subject.slug).path, line: 1 };
  if (subject?.kind !== 'team-task') return null;
  const { path: note, tasks } = work.requireProject(subject.project);
  return { note, line: requireTask(tasks, subject).line };
}

function pickNote({ store }: TeamWork): Promise<Place> {
  const agents = [...store.agents.values()].map((agent) => ({
    label: `$(hubot) ${pickText(agent.name, 60)}`,
    description: pickText(`${agent.slug} · ${agent.role}`),
    value: { note: agent.path, line: 1 },
  }));
  const projects = [...store.projects.values()].map(({ slug, path: note }) => ({
    label: `$(project) ${pickText(slug, 60)}`,
    value: { note, line: 1 },
  }));
  const choices = required([...projects, ...agents], 'The team has no agents yet. Run "Cortex Team: Register Agent".');
  return choose(choices, { title: 'Open Team Note', placeHolder: 'Choose a project or an agent' });
}
