import path from 'node:path';
import type { Checked } from '../../../engine/platform/on-demand.ts';
import {
  addAgentCommand,
  agentsStatusOutput,
  changedAgentOutput,
  listAgentsOutput,
  removedAgentOutput,
  sendOutput,
} from '../../../engine/stack/index.ts';
import { shellWord } from '../../../engine/text/shell-word.ts';
import { escapeText, type Text, type TypedInput, table, textOutput } from '../layout.ts';
import { commandWithLocation } from '../suggested-commands.ts';
import { sentText, toOneLine } from './stack.ts';

type Changed = Checked<typeof changedAgentOutput>;

const noAgents = (asked: TypedInput): string =>
  `No AGENTS.md with agents found. Add an agent: ${commandWithLocation(addAgentCommand(), asked)}`;

function listed({ agents }: Checked<typeof listAgentsOutput>, _now: number, asked: TypedInput): string {
  if (agents.length === 0) return noAgents(asked);
  const rows = agents.map(({ name, role, stack, skills, hooks }) => {
    const more = [...skills, ...(hooks.length === 0 ? [] : [`hooks: ${hooks.join(', ')}`])];
    return [name, role ?? '(no role)', stack ?? '(no stack)', more.join(' ')];
  });
  return table([['AGENT', 'ROLE', 'STACK', rows.some((row) => row[3] !== '') ? 'SKILLS' : ''], ...rows]);
}

const some = (count: number) => (count === 0 ? '·' : String(count));

function shown({ agents }: Checked<typeof agentsStatusOutput>, _now: number, asked: TypedInput): string {
  if (agents.length === 0) return noAgents(asked);
  const rows = agents.map(({ name, exists, task, inProgress, blocked, pending, unread, outbox, overdue }) => {
    const counts = [inProgress, blocked, pending, unread, outbox, overdue].map(some);
    return [name, ...(exists ? counts : counts.map(() => '')), exists ? toOneLine(task) : '(stack not found)'];
  });
  return table([['AGENT', 'IN PROGRESS', 'BLOCKED', 'PENDING', 'UNREAD', 'OUTBOX', 'OVERDUE', 'TASK'], ...rows]);
}

function changed(verb: string): (answer: Changed) => string {
  return ({ file, agent: { name, stack }, hasStack, changed: isChanged }) => {
    if (!isChanged) return escapeText(`${name} is already up to date in ${file}.`);
    const folder = path.join(path.dirname(file), path.dirname(stack ?? '.cstack'));
    const next = hasStack ? [] : [escapeText(`Create its stack: cstack init ${shellWord(folder)}`)];
    return [escapeText(`${verb} ${name} in ${file}.`), ...next].join('\n');
  };
}

export const agentTexts: Readonly<Record<string, Text>> = {
  'agents list': textOutput(listAgentsOutput, listed),
  'agents status': textOutput(agentsStatusOutput, shown),
  'agents send': textOutput(sendOutput, sentText),
  'agents add': textOutput(changedAgentOutput, changed('Added')),
  'agents change': textOutput(changedAgentOutput, changed('Changed')),
  'agents remove': textOutput(removedAgentOutput, ({ file, name, stack }) =>
    escapeText(`Removed ${name} from ${file}.${stack === null ? '' : ` Its stack is not removed: ${stack}`}`),
  ),
};
