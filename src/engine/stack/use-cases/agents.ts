import path from 'node:path';
import type { EditResult } from '../../files/second-look/text-edits.ts';
import { CortexError, joinSentences } from '../../platform/errors.ts';
import type { OperationContext, Outcome } from '../../platform/operation.ts';
import { counted } from '../../text/amounts.ts';
import { checkAgents, examineAgents, STACK_NAME_CODE } from '../agents/agents-check.ts';
import { addAgent, changeAgent, removeAgent, requireAgent } from '../agents/agents-edit.ts';
import { type AgentDefinition, hiddenAgentError, parseAgents } from '../agents/agents-file.ts';
import { CONFLICT_CODE, HALF_CONFLICT_CODE } from '../conflicts.ts';
import type {
  AddAgentInput,
  AgentsListOutput,
  AgentsStatusOutput,
  ChangeAgentInput,
  ChangedAgentOutput,
  RemoveAgentInput,
  RemovedAgentOutput,
} from '../schemas/agents.ts';
import { Stacks } from '../stacks.ts';
import { readStatus, readStatuses, type StackStatus } from '../status.ts';
import { STACK_FILES } from '../store.ts';
import { stackOperation } from './in-stacks.ts';

function agentView({ name, role, stack, skills, hooks, line }: AgentDefinition): AgentsListOutput['agents'][number] {
  return { name, role, stack, skills: [...skills], hooks: [...hooks], line };
}

/** Returns the problems of AGENTS.md, each with its line and next step. */
function problemsOf(stacks: Stacks): string[] {
  return checkAgents(stacks).map(({ line, message, next }) => `AGENTS.md:${line}: ${joinSentences(message, next)}`);
}

/** Shows the agents that AGENTS.md defines (seed 4, "CLI Commands for Agents"). */
export const listAgents = stackOperation(async (stacks: Stacks): Promise<Outcome<AgentsListOutput>> => {
  return { ok: true, output: { file: stacks.agentsFile, agents: stacks.agents.map(agentView) }, warnings: problemsOf(stacks) };
});

function statusView({ name, directory, exists, current, counts, blocked, unread, outbox, overdue, ...rest }: StackStatus) {
  const { pending, completed } = counts;
  const tasks = { inProgress: rest.inProgress.length, blocked: blocked.length, pending, completed };
  return { name, directory, exists, task: current.task, ...tasks, unread, outbox, overdue };
}

/** Shows the status of every agent and of the manager. */
export const showAgents = stackOperation(
  async (stacks: Stacks, _: unknown, { runtime }: OperationContext): Promise<Outcome<AgentsStatusOutput>> => {
    const all = stacks.all();
    const ofArchives: string[] = [];
    const statuses = readStatuses(all.stacks, runtime.clock.now(), ofArchives);
    const problems = [...stacks.conflicts, ...all.problems, ...statuses.flatMap((status) => status.problems), ...ofArchives];
    const agents = stacks.agentsText === null ? [] : statuses.map(statusView);
    return { ok: true, output: { file: stacks.agentsFile, agents }, warnings: [...new Set(problems)] };
  },
);

/** Splits a comma-separated text; `undefined` stays `undefined`, and an empty text gives an empty list. */
function listed(text: string | undefined): string[] | undefined {
  const items = text?.split(',').map((item) => item.trim());
  return items?.filter((item) => item !== '');
}

/** An edit keeps conflicts but may shift the lines in their messages, so they would look new. */
const isConflict = (code: string): boolean => code === CONFLICT_CODE || code === HALF_CONFLICT_CODE;

/** @throws CortexError for an agent inside a merge conflict, whose definition is not decided yet */
function requireVisible({ agentsFile }: Stacks, text: string, name: string): void {
  const hidden = hiddenAgentError(text, agentsFile, name);
  if (hidden !== null) throw hidden;
}

/** @throws CortexError `invalid-input` for an error that the edit would add to AGENTS.md */
function requireGood({ runtime, root }: Stacks, before: string, after: string): void {
  const errors = (text: string) =>
    examineAgents({ runtime, root, text }).filter(
      ({ severity, code }) => (severity === 'error' && !isConflict(code)) || code === STACK_NAME_CODE,
    );
  const known = new Set(errors(before).map(({ message }) => message));
  const fresh = errors(after).find(({ message }) => !known.has(message));
  if (fresh === undefined) return;
  const { message, file, next } = fresh;
  throw new CortexError('invalid-input', message.replace(/\.$/, ''), { file, next: `${next ?? 'Correct it.'} Nothing was changed.` });
}

/** Edits AGENTS.md. @throws CortexError with the file */
async function edit(stacks: Stacks, change: (text: string) => string): Promise<EditResult> {
  try {
    return await stacks.editAgents((before) => {
      const after = change(before);
      requireGood(stacks, before, after);
      return after;
    });
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    throw new CortexError(error.code, error.message, { file: stacks.agentsFile, ...error.data }, { cause: error });
  }
}

/** Edits AGENTS.md, and returns the agent as it is defined afterwards. */
async function edited(stacks: Stacks, name: string, change: (text: string) => string): Promise<Outcome<ChangedAgentOutput>> {
  const { text, changed } = await edit(stacks, (before) => {
    requireVisible(stacks, before, name);
    return change(before);
  });
  const agent = requireAgent(parseAgents(text ?? ''), name);
  const recipient = Stacks.open(stacks.runtime, stacks.root, { exact: true, namedFolder: stacks.namedFolder }).recipient(agent.name);
  return { ok: true, output: { file: stacks.agentsFile, agent: agentView(agent), hasStack: !(recipient instanceof CortexError), changed } };
}

export const addOne = stackOperation((stacks: Stacks, { name, role, stack, skills, hooks }: AddAgentInput) => {
  const agent = { name, role, stack, skills: listed(skills), hooks: listed(hooks) };
  return edited(stacks, name, (text) => addAgent(text, agent));
});

export const changeOne = stackOperation((stacks: Stacks, { name, role, stack, skills, hooks }: ChangeAgentInput) => {
  const changes = { role, stack, skills: listed(skills), hooks: listed(hooks) };
  return edited(stacks, name, (text) => changeAgent(text, name, changes));
});

/** Warns of work in the stack of an agent that no one will do or deliver once the agent is removed. Nothing of it is deleted. */
function leftBehind(stacks: Stacks, { name }: AgentDefinition): string[] {
  const stack = stacks.recipient(name);
  if (stack instanceof CortexError) return [];
  const { directory, unread, outbox, counts } = readStatus(stack, stacks.runtime.clock.now());
  const left: [number, string, string][] = [
    [unread, 'unread message', STACK_FILES.inbox],
    [outbox, 'undelivered message', STACK_FILES.outbox],
    [counts.pending + counts['in progress'] + counts.blocked, 'unfinished task', STACK_FILES.plan],
  ];
  const what = left.flatMap(([count, noun, file]) => (count === 0 ? [] : `${counted(count, noun)} (${path.join(directory, file)})`));
  return what.length === 0 ? [] : [`${name} leaves ${what.join(', ')}; the files are kept`];
}

export const removeOne = stackOperation(async (stacks: Stacks, { name }: RemoveAgentInput): Promise<Outcome<RemovedAgentOutput>> => {
  requireVisible(stacks, stacks.agentsText ?? '', name);
  const agent = requireAgent(stacks.agents, name);
  const warnings = leftBehind(stacks, agent);
  await edit(stacks, (text) => removeAgent(text, name));
  return { ok: true, output: { file: stacks.agentsFile, name: agent.name, stack: agent.stack }, warnings };
});
