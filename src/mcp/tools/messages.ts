import path from 'node:path';
import * as z from 'zod';
import { findAgent, LOCAL_FOLDER, recvOutput, STACK_FOLDER, sendOutput } from '../../engine/stack/index.ts';
import type { AgentConnection, Call } from '../agent-connection.ts';
import { defineTool } from '../tool.ts';

/** Returns the folder of the agent's own stack; `null` if AGENTS.md does not list the agent. */
function folderOf(connection: AgentConnection): string | null {
  const stacks = connection.stacks();
  if (stacks.agentsText === null || connection.agent === null) return null;
  const name = findAgent(stacks.agents, connection.agent)?.name;
  const own = stacks.all().stacks.find((each) => each.name === name);
  if (own === undefined) return null;
  const above = path.dirname(own.store.directory);
  return path.basename(own.store.directory) === LOCAL_FOLDER && path.basename(above) === STACK_FOLDER ? path.dirname(above) : above;
}

/** Returns the agent's last unread messages; `null` if it has no inbox. @param most maximum number of messages */
export async function readInbox(connection: AgentConnection, call: Call, most: number, isRead = false) {
  const folder = folderOf(connection);
  if (folder === null) return null;
  const input = { unread: true, markRead: isRead, ...(most > 0 && { limit: most }) };
  const { output } = await connection.ask('recv', recvOutput, { input, call, folder });
  return output;
}

const MAX_READ = 20;

/** Reads messages, and sends them to other agents. */
export const messageTool = defineTool({
  name: 'message',
  description: 'Read your unread messages, or send one to an agent of AGENTS.md (or manager).',
  input: z.object({
    action: z.enum(['read', 'send']),
    to: z.string().optional().describe('send: the recipient'),
    type: z.string().default('question').describe('task, question, milestone, blocked, done, or a custom type'),
    text: z.string().optional().describe('send: the text'),
    replyTo: z.string().optional().describe('id of the message to answer'),
  }),
  isReadOnly: false,
  run: async (connection, { action, to, type, text, replyTo }, call) => {
    const agent = connection.requireAgent();
    if (action === 'read') {
      const inbox = await readInbox(connection, call, MAX_READ, true);
      if (inbox === null) return { ok: false, message: `AGENTS.md has no agent ${agent}, so you have no inbox.` };
      const said = inbox.messages.length === 0 ? 'No unread messages.' : 'These messages are now marked as read.';
      return { ok: true, message: said, data: { messages: inbox.messages, unreadBefore: inbox.unread } };
    }
    if (to === undefined || text === undefined) return { ok: false, message: 'To send a message, give to and text.' };
    const input = { to, type, text, from: agent, ...(replyTo !== undefined && { replyTo }) };
    const { output, ok, warnings = [] } = await connection.ask('send', sendOutput, { input, call });
    return {
      ok,
      message: output.isNew ? 'Sent.' : 'The recipient already has this message.',
      data: { id: output.id, to: output.to },
      warnings,
    };
  },
});
