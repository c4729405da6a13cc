import {
  addTask,
  addToPlan,
  blockInPlan,
  completeInPlan,
  type PlanTask,
  parsePlanText,
  planSteps,
  STACK_FILES,
  type StackFiles,
  type StackStore,
  startInPlan,
  type TaskStatus,
  unblockInPlan,
} from '../../engine/stack/index.ts';
import { askText, choose, requireNonEmpty } from '../commands/ask.ts';
import { required } from '../commands/forms/pickers.ts';
import type { Handlers } from '../commands/handlers.ts';
import { reportDone, showWarning } from '../commands/notifications.ts';
import { requireTrust } from '../commands/trust.ts';
import { editDocument, unsavedDocument } from '../commands/unsaved-documents.ts';
import type { RegisteredId } from '../manifest/manifest.ts';
import type { Subject } from '../model/row.ts';
import { oneLine, pickText } from '../model/text.ts';
import { PLAN_ICONS } from './model/plan-rows.ts';
import type { StackSession } from './stack-session.ts';
import { findTaskAgain, stackFor } from './which-stack.ts';

/** A status change of a plan task. */
interface Step {
  readonly title: string;
  /** Statuses of the tasks that it applies to. */
  readonly statuses: readonly TaskStatus[];
  /** Whether to ask for a reason. */
  readonly asksWhy: boolean;
  /** Changes the file. @returns the changed task, and whether the change took effect */
  change(store: StackStore, task: PlanTask, why: string): Promise<{ readonly task: PlanTask; readonly done: boolean }>;
  /** Changes a text in the same way. */
  edit(text: string, task: PlanTask, why: string, now: number): string;
  /** Message after success. The title of the task precedes it. */
  readonly said: string;
}

const changed = ({ task }: { readonly task: PlanTask }) => ({ task, done: true });

const STEPS = {
  start: {
    title: 'Start Plan Task',
    statuses: ['pending'],
    asksWhy: false,
    change: (store, task) => startInPlan(store, task).then(({ task: now, started }) => ({ task: now, done: started })),
    edit: planSteps.start,
    said: 'is in progress.',
  },
  done: {
    title: 'Complete Plan Task',
    statuses: ['pending', 'in progress', 'blocked', 'unknown'],
    asksWhy: false,
    change: (store, task) => completeInPlan(store, task).then(changed),
    edit: (text, task, _why, now) => planSteps.done(text, task, now),
    said: 'is done.',
  },
  block: {
    title: 'Block Plan Task',
    statuses: ['pending', 'in progress', 'unknown'],
    asksWhy: true,
    change: (store, task, why) => blockInPlan(store, task, why).then(changed),
    edit: planSteps.block,
    said: 'is blocked.',
  },
  unblock: {
    title: 'Unblock Plan Task',
    statuses: ['blocked'],
    asksWhy: false,
    change: (store, task) => unblockInPlan(store, task).then(changed),
    edit: planSteps.unblock,
    said: 'is unblocked.',
  },
} as const satisfies Record<string, Step>;

export type StepName = keyof typeof STEPS;

/** Handlers of the commands for tasks of PLAN.md, by id. */
export function planCommands(session: StackSession) {
  const step = (name: StepName) => (subject: Subject | null) => takeStep(session, STEPS[name], subject);
  return {
    'cortex.stack.start': step('start'),
    'cortex.stack.done': step('done'),
    'cortex.stack.block': step('block'),
    'cortex.stack.unblock': step('unblock'),
    'cortex.stack.addTask': (subject) => add(session, subject),
  } satisfies Partial<Handlers<RegisteredId>>;
}

async function pickTask(tasks: readonly PlanTask[], { title, statuses }: Step): Promise<PlanTask> {
  const choices = tasks
    .filter(({ status }) => statuses.includes(status))
    .map((task) => ({
      label: `$(${PLAN_ICONS[task.status].name}) ${pickText(task.title)}`,
      description: pickText([task.id ?? '', task.status].filter((part) => part !== '').join(' · ')),
      value: task,
    }));
  return choose(required(choices, 'The plan has no matching task.'), { title, placeHolder: 'Choose a task' });
}

async function takeStep(session: StackSession, step: Step, subject: Subject | null): Promise<void> {
  requireTrust();
  const { files } = await stackFor(session, subject, step.title);
  const document = unsavedDocument(files.fileOf(STACK_FILES.plan));
  const now = () => (document === undefined ? freshTasks(files) : parsePlanText(document.getText()));
  const shown = subject?.kind === 'plan-task' ? findTaskAgain(now(), subject) : await pickTask(now(), step);
  const why = step.asksWhy ? await askText({ title: step.title, prompt: 'Reason, written after the task' }) : '';
  const name = oneLine(shown.title, 60);
  if (document?.isDirty === true) {
    const text = document.getText();
    await editDocument(document, step.edit(text, findTaskAgain(parsePlanText(text), shown), why, files.stack.store.runtime.clock.now()));
    return reportDone(`${name} ${step.said} PLAN.md is not saved yet.`);
  }
  const { task, done } = await step.change(files.stack.store, shown, why);
  if (done) reportDone(`${name} ${step.said}`);
  else showWarning(`${name} was not started: it is ${task.status}.`);
}

function freshTasks(files: StackFiles): readonly PlanTask[] {
  files.drop(STACK_FILES.plan);
  return files.tasks;
}

async function add(session: StackSession, subject: Subject | null): Promise<void> {
  requireTrust();
  const title = 'Add Plan Task';
  const { files } = await stackFor(session, subject, title);
  const words = await askText({
    title,
    prompt: `Title of the task for the plan of ${files.name}`,
    check: requireNonEmpty,
  });
  const document = unsavedDocument(files.fileOf(STACK_FILES.plan));
  if (document !== undefined) {
    await editDocument(document, addTask(document.getText(), { title: words }));
    return reportDone('Added. PLAN.md is not saved yet.');
  }
  const { task } = await addToPlan(files.stack.store, { title: words });
  reportDone(`Added: ${oneLine(task.title, 60)}`);
}
