import { CortexError } from '../../platform/errors.ts';
import { agentNamed } from '../agents/agents-file.ts';
import { AGENTS_FILE } from '../files/stack-places.ts';
import { requireOneLine } from '../one-line.ts';
import { MANAGER, type Stacks } from '../stacks.ts';
import { addAgentCommand } from '../suggested-commands.ts';

/** The environment variable that says which agent is at work. */
export const AGENT_VARIABLE = 'CSTACK_AGENT';

/** What was said of who is sending. */
export interface GivenSender {
  readonly from?: string | undefined;
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
}

/**
 * Who is sending: as it was said, else by the environment, else the agent whose stack this is, else `manager` beside AGENTS.md. An agent of
 * AGENTS.md is called as it is there.
 * @throws CortexError `invalid-input` which names these ways
 */
export function senderOf(stacks: Stacks, { from, environment }: GivenSender): string {
  const said = from ?? (environment?.[AGENT_VARIABLE] || null);
  if (said !== null) {
    const name = requireOneLine('sender', said);
    return name.toLowerCase() === MANAGER ? MANAGER : (agentNamed(stacks.agents, name)?.name ?? name);
  }
  const own = stacks.ownName;
  if (own !== null) return own;
  const without = `There is no ${AGENTS_FILE} with agents here; define them: ${addAgentCommand()}`;
  const within = `Say it with --from NAME, set ${AGENT_VARIABLE}, or work in the folder of an agent that ${AGENTS_FILE} defines.`;
  throw new CortexError('invalid-input', 'nobody knows who is sending', {
    allowed: `--from NAME; the variable ${AGENT_VARIABLE}; or the folder of an agent of ${AGENTS_FILE}`,
    next: stacks.agentsText === null ? without : within,
  });
}
