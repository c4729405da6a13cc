import * as vscode from 'vscode';
import type { TaskNode } from '../../../engine/crtx/index.ts';
import { isParticipating, type OpenSubject } from '../../../engine/swarm/index.ts';
import type { Subject } from '../../model/row.ts';
import { type DecisionAction, getDecisions, listActions, waitText } from '../../model/swarm/decisions.ts';
import { manifestOf } from '../../model/swarm/view-model.ts';
import { counted, oneLine, pickText } from '../../model/text.ts';
import { amount, askText, Cancelled, type Choice, choose, confirm, requireNonEmpty, wholeNumber } from '../ask.ts';
import { type Form, type FormContext, taskIn } from './form.ts';
import { pickAgent, required } from './pickers.ts';

/** Returns the clicked decision, or the only one of the clicked task; otherwise asks. */
async function subjectIn({ viewModel, title, subject }: FormContext, way: DecisionAction): Promise<OpenSubject> {
  const manifest = manifestOf(viewModel);
  const open = manifest === null ? [] : getDecisions(manifest).open.filter((each) => listActions(each).includes(way));
  const meant = open.filter((each) => isMeant(each, subject));
  const [only] = meant;
  if (only !== undefined && meant.length === 1 && subject !== null) return only;
  return choose(required(meant.map(subjectChoice), 'There are no open decisions.'), {
    title,
    placeHolder: 'Choose a decision',
  });
}

/** Reports whether a decision was clicked, or belongs to the clicked task or swarm. */
function isMeant({ id, task, about }: OpenSubject, subject: Subject | null): boolean {
  if (subject?.kind === 'decision') return id === subject.id;
  if (subject?.kind !== 'task' && subject?.kind !== 'swarm') return true;
  return (subject.kind === 'swarm' || task === subject.id) && (subject.about ?? about) === about;
}

function subjectChoice(subject: OpenSubject): Choice<OpenSubject> {
  const { kind, task, about } = subject;
  return {
    label: pickText(about) || pickText(task),
    description: `${kind} · ${pickText(task, 60)} · ${waitText(subject)}`,
    value: subject,
  };
}

/** Returns the option that the click selected, or asks for one. */
function optionIn({ subject, title }: FormContext, { options, about, vote }: OpenSubject): Promise<string> {
  if (subject?.kind === 'decision' && subject.choice !== null) return Promise.resolve(subject.choice);
  const voices = new Map(vote?.voices.map(({ choice, count }) => [choice, counted(count, 'voice')]));
  const choices = options.map((value) => ({ label: pickText(value), description: voices.get(value) ?? '', value }));
  return choose(choices, { title, placeHolder: oneLine(about) });
}

/** Returns the voter: the user, if they are in the swarm, otherwise an agent on whose behalf they vote. */
function voterIn({ viewModel, person, title }: FormContext): Promise<string> {
  const isMember = manifestOf(viewModel)?.agents.some((agent) => agent.id === person && isParticipating(agent)) ?? false;
  return isMember ? Promise.resolve(person) : pickAgent(viewModel, title);
}

async function propose(context: FormContext) {
  const task = await taskIn(context, ({ status }) => status === 'pending');
  const agent = await voterIn(context);
  return { task, agent, approach: await askText({ title: context.title, prompt: 'How should it be done?', check: requireNonEmpty }) };
}

async function vote(context: FormContext) {
  const subject = await subjectIn(context, 'vote');
  const choice = await optionIn(context, subject);
  return { subject: subject.id, agent: await voterIn(context), for: choice };
}

/** Answers a question, or decides a contest with the results that are already submitted. */
async function merge(context: FormContext) {
  const { viewModel, subject: clicked, person: by } = context;
  const manifest = manifestOf(viewModel);
  const decisions = manifest === null ? null : getDecisions(manifest);
  const asked = decisions?.open.some(
    (each) => listActions(each).includes('pick') && (clicked?.kind !== 'task' || each.task === clicked.id),
  );
  // A clicked decision that is no longer open must not be taken for a contest.
  if (asked !== true && clicked?.kind !== 'decision') return { task: await contestIn(context, decisions?.contested ?? []), by };
  const subject = await subjectIn(context, 'pick');
  const pick = await optionIn(context, subject);
  const { file } = subject;
  return { task: subject.task, by, pick, ...(file !== undefined && { file }) };
}

async function contestIn(context: FormContext, contested: readonly TaskNode[]): Promise<string> {
  const task = await taskIn(context, (node) => contested.includes(node));
  await confirm(`Decide ${oneLine(task, 60)} now?`, 'Agents that still work on it are not waited for.', 'Decide');
  return task;
}

async function approve(context: FormContext) {
  const { title, person: by, subject: clicked } = context;
  const subject = await subjectIn(context, 'approve');
  const choices = [
    { label: 'Approve', description: 'The merged result is accepted', value: 'yes' },
    { label: 'Refuse', description: 'The merged result is rejected', value: 'no' },
  ];
  const clickedChoice = clicked?.kind === 'decision' ? clicked.choice : null;
  const refuse = (clickedChoice ?? (await choose(choices, { title, placeHolder: oneLine(subject.about) }))) === 'no';
  const approval = { task: subject.task, by };
  return refuse ? { ...approval, refuse, reason: await askText({ title, prompt: 'What must change?', check: requireNonEmpty }) } : approval;
}

async function abort({ title, person }: FormContext) {
  const reason = await askText({ title, prompt: 'Reason for aborting the swarm', check: requireNonEmpty });
  await confirm(
    'Abort the swarm?',
    'Unfinished tasks are skipped. Agents that still work on them are notified when they submit results.',
    'Abort Swarm',
  );
  return { by: person, reason };
}

const MINUTE = 60_000;

/** Limits of the budget, and how to ask for their values. */
const LIMITS = [
  { label: 'Agents', value: { name: 'agents', prompt: 'Maximum number of agents', check: wholeNumber, factor: 1 } },
  { label: 'Tokens', value: { name: 'tokens', prompt: 'Maximum number of tokens', check: wholeNumber, factor: 1 } },
  { label: 'Cost', value: { name: 'cost', prompt: 'Maximum cost in US dollars', check: amount, factor: 1 } },
  {
    label: 'Duration',
    value: { name: 'duration', prompt: 'Maximum duration in minutes, without pauses', check: wholeNumber, factor: MINUTE },
  },
];

async function budget({ title, person }: FormContext) {
  const { name, prompt, check, factor } = await choose(LIMITS, { title, placeHolder: 'Which limit?' });
  return { by: person, [name]: Number(await askText({ title, prompt, check })) * factor };
}

async function retry(context: FormContext) {
  const task = await taskIn(context, ({ status }) => status === 'failed' || status === 'skipped');
  return { task, by: context.person };
}

async function decompose(context: FormContext) {
  const task = await taskIn(context, ({ status, assignedTo }) => status === 'pending' && assignedTo === undefined);
  const filters = { Tasks: ['yaml', 'yml', 'json'] };
  const { title } = context;
  const [file] = (await vscode.window.showOpenDialog({ title, canSelectMany: false, openLabel: 'Use Tasks', filters })) ?? [];
  if (file === undefined) throw new Cancelled();
  return { task, by: context.person, file: file.fsPath };
}

/** Forms of the operations that decide for a swarm or control it, by operation name. */
export const decisionForms: Readonly<Record<string, Form>> = {
  'swarm propose': propose,
  'swarm vote': vote,
  'swarm merge': merge,
  'swarm approve': approve,
  'swarm abort': abort,
  'swarm budget': budget,
  'swarm retry': retry,
  'swarm decompose': decompose,
};
