import { editHeader } from '../../text/frontmatter/frontmatter-edit.ts';
import { lineBreakOf } from '../../text/markdown/markdown.ts';
import { checkRead } from '../checked.ts';
import { retimed, ticksIn } from '../queue/ticks.ts';
import { type AgentNote, readAgentNote } from './agent-note.ts';

/**
 * The file in which an agent's heartbeat is written (rulings, team 7): the task file in the later layout, where the coordinator looks for
 * it, else its note.
 */
export function heartbeatFile({ slug, path, heartbeats }: AgentNote): string {
  const isLater = path === `agents/${slug}/${slug}.md` || heartbeats.some(({ place }) => place === 'tasks');
  return isLater ? `agents/${slug}/tasks.md` : path;
}

/**
 * Writes when an agent last looked for work (seed 5, "Heartbeat") into its note: in its comment `cortex:last-tick` where it has one, else
 * in the header. @param at `YYYY-MM-DDTHH:MM` @throws CortexError `invalid-input` for a header that cannot be changed
 */
export function beat(text: string, at: string): string {
  const inHeader = readAgentNote(text, '', '').heartbeats.some(({ place }) => place === 'header');
  const hasTicks = ticksIn(text).length > 0;
  return hasTicks && !inHeader ? retimed(text, at) : editHeader(retimed(text, at), { 'last-heartbeat': at });
}

/** Writes it into the agent's task file: in the comment that is there, else in one at the end. @throws CortexError `broken-file` */
export function tick(text: string, at: string): string {
  if (ticksIn(text).length > 0) return retimed(text, at);
  const eol = lineBreakOf(text);
  const isEmpty = text.trim() === '';
  const gap = isEmpty || text.endsWith(eol + eol) ? '' : text.endsWith('\n') ? eol : eol + eol;
  const added = `${text}${gap}<!-- cortex:last-tick ${at} -->${eol}`;
  checkRead(text, ticksIn(added).length > 0);
  return added;
}
