import { randomUUID } from 'node:crypto';
import { CortexError } from '../../engine/platform/errors.ts';
import type { Dashboard } from '../dashboards/dashboards.ts';
import type { GraphPlace } from '../dashboards/graph/protocol.ts';
import type { RequestedLock } from '../dashboards/locks/state.ts';
import type { NotesRequest } from '../dashboards/memory/protocol.ts';
import type { EntryRequest } from '../dashboards/timeline/protocol.ts';
import type { RegisteredId } from '../manifest/manifest.ts';
import type { Subject } from '../model/row.ts';
import { findWorst, listProblems, type ProjectViewModel, requireWritable, type ViewModel } from '../model/swarm/view-model.ts';
import { pickText } from '../model/text.ts';
import type { NeedsSession } from '../needs/needs-session.ts';
import type { ProjectSession } from '../session.ts';
import type { StackParts } from '../stack/stack-commands.ts';
import type { TeamSession } from '../team/team-session.ts';
import type { VaultSession } from '../vault/vault-session.ts';
import type { ViewRequest } from '../view-request.ts';
import { choose } from './ask.ts';
import { changeDna } from './command-menus.ts';
import type { Search } from './forms/entry-filters.ts';
import { askDecision } from './forms/form.ts';
import { forms } from './forms/forms.ts';
import { showLocks, showStatus, verify } from './forms/lists.ts';
import type { Handlers, ProjectCommandId, Run } from './handlers.ts';
import { describeDna, queryTimeline, showDna, showPrecedents, showReasoning, showTimeline } from './knowledge.ts';
import { reportLocks } from './lock-offers.ts';
import { reportDone, reportOutcome, showWarning } from './notifications.ts';
import { openPlace } from './open.ts';
import { operationNamed, projectOperations, runOperation, type Work, workingDirectory } from './operations.ts';
import { personId } from './person.ts';
import { copyPath, openLock, showTask } from './places.ts';
import { replaySwarm } from './replay.ts';
import type { TextDocuments } from './text-documents.ts';

export interface CommandParts extends StackParts {
  readonly session: ProjectSession;
  readonly vault: VaultSession;
  readonly team: TeamSession;
  readonly documents: TextDocuments;
  readonly overview: Dashboard;
  readonly dashboard: Dashboard;
  readonly messages: Dashboard;
  readonly workQueues: Dashboard;
  readonly graph: Dashboard;
  readonly graphRequest: ViewRequest<GraphPlace>;
  readonly locks: Dashboard;
  readonly lockRequest: ViewRequest<RequestedLock>;
  readonly timeline: Dashboard;
  readonly entryRequest: ViewRequest<EntryRequest>;
  readonly memory: Dashboard;
  readonly notesRequest: ViewRequest<NotesRequest>;
  readonly needs: NeedsSession;
}

/** Loaded on demand, because it contains the engine of teams. */
const pausing = () => import('./pause-all.ts');

/** Handlers of the commands of a project and its swarm that are not operations, and of those that open dashboards. */
export function projectCommands(parts: CommandParts): Handlers<ProjectCommandId> {
  return {
    'cortex.init': (_subject, shown) => init(parts, shown),
    'cortex.pauseAll': async () => (await pausing()).pauseAll(parts, 'pause'),
    'cortex.resumeAll': async () => (await pausing()).pauseAll(parts, 'resume'),
    'cortex.dna.change': (_subject, shown) => {
      // Refused before anything is asked.
      workIn(shown, parts);
      return changeDna();
    },
    ...viewHandlers(parts),
    ...historyHandlers(parts, parts.documents),
  };
}

/** Handlers that only show something. */
function viewHandlers(parts: CommandParts) {
  const { session, vault, stacks, team, log, messages, locks, lockRequest, timeline, entryRequest } = parts;
  const { fs } = session.runtime;
  const showMessages = (subject: Subject | null) => {
    stacks.wishFor(subject);
    return messages.open();
  };
  const showLock = (subject: Subject | null) => {
    const lock = subject?.kind === 'lock' ? subject : null;
    lockRequest.make(lock && { id: randomUUID(), path: lock.path, agent: lock.agent, folder: lock.folder });
    return locks.open();
  };
  const showEntry = (subject: Subject | null) => {
    entryRequest.make(subject?.kind === 'entry' ? { id: randomUUID(), entry: subject.id } : null);
    return timeline.open();
  };
  return {
    'cortex.refresh': () => Promise.all([session.refresh(), vault.refresh(), stacks.refresh(), team.refresh()]),
    'cortex.project.choose': () => chooseProject(session),
    'cortex.overview.open': () => parts.overview.open(),
    'cortex.dashboard.open': () => parts.dashboard.open(),
    'cortex.messages.open': () => showMessages(null),
    'cortex.messages.show': showMessages,
    'cortex.workQueues.open': () => parts.workQueues.open(),
    'cortex.locks.open': () => showLock(null),
    'cortex.locks.show': showLock,
    'cortex.timeline.open': () => showEntry(null),
    'cortex.timeline.entry': showEntry,
    'cortex.log.show': () => log.show(),
    'cortex.swarm.status': async () => showStatus(await freshViewModel(session)),
    'cortex.lock.list': async () => showLocks(await freshViewModel(session)),
    'cortex.verify': (_subject, shown) => verify(workIn(shown, { session, log }), requireProject(shown)),
    'cortex.lock.open': (subject, shown) =>
      openLock(fs, requireProject(viewModelFor(session, subject, shown)), subject?.kind === 'lock' ? subject.path : null),
    'cortex.lock.copyPath': (subject) => subject?.kind === 'lock' && copyPath(subject.path),
    'cortex.task.show': (subject, shown) => showTask(fs, requireProject(shown), subject?.kind === 'task' ? subject.id : null),
    'cortex.problem.open': (subject, shown) => openProblem(shown, subject),
  } satisfies Partial<Handlers<RegisteredId>>;
}

