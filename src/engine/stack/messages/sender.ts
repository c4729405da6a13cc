import path from 'node:path';
import { CortexError } from '../../platform/errors.ts';
import { requireOneLine } from '../../text/one-line.ts';
import { findAgent } from '../agents/agents-file.ts';
import { AGENTS_FILE, STACK_FOLDER } from '../files/find-stacks.ts';
import { MANAGER, type Stacks } from '../stacks.ts';
import { addAgentCommand } from '../suggested-commands.ts';

/** Environment variable with the name of the current agent. */
export const AGENT_VARIABLE = 'CSTACK_AGENT';

/** The sources for a sender's name. */
export interface GivenSender {
  readonly from?: string | undefined;
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
}

/**
 * Returns the sender: `from`, else the environment, else the owner of this stack, else `manager` beside AGENTS.md or in a stack without
 * AGENTS.md, which `cstack status` shows as the manager's. An agent's name is spelled as in AGENTS.md.
 * @throws CortexError `invalid-input`, listing these sources
 */
export function findSender(stacks: Stacks, { from, environment }: GivenSender): string {
  const givenName = from ?? (environment?.[AGENT_VARIABLE] || null);
  if (givenName !== null) {
    const name = requireOneLine('sender', givenName);
    return name.toLowerCase() === MANAGER ? MANAGER : (findAgent(stacks.agents, name)?.name ?? name);
  }
  const own = stacks.ownName;
  if (own !== null) return own;
  if (stacks.agentsText === null && stacks.own().store.exists()) return MANAGER;
  const without = `Pass --from NAME, set ${AGENT_VARIABLE}, or define the agents in ${AGENTS_FILE}: ${addAgentCommand()}`;
  const folder = path.relative(stacks.root, stacks.home).replaceAll(path.sep, '/');
  const add = folder === '' ? addAgentCommand() : addAgentCommand(path.basename(folder), `./${folder}/${STACK_FOLDER}/`);
  const within = `Pass --from NAME, set ${AGENT_VARIABLE}, or add the agent: ${add}`;
  throw new CortexError('invalid-input', `${AGENTS_FILE} names no agent for this folder, so the sender is unknown`, {
    next: stacks.agentsText === null ? without : within,
  });
}
