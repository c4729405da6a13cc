import { editHeader } from '../kernel/frontmatter-edit.ts';
import { lineBreakOf } from '../kernel/markdown.ts';
import { readAgentNote, ticksIn } from './agent-note.ts';
import { checkRead } from './checked.ts';
import type { TeamLayout } from './team-store.ts';

/**
 * Writes when an agent last looked for work (seed 5, "Heartbeat"), wherever its note has it; one that has it nowhere gets it where its
 * layout does. @param at `YYYY-MM-DDTHH:MM` @throws CortexError `invalid-input` for a header that cannot be changed, `broken-file`
 */
export function beat(text: string, at: string, layout: TeamLayout): string {
  const { heartbeats } = readAgentNote(text, '', '');
  const inComment = heartbeats.some(({ place }) => place === 'comment');
  const ticked = ticksIn(text).reduceRight((rest, { range }) => rest.slice(0, range.from) + at + rest.slice(range.to), text);
  if (inComment && !heartbeats.some(({ place }) => place === 'header')) return ticked;
  if (layout === 'seed' || inComment) return editHeader(ticked, { 'last-heartbeat': at });
  if (heartbeats.length > 0) return editHeader(text, { 'last-heartbeat': at });
  const eol = lineBreakOf(text);
  const gap = text === '' || text.endsWith('\n') ? '' : eol;
  const added = `${text}${gap}<!-- cortex:last-tick ${at} -->${eol}`;
  checkRead(text, ticksIn(added).length > ticksIn(text).length);
  return added;
}
