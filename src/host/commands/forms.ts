import * as vscode from 'vscode';
import type { SwarmStrategy, TaskNode, TimelineEntryType, TimelineOutcome } from '../../engine/crtx/index.ts';
import { isHere, manifestOf, type ProjectPicture } from '../model/picture.ts';
import type { Subject } from '../model/row.ts';
import { indexOf } from '../model/task-index.ts';
import { oneLine } from '../model/text.ts';
import { amount, Cancelled, choose, confirm, something, wholeNumber, write } from './ask.ts';
import type { Work } from './operations.ts';
import { pickAgent, pickDuration, pickEntry, pickLock, pickLocksOf, pickPaths, pickRole, pickTask } from './pickers.ts';

/** What a form knows: the project as it was shown when the command began, what was clicked, and who asks. */
export interface FormContext {
  readonly work: Work;
  readonly picture: ProjectPicture;
  /** `null` when the command comes from the palette. */
  readonly subject: Subject | null;
  /** `person:<name>`. */
  readonly person: string;
  readonly title: string;
}

/** Asks for the input of an operation. @throws Cancelled, NothingToChoose */
export type Form = (context: FormContext) => Promise<Readonly<Record<string, unknown>>>;

function taskIn({ subject, picture, title }: FormContext, fits: (node: TaskNode) => boolean): Promise<string> {
  if (subject?.kind === 'task') return Promise.resolve(subject.id);
  return pickTask(picture, title, fits).then(({ id }) => id);
}

function agentIn({ subject, picture, title }: FormContext): Promise<string> {
  return subject?.kind === 'agent' ? Promise.resolve(subject.id) : pickAgent(picture, title);
}

/** Who has a task, for a person who acts in the place of an agent. */
async function holderOf(context: FormContext, task: string): Promise<string> {
  const { picture, title } = context;
  const manifest = manifestOf(picture);
  const holder = manifest === null ? undefined : indexOf(manifest).get(task)?.node.assignedTo;
  return holder ?? pickAgent(picture, title);
}

const STRATEGIES: Readonly<Partial<Record<SwarmStrategy, string>>> = {
  parallel: 'Everybody takes what comes next',
  hierarchical: 'Everybody does what the coordinator assigns',
};

async function createSwarm({ title, person }: FormContext) {
  const task = await write({ title, prompt: 'What is the swarm to achieve?', check: something });
  const choices = Object.entries(STRATEGIES).map(([value, description]) => ({ label: value, description, value }));
  const strategy = await choose(choices, { title, placeHolder: 'How are tasks given out?' });
  const file = await pickPlan(title);
  const coordinator = await write({ title, prompt: 'Who coordinates it? You, or the id of an agent', value: person, check: something });
  return { task, strategy, coordinator, ...(file !== null && { file }) };
}

/** The file with the tasks, absolute; `null` for none. */
async function pickPlan(title: string): Promise<string | null> {
  const choices = [
    { label: 'Choose a plan file…', description: 'YAML or JSON with decomposition, budget and mergePolicy', value: true },
    { label: 'No plan', description: 'The whole is one task', value: false },
  ];
  if (!(await choose(choices, { title, placeHolder: 'Is there a plan that divides it into tasks?' }))) return null;
  const filters = { Plans: ['yaml', 'yml', 'json'] };
  const [chosen] = (await vscode.window.showOpenDialog({ title, canSelectMany: false, openLabel: 'Use Plan', filters })) ?? [];
  if (chosen === undefined) throw new Cancelled();
  return chosen.fsPath;
}

async function recruit({ picture, title, person }: FormContext) {
  const isThere = (text: string) => manifestOf(picture)?.agents.some((agent) => agent.id === text.trim() && isHere(agent));
  const agent = await write({
    title,
    prompt: `The id under which the agent works, or ${person} to join yourself`,
    check: (text) => something(text) ?? (isThere(text) ? 'This agent is in the swarm already.' : undefined),
  });
  return { agent, role: await pickRole(picture, title) };
}

async function retire(context: FormContext) {
  const agent = await agentIn(context);
  const detail = 'It leaves the swarm, and what it works on is pending again. Its locks end by themselves, or you break them.';
  await confirm(`Retire ${oneLine(agent, 60)}?`, detail, 'Retire');
  return { agent, by: context.person };
}

async function assign(context: FormContext) {
  const task = await taskIn(context, ({ status }) => status === 'pending');
  return { task, agent: await pickAgent(context.picture, context.title), by: context.person };
}

async function claim(context: FormContext) {
  const { subject } = context;
  return { agent: await agentIn(context), ...(subject?.kind === 'task' && { task: subject.id }) };
}

async function start(context: FormContext) {
  const task = await taskIn(context, ({ status, assignedTo }) => status === 'pending' && assignedTo !== undefined);
  return { task, agent: await holderOf(context, task) };
}

