import { isOwnedBy, type QueuedTask, type TeamWork } from '../../engine/team/index.ts';
import { askText, requireNonEmpty } from '../commands/ask.ts';
import type { Handlers, Run } from '../commands/handlers.ts';
import { reportDone, showWarning } from '../commands/notifications.ts';
import { personId } from '../commands/person.ts';
import { requireTrust } from '../commands/trust.ts';
import { dispatch, makeMove } from '../dashboards/work-queues/moves.ts';
import type { QueueMove } from '../dashboards/work-queues/protocol.ts';
import type { RegisteredId } from '../manifest/manifest.ts';
import type { Subject } from '../model/row.ts';
import { oneLine } from '../model/text.ts';
import { confirmClaim } from './confirm-silent.ts';
import { canUnblock, isBlocked } from './model/task-rows.ts';
import type { TeamSession } from './team-session.ts';
import { agentFor, projectFor, requireTeamWork, taskFor } from './which-task.ts';

/** An action on a task. */
interface Step {
  readonly title: string;
  /** Reports whether it applies to a task. */
  fits(queued: QueuedTask): boolean;
  /** Asks for the parameters. @throws Cancelled, NothingToChoose */
  ask(work: TeamWork, queued: QueuedTask, subject: Subject | null, title: string): Promise<QueueMove>;
}

const STEPS = {
  claim: {
    title: 'Claim Team Task',
    fits: ({ task }) => task.state === 'ready' && !isBlocked(task) && !task.needsApproval,
    ask: async (work, { project, task }, subject, title) => {
      const fits = (slug: string) => task.agent === null || task.agent === slug;
      const agent = await agentFor(work, subject, title, (each) => isOwnedBy(project, each) && fits(each.slug));
      return { kind: 'claim', agent: agent.slug };
    },
  },
  done: {
    title: 'Complete Team Task',
    fits: ({ task }) => task.state === 'in-progress',
    ask: async (work, { project, task }, subject, title) => {
      const { slug } =
        task.agent === null ? await agentFor(work, subject, title, (each) => isOwnedBy(project, each)) : { slug: task.agent };
      const prompt = 'Result in one line, written below the status';
      return { kind: 'finish', agent: slug, summary: await askText({ title, prompt, check: requireNonEmpty }) };
    },
  },
  reopen: {
    title: 'Reopen Team Task',
    fits: ({ task }) => task.state !== 'ready',
    ask: async () => ({ kind: 'reopen' }),
  },
  reassign: {
    title: 'Reassign Team Task',
    fits: ({ task }) => task.state === 'in-progress',
    ask: async (work, { task }, subject, title) => {
      const { slug } = await agentFor(work, subject?.kind === 'team-task' ? subject : null, title, (each) => each.slug !== task.agent);
      return { kind: 'reassign', agent: slug };
    },
  },
  block: {
    title: 'Block Team Task',
    fits: ({ task }) => task.state !== 'done' && !isBlocked(task),
    ask: async (_work, _queued, _subject, title) => {
      const reason = await askText({ title, prompt: 'Reason, written into the task', check: requireNonEmpty });
      return { kind: 'block', reason };
    },
  },
  unblock: {
    title: 'Unblock Team Task',
    fits: ({ task }) => canUnblock(task),
    ask: async () => ({ kind: 'block', reason: '' }),
  },
  approve: {
    title: 'Approve Team Task',
    fits: ({ task }) => task.needsApproval && task.state === 'ready',
    ask: async () => ({ kind: 'approve' }),
  },
} as const satisfies Readonly<Record<string, Step>>;

/** Handlers of the commands for tasks of work queues, by id. */
export function taskCommands(team: TeamSession) {
  const step =
    (name: keyof typeof STEPS): Run =>
    (subject) =>
      take(team, STEPS[name], subject);
  return {
    'cortex.team.claim': step('claim'),
    'cortex.team.done': step('done'),
    'cortex.team.reopen': step('reopen'),
    'cortex.team.reassign': step('reassign'),
    'cortex.team.block': step('block'),
    'cortex.team.unblock': step('unblock'),
    'cortex.team.approve': step('approve'),
    'cortex.team.dispatch': (subject) => dispatchTask(team, subject),
    'cortex.team.dispatchAny': () => dispatchTask(team, null),
    'cortex.team.heartbeat': (subject) => heartbeat(team, subject),
  } satisfies Partial<Handlers<RegisteredId>>;
}

async function take(team: TeamSession, { title, fits, ask }: Step, subject: Subject | null): Promise<void> {
  requireTrust();
  const work = requireTeamWork(team);
  const queued = await taskFor(work, subject, title, (each) => fits(each) && isOf(work, each, subject));
  const move = await ask(work, queued, subject, title);
  await confirmClaim(team, work, move);
  const { message } = await makeMove(work, queued, move, personId());
  reportEdit(team, work, queued.project.path, message);
}

/** Reports whether to offer a task. For a clicked agent, only tasks that it has or could claim. */
function isOf(work: TeamWork, { project, task }: QueuedTask, subject: Subject | null): boolean {
  if (subject?.kind !== 'team-agent') return true;
  return task.agent === subject.slug || (task.agent === null && isOwnedBy(project, work.requireAgent(subject.slug)));
}

async function dispatchTask(team: TeamSession, subject: Subject | null): Promise<void> {
  requireTrust();
  const work = requireTeamWork(team);
  const title = 'Dispatch Task';
  const { slug, path: note } = await projectFor(work, subject, title);
  const words = await askText({ title, prompt: `Title of the task in ${oneLine(slug, 60)}`, check: requireNonEmpty });
  const scope = await askText({ title, prompt: 'Scope (optional)' });
  const { message } = await dispatch(work, { project: slug, title: words, scope, needsApproval: false });
  reportEdit(team, work, note, message);
}

async function heartbeat(team: TeamSession, subject: Subject | null): Promise<void> {
  requireTrust();
  const work = requireTeamWork(team);
  const { slug, path: note } = await agentFor(work, subject, 'Send Team Heartbeat', () => true);
  const time = await work.heartbeat(slug);
  reportEdit(team, work, note, `Recorded a heartbeat of ${oneLine(slug, 60)} at ${time}.`);
}

/** Reports the result of an edit, and a second later any problem that the check of the edit has found. */
function reportEdit(team: TeamSession, work: TeamWork, note: string, message: string): void {
  reportDone(message);
  team.lookAt(note);
  void work.store.edits.whenIdle().then(() => showProblems(team, work));
}

const shown = new WeakMap<TeamWork, Set<string>>();

/** Shows problems that the checks of earlier edits have found, each once. */
export function showProblems(team: TeamSession, work: TeamWork): void {
  const before = shown.get(work) ?? new Set();
  shown.set(work, before);
  for (const problem of work.store.edits.problems.filter((each) => !before.has(each))) {
    before.add(problem);
    team.log.warn(`team: ${problem}`);
    showWarning(problem);
  }
}