/** Handlers that show the timeline, reasoning, DNA and history. */
function historyHandlers(parts: CommandParts, documents: TextDocuments) {
  const search = (operation: string, shown: ViewModel): Search => {
    return { work: workIn(shown, parts), viewModel: requireProject(shown), title: operationNamed(operation).description };
  };
  return {
    'cortex.timeline.list': (_subject, shown) => showTimeline(search('timeline list', shown), documents),
    'cortex.timeline.query': (_subject, shown) => queryTimeline(search('timeline query', shown), documents),
    'cortex.timeline.precedents': (_subject, shown) => showPrecedents(search('timeline precedents', shown), documents),
    'cortex.reasoning.show': (subject, shown) => showReasoning(search('reasoning show', shown), subject, documents),
    'cortex.dna.describe': (_subject, shown) => describeDna(search('dna describe', shown), documents),
    'cortex.dna.show': (_subject, shown) => showDna(search('dna show', shown)),
    'cortex.swarm.replay': (_subject, shown) => {
      const { work, title } = search('swarm replay', shown);
      return replaySwarm(work, title, documents);
    },
  } satisfies Partial<Handlers<RegisteredId>>;
}

/** Returns the handler of a command that runs an operation; `undefined` for other commands. */
export function operationCommand(parts: CommandParts, id: RegisteredId): Run | undefined {
  const name = id.slice('cortex.'.length).replaceAll('.', ' ');
  return projectOperations.some((each) => each.name === name) ? (subject, shown) => perform(parts, name, subject, shown) : undefined;
}

/** @throws CortexError if there is no project */
export function requireProject(viewModel: ViewModel): ProjectViewModel {
  if (viewModel.kind === 'project') return viewModel;
  workingDirectory(viewModel);
  throw new CortexError('not-found', 'there is no .cortex folder here or in any folder above', { next: 'Initialize Cortex first.' });
}

/** @throws CortexError if no folder is open, or the workspace is untrusted */
export function workIn(viewModel: ViewModel, { session, log }: Pick<CommandParts, 'session' | 'log'>): Work {
  return { runtime: session.runtime, directory: workingDirectory(viewModel), log };
}

async function freshViewModel(session: ProjectSession): Promise<ProjectViewModel> {
  await session.refresh();
  return requireProject(session.viewModel);
}

/** Returns the view model of the subject's project, or `shown` if the subject names none. */
function viewModelFor(session: ProjectSession, subject: Subject | null, shown: ViewModel): ViewModel {
  const folder = subject !== null && 'folder' in subject ? subject.folder : undefined;
  return folder === undefined ? shown : session.pictureIn(folder);
}

/** Asks for the input of an operation, runs it, and reports its output. */
async function perform(parts: CommandParts, name: string, subject: Subject | null, shown: ViewModel): Promise<void> {
  const meant = viewModelFor(parts.session, subject, shown);
  const work = workIn(meant, parts);
  const viewModel = requireProject(meant);
  requireWritable(viewModel);
  const { description: title, input: schema } = operationNamed(name);
  const context = { work, viewModel, subject, person: personId(), title };
  const input = await (forms[name]?.(context) ?? askDecision(schema(), context));
  const outcome = await runOperation(work, name, input);
  if (name === 'lock acquire') await reportLocks(work, input, outcome, () => parts.session.refresh());
  else await reportOutcome(work, name, outcome);
  await parts.session.refresh();
}

async function init(parts: CommandParts, shown: ViewModel): Promise<void> {
  const { session } = parts;
  const work = workIn(shown, parts);
  const without = session.folders.filter(({ root }) => root === null);
  const choices = without.map(({ folder }) => ({ label: pickText(folder.name), description: pickText(folder.uri.fsPath), value: folder }));
  const question = { title: 'Initialize Cortex', placeHolder: 'Choose the folder to initialize' };
  const folder = choices.length > 1 ? await choose(choices, question) : choices[0]?.value;
  const directory = folder?.uri.fsPath ?? work.directory;
  await reportOutcome(work, 'init', await runOperation({ ...work, directory }, 'init', {}));
  if (folder !== undefined && session.folders.length > 1) await session.choose(folder);
  await session.refresh();
}

async function chooseProject(session: ProjectSession): Promise<void> {
  const choices = session.folders.map(({ folder, root, shown }) => ({
    label: pickText(folder.name),
    description: `${pickText(root ?? 'no .cortex folder yet')}${shown ? ' · shown now' : ''}`,
    value: folder,
  }));
  await session.choose(await choose(choices, { title: 'Choose Project', placeHolder: 'Choose the project to show' }));
}

/** Opens the location of the clicked problem, or of the worst one. Shows the message if it has no location. */
async function openProblem(viewModel: ViewModel, subject: Subject | null): Promise<void> {
  if (subject?.kind === 'message') return showWarning(subject.text);
  if (subject?.kind === 'problem') return openPlace(subject.file, subject.line, subject.column);
  const problem = findWorst(listProblems(viewModel));
  if (problem === null) return reportDone('No problems.');
  if (problem.file === null) return showWarning(problem.message);
  await openPlace(problem.file, problem.line, problem.column);
}
