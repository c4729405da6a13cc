import path from 'node:path';
import { findAgent, LOCAL_FOLDER, recvOutput, STACK_FOLDER } from '../../engine/stack/index.ts';
import type { AgentConnection, Call } from '../agent-connection.ts';

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
