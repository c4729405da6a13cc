import type { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { AgentDesk } from './agent-desk.ts';

const WORKER = [
  'Work in the swarm of this repository until there is nothing left to do.',
  '1. Call status. If you have a task, go on with it; else call claim.',
  '2. Before you edit files, call check and then lock with their paths. If another agent holds them, work on something else or wait.',
  '3. When the task has ended, call finish with what came of it and the files that you changed.',
  '4. Record decisions that others should know with their reason (record), and ask others by message.',
  '5. Claim again, with waitSeconds, until the answer says that the swarm has ended.',
].join('\n');

const COORDINATOR = [
  'Coordinate the swarm of this repository.',
  '1. Call status to see how it stands. Without a swarm, make a plan and create one: cortex swarm create --help.',
  '2. Answer questions and decide what waits for the coordinator: cortex needs-you lists it with the commands.',
  '3. Look at agents that do not answer, and at tasks that wait for them. Let a person decide what only a person may.',
].join('\n');

/** Registers the prompts that clients offer to people. */
export function registerPrompts(server: McpServer, { agent }: AgentDesk): void {
  const who = agent === null ? '' : `You are ${agent}.\n`;
  const prompt = (text: string) => ({ messages: [{ role: 'user' as const, content: { type: 'text' as const, text: `${who}${text}` } }] });
  server.registerPrompt('worker', { description: 'Join the swarm and work on its tasks' }, () => prompt(WORKER));
  server.registerPrompt(
    'coordinator',
    { description: 'Coordinate the swarm', argsSchema: z.object({ goal: z.string().optional() }) },
    ({ goal }) => prompt(goal === undefined ? COORDINATOR : `${COORDINATOR}\nThe goal: ${goal}`),
  );
}
