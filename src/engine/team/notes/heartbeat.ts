import { editHeader } from '../../text/frontmatter/frontmatter-edit.ts';
import { checkRead } from '../checked.ts';
import { parseTicks, setTickTimes, withTick } from '../queue/ticks.ts';
import { type AgentNote, readAgentNote } from './agent-note.ts';

/**
 * Returns the file for an agent's heartbeat (rulings, team 7): in the later layout the task file, where the coordinator looks for it,
 * otherwise the note.
 */
export function heartbeatFile({ slug, path, heartbeats }: AgentNote): string {
  const isLater = path === `agents/${slug}/${slug}.md` || heartbeats.some(({ place }) => place === 'tasks');
  return isLater ? `agents/${slug}/tasks.md` : path;
}

/**
 * Writes a heartbeat (seed 5, "Heartbeat") to an agent's note: into an existing `cortex:last-tick` comment, or else into the header.
 * @param at `YYYY-MM-DDTHH:MM`
 * @throws CortexError `invalid-input` if the header cannot be changed
 */
export function writeHeartbeat(text: string, at: string): string {
  const inHeader = readAgentNote(text, '', '').heartbeats.some(({ place }) => place === 'header');
  const hasTicks = parseTicks(text).length > 0;
  return hasTicks && !inHeader ? setTickTimes(text, at) : editHeader(setTickTimes(text, at), { 'last-heartbeat': at });
}

/**
 * Writes a heartbeat to an agent's task file: into the existing comment, or else a new one at the end.
 * @throws CortexError `broken-file`
 */
export function writeTaskHeartbeat(text: string, at: string): string {
  if (parseTicks(text).length > 0) return setTickTimes(text, at);
  const added = withTick(text, at);
  checkRead(text, parseTicks(added).length > 0);
  return added;
}
