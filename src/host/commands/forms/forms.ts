import * as vscode from 'vscode';
import type { SwarmStrategy } from '../../../engine/crtx/index.ts';
import { isParticipating } from '../../../engine/swarm/index.ts';
import { fileToLockPath } from '../../model/locks/lock-files.ts';
import { getTaskIndex } from '../../model/swarm/task-index.ts';
import { manifestOf } from '../../model/swarm/view-model.ts';
import { oneLine } from '../../model/text.ts';
import { amount, askText, Cancelled, choose, confirm, requireNonEmpty, wholeNumber } from '../ask.ts';
import { WAIT_MS } from '../lock-offers.ts';
import { decisionForms } from './decision-forms.ts';
import { dnaForms } from './dna-forms.ts';
import { entryForms } from './entry-forms.ts';
import { type Form, type FormContext, taskIn } from './form.ts';
import { pickPaths } from './path-pickers.ts';
import { pickAgent, pickDuration, pickLockOrWait, pickLocksOf, pickRole, required } from './pickers.ts';

function agentIn({ subject, viewModel, title }: FormContext): Promise<string> {
  return subject?.kind === 'agent' ? Promise.resolve(subject.id) : pickAgent(viewModel, title);
}

/** Returns the agent that has a task, on whose behalf the user acts, or asks for one. */
async function holderOf(context: FormContext, task: string): Promise<string> {
  const { viewModel, title } = context;
  const manifest = manifestOf(viewModel);
  const holder = manifest === null ? undefined : getTaskIndex(manifest).get(task)?.node.assignedTo;
  return holder ?? pickAgent(viewModel, title);
}

const STRATEGIES: Readonly<Record<SwarmStrategy, string>> = {
  parallel: 'Agents claim the next ready task',
  pipeline: 'Tasks run one after another, each with the results of the earlier ones',
  hierarchical: 'The coordinator assigns each task',
  consensus: 'Agents vote on an approach before they start a task',
  competitive: 'Several agents do the same task, and the best result wins',
};

async function createSwarm({ title, person }: FormContext) {
  const task = await askText({ title, prompt: 'Goal of the swarm', check: requireNonEmpty });
  const choices = Object.entries(STRATEGIES).map(([value, description]) => ({ label: value, description, value }));
  const strategy = await choose(choices, { title, placeHolder: 'How are tasks assigned?' });
  const file = await pickPlan(title);
  const coordinator = await askText({ title, prompt: 'Coordinator: you, or an agent ID', value: person, check: requireNonEmpty });
  return { task, strategy, coordinator, ...(file !== null && { file }) };
}

/** Asks for a plan file. Returns its absolute path; `null` for no plan. */
async function pickPlan(title: string): Promise<string | null> {
  const choices = [
    { label: 'Choose a plan file…', description: 'YAML or JSON with decomposition, budget and mergePolicy', value: true },
    { label: 'No plan', description: 'The swarm has a single task', value: false },
  ];
  if (!(await choose(choices, { title, placeHolder: 'Is there a plan with tasks?' }))) return null;
  const filters = { Plans: ['yaml', 'yml', 'json'] };
  const [chosen] = (await vscode.window.showOpenDialog({ title, canSelectMany: false, openLabel: 'Use Plan', filters })) ?? [];
  if (chosen === undefined) throw new Cancelled();
  return chosen.fsPath;
}

async function recruit({ viewModel, title, person }: FormContext) {
  const isThere = (text: string) => manifestOf(viewModel)?.agents.some((agent) => agent.id === text.trim() && isParticipating(agent));
  const agent = await askText({
    title,
    prompt: `The id under which the agent works, or ${person} to join yourself`,
    check: (text) => requireNonEmpty(text) ?? (isThere(text) ? 'This agent is already in the swarm.' : undefined),
  });
  return { agent, role: await pickRole(viewModel, title) };
}

/** Asks whether to admit the clicked applicant, or a selected one. */
async function admit({ viewModel, subject, title, person }: FormContext) {
  const applicants = viewModel.view?.applicants ?? [];
  const named = subject?.kind === 'agent' && applicants.some(({ agent }) => agent === subject.id) ? subject.id : null;
  const choices = applicants.map(({ agent, role }) => ({ label: oneLine(agent, 60), description: oneLine(role), value: agent }));
  const waiting = required(choices, 'No agents are waiting to be admitted.');
  const agent = named ?? (await choose(waiting, { title, placeHolder: 'Choose a waiting agent' }));
  const ways = [
    { label: 'Admit', description: 'It joins the swarm', value: false },
    { label: 'Refuse', description: 'It does not join; it may ask again', value: true },
  ];
  return { agent, by: person, refuse: await choose(ways, { title, placeHolder: oneLine(agent, 60) }) };
}

async function retire(context: FormContext) {
  const agent = await agentIn(context);
  const detail = 'It leaves the swarm, and other agents can claim its tasks. It keeps its locks until they expire; you can break them.';
  await confirm(`Retire ${oneLine(agent, 60)}?`, detail, 'Retire');
  return { agent, by: context.person };
}

