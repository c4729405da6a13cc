import * as vscode from 'vscode';
import { CortexError } from '../../engine/kernel/errors.ts';
import type { ProjectPicture } from '../model/picture.ts';
import { type Subject, subjectOf } from '../model/row.ts';
import { pickText } from '../model/text.ts';
import type { Dashboard } from '../panel/dashboard.ts';
import type { ProjectSession } from '../session.ts';
import { answers } from './answers.ts';
import { choose } from './ask.ts';
import { EntryDocuments } from './entry-documents.ts';
import { forms } from './forms.ts';
import { showLocks, showStatus, showTimeline, verify } from './lists.ts';
import { openPlace } from './open.ts';
import { operationNamed, runOperation, workingDirectory } from './operations.ts';
import { personId } from './person.ts';
import { openLock, showTask } from './places.ts';
import { sayDone, sayError, sayNo, sayNoOr } from './say.ts';

export interface CommandParts {
  readonly session: ProjectSession;
  readonly log: vscode.LogOutputChannel;
  readonly dashboard: Dashboard;
}

type Run = (subject: Subject | null) => unknown;

/** The operations that change something: each is a command of its own, `cortex.` and its words. */
const OPERATIONS = [
  'swarm create',
  'swarm recruit',
  'swarm retire',
  'swarm assign',
  'swarm claim',
  'swarm start',
  'swarm complete',
  'swarm fail',
  'swarm usage',
  'lock acquire',
  'lock renew',
  'lock release',
  'lock break',
  'timeline add',
  'timeline resolve',
] as const;

/** How long a person who waits for a lock waits, milliseconds, unless they cancel it. */
const WAIT_MS = 600_000;

/** Registers everything that package.json contributes as a command. */
export function registerCommands(parts: CommandParts): vscode.Disposable {
  const { session, log, dashboard } = parts;
  const documents = new EntryDocuments();
  const commands: Record<string, Run> = {
    'cortex.init': () => init(session),
    'cortex.refresh': () => session.refresh(),
    'cortex.project.choose': () => chooseProject(session),
    'cortex.dashboard.open': () => dashboard.open(),
    'cortex.log.show': () => log.show(),
    'cortex.swarm.status': async () => showStatus(await freshPicture(session)),
    'cortex.lock.list': async () => showLocks(await freshPicture(session)),
    'cortex.timeline.list': () => showTimeline(session, documents),
    'cortex.verify': () => verify(session, project(session)),
    'cortex.lock.open': (subject) => openLock(session, project(session), subject?.kind === 'lock' ? subject.path : null),
    'cortex.lock.copyPath': (subject) => subject?.kind === 'lock' && vscode.env.clipboard.writeText(subject.path),
    'cortex.task.show': (subject) => showTask(project(session), subject?.kind === 'task' ? subject.id : null),
    'cortex.problem.open': (subject) => openProblem(session, subject),
  };
  for (const name of OPERATIONS) {
    commands[`cortex.${name.replace(' ', '.')}`] = (subject) => perform(parts, name, subject);
  }
  return vscode.Disposable.from(
    documents,
    ...Object.entries(commands).map(([id, run]) =>
      vscode.commands.registerCommand(id, async (argument: unknown) => {
        try {
          await run(subjectOf(argument));
        } catch (error) {
          // Not awaited: a command has ended when it has said so, whether or not the person has answered.
          void sayError(error, log);
        }
      }),
    ),
  );
}

/** @throws CortexError where there is no project */
function project(session: ProjectSession): ProjectPicture {
  const { picture } = session;
  if (picture.kind === 'project') return picture;
  workingDirectory(session);
  throw new CortexError('not-found', 'there is no .cortex folder here or in any folder above', { next: 'Initialize Cortex first.' });
}

async function freshPicture(session: ProjectSession): Promise<ProjectPicture> {
  await session.refresh();
  return project(session);
}

/** Asks for what an operation needs, does it, and says what it answered. */
async function perform({ session, log }: CommandParts, name: string, subject: Subject | null): Promise<void> {
  workingDirectory(session);
  const picture = project(session);
  const operation = operationNamed(name);
  const input = await forms[name]?.({ session, picture, subject, person: personId(), title: operation.description });
  const { ok, output, warnings = [] } = await runOperation(session, operation, input ?? {});
  for (const warning of warnings) log.warn(`${name}: ${warning}`);
  const said = answers[name]?.(output) ?? 'Done.';
  if (ok) sayDone(said);
  else if (name === 'lock acquire') await offerToWait(session, input ?? {}, said);
  else sayNo(said);
  await session.refresh();
}

async function offerToWait(session: ProjectSession, input: Readonly<Record<string, unknown>>, why: string): Promise<void> {
  if (!(await sayNoOr(why, 'Wait for It'))) return;
  const { ok, output } = await runOperation(session, operationNamed('lock acquire'), { ...input, wait: WAIT_MS });
  const said = answers['lock acquire']?.(output) ?? '';
  if (ok) sayDone(said);
  else sayNo(said);
}

async function init(session: ProjectSession): Promise<void> {
  workingDirectory(session);
  const without = session.folders.filter(({ root }) => root === null);
  const choices = without.map(({ folder }) => ({ label: pickText(folder.name), description: pickText(folder.uri.fsPath), value: folder }));
  const question = { title: 'Initialize Cortex', placeHolder: 'Choose the folder that gets a .cortex folder' };
  const folder = choices.length > 1 ? await choose(choices, question) : choices[0]?.value;
  const directory = folder?.uri.fsPath ?? workingDirectory(session);
  const { output } = await runOperation(session, operationNamed('init'), {}, directory);
  sayDone(answers.init?.(output) ?? '');
  if (folder !== undefined && session.folders.length > 1) await session.choose(folder);
  await session.refresh();
}

async function chooseProject(session: ProjectSession): Promise<void> {
  const choices = session.folders.map(({ folder, root, shown }) => ({
    label: pickText(folder.name),
    description: `${pickText(root ?? 'no .cortex folder yet')}${shown ? ' · shown now' : ''}`,
    value: folder,
  }));
  await session.choose(await choose(choices, { title: 'Choose Project', placeHolder: 'Choose the folder whose project is shown' }));
}

/** Opens the place of a problem: the one that was clicked, else the first. */
async function openProblem(session: ProjectSession, subject: Subject | null): Promise<void> {
  const { picture } = session;
  const known = picture.kind === 'no-folder' ? undefined : picture.problems.find(({ file }) => file !== null);
  const place = subject?.kind === 'problem' ? subject : known;
  if (place === undefined || place.file === null) return sayDone('Nothing is broken.');
  await openPlace(place.file, place.line, place.column);
}
