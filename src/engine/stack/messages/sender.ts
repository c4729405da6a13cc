import { CortexError } from '../../platform/errors.ts';
import { requireOneLine } from '../../text/one-line.ts';
import { agentNamed } from '../agents/agents-file.ts';
import { AGENTS_FILE } from '../files/stack-places.ts';
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
 * Returns the sender: `from`, else the environment, else the owner of this stack, else `manager` beside AGENTS.md. An agent's name is
 * spelled as in AGENTS.md.
 * @throws CortexError `invalid-input`, listing these sources
 */
export function senderOf(stacks: Stacks, { from, environment }: GivenSender): string {
  const said = from ?? (environment?.[AGENT_VARIABLE] || null);
  if (said !== null) {
    const name = requireOneLine('sender', said);
    return name.toLowerCase() === MANAGER ? MANAGER : (agentNamed(stacks.agents, name)?.name ?? name);
  }
  const own = stacks.ownName;
  if (own !== null) return own;
  const without = `No ${AGENTS_FILE} with agents here; define them: ${addAgentCommand()}`;
  const within = `Pass --from NAME, set ${AGENT_VARIABLE}, or work in the folder of an agent that ${AGENTS_FILE} defines.`;
  throw new CortexError('invalid-input', 'the sender is unknown', {
    allowed: `--from NAME; the variable ${AGENT_VARIABLE}; or the folder of an agent of ${AGENTS_FILE}`,
    next: stacks.agentsText === null ? without : within,
  });
}
