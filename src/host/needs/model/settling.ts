import path from 'node:path';
import type { NeedAction } from '../../../engine/platform/need.ts';
import type { Subject } from '../../model/row.ts';
import type { TeamSession } from '../../team/team-session.ts';
import type { WaitingNeed } from './waiting.ts';

/** A command of the editor that settles a need. */
export interface Settling {
  /** Of the button. */
  readonly title: string;
  readonly command: string;
  readonly subject: Subject;
}

/** The title of a task of a team, as it is now; empty where there is none. */
export type TaskTitle = (project: string, id: string) => string;

/** The titles of the tasks of the team that is open. */
export function titlesIn(team: Pick<TeamSession, 'store'>): TaskTitle {
  return (project, id) =>
    team
      .store()
      ?.projects.get(project)
      ?.tasks.find((task) => task.id === id)?.title ?? '';
}

const textOf = ({ input }: NeedAction, key: string): string => String(input[key] ?? '');

/** Of what the commands for each operation are about. */
const SUBJECTS: Readonly<Record<string, (action: NeedAction, need: WaitingNeed, titleOf: TaskTitle) => Subject>> = {
  'swarm approve': taskOfSwarm,
  'swarm merge': taskOfSwarm,
  'swarm retry': taskOfSwarm,
  'swarm assign': taskOfSwarm,
  'swarm abort': (_action, need) => ({ kind: 'swarm', ...inFolder(need) }),
  'swarm budget': (_action, need) => ({ kind: 'swarm', ...inFolder(need) }),
  'swarm admit': agentOfSwarm,
  'swarm retire': agentOfSwarm,
  'lock break': (action, need) => ({ kind: 'lock', path: textOf(action, 'path'), agent: '', ...inFolder(need) }),
  'timeline resolve': (action, need) => ({
    ...{ kind: 'entry', id: textOf(action, 'id'), action: need.title, outcome: 'pending' },
    ...inFolder(need),
  }),
  send: messageOfStack,
  'team approve': taskOfTeam,
  'team reassign': taskOfTeam,
  'team reopen': taskOfTeam,
  'team block': taskOfTeam,
  'team projects': (action) => ({ kind: 'team-project', slug: String(action.input.add) }),
  'vault accept': (action) => ({ kind: 'note', path: textOf(action, 'note') }),
  'vault archive': (action) => ({ kind: 'note', path: textOf(action, 'note') }),
  'vault supersede': (action) => ({ kind: 'note', path: textOf(action, 'old') }),
};

/** What settles it is done in its own project, whichever is shown. */
const inFolder = ({ folder }: WaitingNeed) => (folder === null ? {} : { folder });

/** The merge of the whole is about the task at the top, which commands find by themselves. */
function taskOfSwarm({ input: { task, file } }: NeedAction, need: WaitingNeed): Subject {
  const rest = { ...(typeof file === 'string' && { about: file }), ...inFolder(need) };
  return typeof task === 'string' ? { kind: 'task', id: task, ...rest } : { kind: 'swarm', ...rest };
}

/** Where it is for a person to find out who has gone, nobody is named. */
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

/** Commands that are not called as their operation is. */
const COMMANDS: Readonly<Record<string, string>> = {
  'team block': 'cortex.team.unblock',
  'vault accept': 'cortex.memory.accept',
  'vault archive': 'cortex.memory.archive',
  'vault supersede': 'cortex.memory.supersede',
};

function commandOf({ operation, input }: NeedAction): string {
  if (operation === 'send') return input.replyTo === undefined ? 'cortex.stack.send' : 'cortex.stack.reply';
  return COMMANDS[operation] ?? `cortex.${operation.replaceAll(' ', '.')}`;
}

/** What settles a need; commands that ask which of two ways it is to be are there once. */
export function settlingsOf(need: WaitingNeed, titleOf: TaskTitle): Settling[] {
  const settlings = need.actions.flatMap((action): Settling | [] => {
    const subjectOf = SUBJECTS[action.operation];
    return subjectOf === undefined ? [] : { title: action.title, command: commandOf(action), subject: subjectOf(action, need, titleOf) };
  });
  const first = new Map<string, Settling>();
  for (const settling of settlings) {
    const key = JSON.stringify([settling.command, settling.subject]);
    if (!first.has(key)) first.set(key, settling);
  }
  return [...first.values()];
}
