import path from 'node:path';
import { agentNamed, LOCAL_FOLDER, recvOutput, STACK_FOLDER } from '../../engine/stack/index.ts';
import type { AgentConnection, Call } from '../agent-desk.ts';

/** Returns the folder of the agent's own stack; `null` if AGENTS.md does not list the agent. */
function folderOf(desk: AgentConnection): string | null {
  const stacks = desk.stacks();
  if (stacks.agentsText === null || desk.agent === null) return null;
  const name = agentNamed(stacks.agents, desk.agent)?.name;
  const own = stacks.all().stacks.find((each) => each.name === name);
  if (own === undefined) return null;
  const above = path.dirname(own.store.directory);
  return path.basename(own.store.directory) === LOCAL_FOLDER && path.basename(above) === STACK_FOLDER ? path.dirname(above) : above;
}

/** Returns the agent's last unread messages; `null` if it has no inbox. @param most maximum number of messages */
export async function inboxOf(desk: AgentConnection, call: Call, most: number, isRead = false) {
  const folder = folderOf(desk);
  if (folder === null) return null;
  const input = { unread: true, markRead: isRead, ...(most > 0 && { limit: most }) };
  const { output } = await desk.ask('recv', recvOutput, { input, call, folder });
  return output;
}