async function complete(context: FormContext) {
  const task = await taskIn(context, ({ status }) => status === 'active');
  const agent = await holderOf(context, task);
  const output = await write({ title: context.title, prompt: 'What came of it? May be left empty' });
  return { task, agent, ...(output !== '' && { output }) };
}

async function fail(context: FormContext) {
  const task = await taskIn(context, ({ status }) => status === 'active');
  const agent = await holderOf(context, task);
  const reason = await write({ title: context.title, prompt: 'Why is it given up?', check: something });
  await confirm(`Give up task ${oneLine(task, 60)}?`, 'It cannot be taken up again, and what depends on it is skipped.', 'Give Up');
  return { task, agent, reason };
}

async function usage(context: FormContext) {
  const agent = await agentIn(context);
  const { title } = context;
  const tokens = Number(await write({ title, prompt: 'Tokens used since the last report', value: '0', check: wholeNumber }));
  const cost = Number(await write({ title, prompt: 'US dollars spent since the last report', value: '0', check: amount }));
  return { agent, tokens, cost };
}

async function acquire({ work, picture, title, person }: FormContext) {
  const paths = await pickPaths(work.runtime.fs, picture.root, title);
  const kinds = [
    { label: 'Exclusive', description: 'Nobody else gets in', value: false },
    { label: 'Shared', description: 'Other shared locks get in', value: true },
  ];
  const shared = await choose(kinds, { title, placeHolder: 'Who else may work there?' });
  const ttl = await pickDuration(title);
  const reason = await write({ title, prompt: 'What is it for? May be left empty' });
  return { paths, agent: person, shared, ttl, reason };
}

/** Locks of one agent: of the one that holds the row's, else of the person. */
async function ownLocks({ picture, subject, title, person }: FormContext) {
  if (subject?.kind === 'lock' && subject.agent !== '') return { paths: [subject.path], agent: subject.agent };
  const locks = await pickLocksOf(person, picture, title);
  return { paths: locks.map(({ path }) => path), agent: person };
}

async function renew(context: FormContext) {
  return { ...(await ownLocks(context)), ttl: await pickDuration(context.title) };
}

async function breakLock({ picture, subject, title, person }: FormContext) {
  const path = subject?.kind === 'lock' ? subject.path : (await pickLock(picture, title)).path;
  const holders = picture.view?.locks.filter((lock) => lock.path === path).map(({ agentId }) => oneLine(agentId, 60)) ?? [];
  const reason = await write({ title, prompt: `Why is the lock on ${oneLine(path)} broken?`, check: something });
  const detail = `${holders.join(', ')} may be in the middle of an edit, and is not told before it next asks.`;
  await confirm(`Break the lock on ${oneLine(path)}?`, detail, 'Break Lock');
  return { path, by: person, reason };
}

const ENTRY_TYPES: Readonly<Partial<Record<TimelineEntryType, string>>> = {
  decision: 'A choice, and why',
  discovery: 'Something found out',
  learning: 'Something to do better next time',
  failure: 'Something that did not work',
  escalation: 'Something that needs a person',
};

async function addEntry({ title, person }: FormContext) {
  const types = Object.entries(ENTRY_TYPES).map(([value, description]) => ({ label: value, description, value }));
  const type = await choose(types, { title, placeHolder: 'What kind of entry is it?' });
  const action = await write({ title, prompt: 'What was done?', check: something });
  const reasoning = await write({ title, prompt: 'Why?', check: something });
  const levels = [1, 0.8, 0.5, 0.2].map((value) => ({ label: `${value * 100} %`, value }));
  const confidence = await choose(levels, { title, placeHolder: 'How sure are you?' });
  return { agent: person, type, action, reasoning, confidence };
}

const OUTCOMES: Readonly<Record<Exclude<TimelineOutcome, 'pending'>, string>> = {
  success: 'It worked',
  failure: 'It did not work',
  abandoned: 'It was given up',
};

async function resolveEntry({ work, title }: FormContext) {
  const entry = await pickEntry(work, title, 'pending');
  const outcomes = Object.entries(OUTCOMES).map(([value, description]) => ({ label: value, description, value }));
  const outcome = await choose(outcomes, { title, placeHolder: 'How did it end?' });
  const detail = await write({ title, prompt: 'In words; may be left empty' });
  return { id: entry.id, outcome, ...(detail !== '' && { detail }) };
}

/** How the input of each operation that changes something is asked for, by its name. */
export const forms: Readonly<Record<string, Form>> = {
  'swarm create': createSwarm,
  'swarm recruit': recruit,
  'swarm retire': retire,
  'swarm assign': assign,
  'swarm claim': claim,
  'swarm start': start,
  'swarm complete': complete,
  'swarm fail': fail,
  'swarm usage': usage,
  'lock acquire': acquire,
  'lock renew': renew,
  'lock release': ownLocks,
  'lock break': breakLock,
  'timeline add': addEntry,
  'timeline resolve': resolveEntry,
};