async function assign(context: FormContext) {
  const task = await taskIn(context, ({ status }) => status === 'pending');
  const { subject, viewModel, title } = context;
  const agent = (subject?.kind === 'task' ? subject.agent : undefined) ?? (await pickAgent(viewModel, title));
  return { task, agent, by: context.person };
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
  const output = await askText({ title: context.title, prompt: 'Result (optional)' });
  return { task, agent, ...(output !== '' && { output }) };
}

async function fail(context: FormContext) {
  const task = await taskIn(context, ({ status }) => status === 'active');
  const agent = await holderOf(context, task);
  const reason = await askText({ title: context.title, prompt: 'Reason for the failure', check: requireNonEmpty });
  await confirm(`Fail task ${oneLine(task, 60)}?`, 'Its dependents are skipped until it is retried.', 'Fail Task');
  return { task, agent, reason };
}

async function usage(context: FormContext) {
  const agent = await agentIn(context);
  const { title } = context;
  const tokens = Number(await askText({ title, prompt: 'Tokens used since the last report', value: '0', check: wholeNumber }));
  const cost = Number(await askText({ title, prompt: 'US dollars spent since the last report', value: '0', check: amount }));
  return { agent, tokens, cost };
}

async function heartbeat(context: FormContext) {
  return { agent: await agentIn(context) };
}

async function acquire({ work, viewModel, subject, title, person }: FormContext) {
  const { fs } = work.runtime;
  const held = subject?.kind === 'held-file' ? [subject.file] : null;
  const files = subject?.kind === 'files' ? subject.files : held;
  const paths =
    files === null ? await pickPaths(fs, viewModel.root, title) : files.map((file) => fileToLockPath(fs, viewModel.root, file) ?? file);
  const kinds = [
    { label: 'Exclusive', description: 'Other agents cannot lock it', value: false },
    { label: 'Shared', description: 'Other agents can hold shared locks', value: true },
  ];
  const shared = await choose(kinds, { title, placeHolder: 'Choose a lock type' });
  const ttl = await pickDuration(title);
  const reason = await askText({ title, prompt: 'Reason (optional)' });
  return { paths, agent: person, shared, ttl, reason, ...(held !== null && { wait: WAIT_MS }) };
}

/** Returns the clicked lock with its holder, or asks for locks of the user. */
async function ownLocks({ viewModel, subject, title, person }: FormContext) {
  if (subject?.kind === 'lock' && subject.agent !== '') return { paths: [subject.path], agent: subject.agent };
  const locks = await pickLocksOf(person, viewModel, title);
  return { paths: locks.map(({ path }) => path), agent: person };
}

async function renew(context: FormContext) {
  return { ...(await ownLocks(context)), ttl: await pickDuration(context.title) };
}

async function breakLock({ viewModel, subject, title, person }: FormContext) {
  if (subject?.kind === 'wait') return endWait(subject, title, person);
  const chosen = subject?.kind === 'lock' ? subject : await pickLockOrWait(viewModel, title);
  if (chosen.kind === 'wait') return endWait(chosen, title, person);
  const { path } = chosen;
  const holders = viewModel.view?.locks.filter((lock) => lock.path === path).map(({ agentId }) => oneLine(agentId, 60)) ?? [];
  const reason = await askText({ title, prompt: `Reason for breaking the lock on ${oneLine(path)}`, check: requireNonEmpty });
  const detail = `${holders.join(', ')} may be editing it, and is not notified until its next command.`;
  await confirm(`Break the lock on ${oneLine(path)}?`, detail, 'Break Lock');
  return { path, by: person, reason };
}

async function endWait({ agent, path }: { readonly agent: string; readonly path: string }, title: string, person: string) {
  const prompt = `Reason for ending the wait of ${oneLine(agent, 60)} for ${oneLine(path)}`;
  return { path, by: person, waiter: agent, reason: await askText({ title, prompt, check: requireNonEmpty }) };
}

async function resolveChange({ subject, title, person }: FormContext) {
  if (subject?.kind !== 'held-file-change') throw new Cancelled();
  const { id, path, mayRestore } = subject;
  const restore = { label: 'Restore', description: 'Restore the earlier content, unless the file has changed again', value: true };
  const choices = [...(mayRestore ? [restore] : []), { label: 'Keep Change', description: 'Leave the file unchanged', value: false }];
  const isRestored = await choose(choices, { title, placeHolder: `${oneLine(path)} changed while another agent's command ran` });
  return { change: id, restore: isRestored, keep: !isRestored, by: person };
}

/** Forms of the operations that change something, by operation name. */
export const forms: Readonly<Record<string, Form>> = {
  'swarm create': createSwarm,
  'swarm recruit': recruit,
  'swarm admit': admit,
  'swarm retire': retire,
  'swarm assign': assign,
  'swarm claim': claim,
  'swarm start': start,
  'swarm complete': complete,
  'swarm fail': fail,
  'swarm usage': usage,
  'swarm heartbeat': heartbeat,
  ...decisionForms,
  'lock acquire': acquire,
  'lock renew': renew,
  'lock release': ownLocks,
  'lock break': breakLock,
  'lock resolve': resolveChange,
  ...entryForms,
  ...dnaForms,
};
