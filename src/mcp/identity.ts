import { checkAgent } from '../engine/crtx/index.ts';

/** The environment variable that says which agent a process works for (docs/decisions/0050-agents-take-part.md). */
const AGENT = 'CORTEX_AGENT';

/**
 * Which agent a process works for. No argument of a call changes it.
 * @returns `null` if it is unknown
 * @throws CortexError `denied` for the id of a person, `invalid-input` for what is no id
 */
export function agentOf(environment: Readonly<Record<string, string | undefined>>): string | null {
  const agent = environment[AGENT]?.trim() ?? '';
  if (agent === '') return null;
  checkAgent({ interactive: false }, agent);
  return agent;
}
