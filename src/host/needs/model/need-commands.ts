import path from 'node:path';
import type { NeedAction } from '../../../engine/platform/need.ts';
import type { CommandId } from '../../manifest/manifest.ts';
import type { Subject } from '../../model/row.ts';
import type { TeamSession } from '../../team/team-session.ts';
import type { WaitingNeed } from './waiting.ts';

/** A command that resolves a need. */
export interface NeedCommand {
  /** Title of the button. */
  readonly title: string;
  readonly command: CommandId;
  readonly subject: Subject;
}

/** Returns the current title of a team's task; empty if there is none. */
export type TaskTitle = (project: string, id: string) => string;

/** Returns the titles of tasks of the open team. */
export function taskTitles(team: Pick<TeamSession, 'store'>): TaskTitle {
  return (project, id) =>
    team
      .store()
      ?.projects.get(project)
      ?.tasks.find((task) => task.id === id)?.title ?? '';
}

const textOf = ({ input }: NeedAction, key: string): string => String(input[key] ?? '');

type SubjectOf = (action: NeedAction, need: WaitingNeed, titleOf: TaskTitle) => Subject;

const note =
  (key: string): SubjectOf =>
  (action) => ({ kind: 'note', path: textOf(action, key) });

/** Command and argument for each operation. */
const COMMANDS: Readonly<Record<string, readonly [CommandId | ((action: NeedAction) => CommandId), SubjectOf]>> = {
  'swarm approve': ['cortex.swarm.approve', taskOfSwarm],
  'swarm merge': ['cortex.swarm.merge', taskOfSwarm],
  'swarm retry': ['cortex.swarm.retry', taskOfSwarm],
  'swarm assign': ['cortex.swarm.assign', taskOfSwarm],
  'swarm abort': ['cortex.swarm.abort', wholeSwarm],
  'swarm budget': ['cortex.swarm.budget', wholeSwarm],
  'swarm admit': ['cortex.swarm.admit', agentOfSwarm],
  'swarm retire': ['cortex.swarm.retire', agentOfSwarm],
  'lock break': ['cortex.lock.break', (action, need) => ({ kind: 'lock', path: textOf(action, 'path'), agent: '', ...inFolder(need) })],
  'lock resolve': ['cortex.lock.resolve', changeToHeldFile],
  'timeline resolve': [
    'cortex.timeline.resolve',
    (action, need) => ({ kind: 'entry', id: textOf(action, 'id'), action: need.title, outcome: 'pending', ...inFolder(need) }),
  ],
  send: [({ input }) => (input.replyTo === undefined ? 'cortex.stack.send' : 'cortex.stack.reply'), messageOfStack],
  'plan unblock': ['cortex.stack.unblock', messageOfStack],
  'team approve': ['cortex.team.approve', taskOfTeam],
  'team reassign': ['cortex.team.reassign', taskOfTeam],
  'team reopen': ['cortex.team.reopen', taskOfTeam],
  'team unblock': ['cortex.team.unblock', taskOfTeam],
  'team projects': ['cortex.team.projects', (action) => ({ kind: 'team-project', slug: String(action.input.add) })],
  'vault accept': ['cortex.memory.accept', note('note')],
  'vault archive': ['cortex.memory.archive', note('note')],
  'vault supersede': ['cortex.memory.supersede', note('old')],
};

/** Returns the folder of the need's project, so that the command runs there whichever project is shown. */
const inFolder = ({ folder }: WaitingNeed) => (folder === null ? {} : { folder });

function wholeSwarm(_action: NeedAction, need: WaitingNeed): Subject {
  return { kind: 'swarm', ...inFolder(need) };
}

/** Returns the argument of the command that asks whether to restore or to keep the change. */
function changeToHeldFile(action: NeedAction, need: WaitingNeed): Subject {
  const mayRestore = need.actions.some(({ input }) => input.restore === true);
  return { kind: 'held-file-change', id: textOf(action, 'change'), path: need.title, mayRestore, ...inFolder(need) };
}

/** Returns the task, or the swarm for the final merge, whose root task the command finds itself. */
function taskOfSwarm({ input: { task, file } }: NeedAction, need: WaitingNeed): Subject {
  const rest = { ...(typeof file === 'string' && { about: file }), ...inFolder(need) };
  return typeof task === 'string' ? { kind: 'task', id: task, ...rest } : { kind: 'swarm', ...rest };
}

/** Returns the agent, or the swarm if the need names none and the user has to choose. */
function agentOfSwarm({ input: { agent } }: NeedAction, need: WaitingNeed): Subject {
  return typeof agent === 'string' ? { kind: 'agent', id: agent, ...inFolder(need) } : { kind: 'swarm', ...inFolder(need) };
}

function taskOfTeam(action: NeedAction, _need: WaitingNeed, titleOf: TaskTitle): Subject {
  const [project, id] = [textOf(action, 'project'), textOf(action, 'task')];
  return { kind: 'team-task', project, id, title: titleOf(project, id) };
}

function messageOfStack(action: NeedAction, { place }: WaitingNeed): Subject {
  const directory = path.dirname(place?.file ?? '');
  const [id, type] = [textOf(action, 'replyTo'), textOf(action, 'type')];
  const rest = { directory, ...(type !== '' && { type }) };
  return id === '' ? { kind: 'stack', ...rest } : { kind: 'stack-message', box: 'inbox', id, ...rest };
}

/** Returns the commands that resolve a need. Actions with the same command and argument are merged, as the command asks which to take. */
export function listNeedCommands(need: WaitingNeed, titleOf: TaskTitle): NeedCommand[] {
  const needCommands = need.actions.flatMap((action): NeedCommand | [] => {
    const [command, subjectOf] = COMMANDS[action.operation] ?? [];
    if (command === undefined || subjectOf === undefined) return [];
    return {
      title: action.title,
      command: typeof command === 'string' ? command : command(action),
      subject: subjectOf(action, need, titleOf),
    };
  });
  const first = new Map<string, NeedCommand>();
  for (const settling of needCommands) {
    const key = JSON.stringify([settling.command, settling.subject]);
    if (!first.has(key)) first.set(key, settling);
  }
  return [...first.values()];
}
