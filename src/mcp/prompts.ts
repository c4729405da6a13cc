import type { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { AgentConnection } from './agent-connection.ts';

const WORKER = [
  'Work in the swarm of this repository until no tasks are left.',
  '1. Call status. If you have a task, continue it; if not, call claim.',
  '2. Before you edit files, call check and then lock with their paths. If another agent holds them, work on something else or wait.',
  '3. When the task is done, call finish with a summary and the files that you changed.',
  '4. Record decisions that affect others, with the reason (record), and ask other agents by message.',
  '5. Claim again, with waitSeconds, until the swarm has ended.',
].join('\n');

const COORDINATOR = [
  'Coordinate the swarm of this repository.',
  '1. Call status to see the state of the swarm. If there is no swarm, write a plan and create one: cortex swarm create --help.',
  '2. Answer the questions and decisions that wait for the coordinator: cortex needs-you lists them with the commands.',
  '3. Check unresponsive agents and the tasks that wait for them. Leave decisions that need a person to a person.',
].join('\n');

/** Registers the prompts that clients offer to people. */
export function registerPrompts(server: McpServer, { agent }: AgentConnection): void {
  const who = agent === null ? '' : `You are ${agent}.\n`;
  const prompt = (text: string) => ({ messages: [{ role: 'user' as const, content: { type: 'text' as const, text: `${who}${text}` } }] });
  server.registerPrompt('worker', { description: 'Join the swarm and work on its tasks' }, () => prompt(WORKER));
  server.registerPrompt(
    'coordinator',
    { description: 'Coordinate the swarm', argsSchema: z.object({ goal: z.string().optional() }) },
    ({ goal }) => prompt(goal === undefined ? COORDINATOR : `${COORDINATOR}\nThe goal: ${goal}`),
  );
}
