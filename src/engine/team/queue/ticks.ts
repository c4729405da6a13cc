import { lineStarts, markdownParts, placeIn, type Range } from '../../text/markdown/markdown.ts';
import { filledIn } from '../notes/placeholder.ts';

/** A comment `cortex:last-tick` (rulings, team 7). */
export interface Tick {
  /** As it is written; empty where it says none. */
  readonly time: string;
  /** Of the time; empty, behind the name, where there is none. UTF-16 code units. */
  readonly range: Range;
  /** Of its line, 1-based. */
  readonly line: number;
}

const TICK = /^(<!--[ \t]*cortex:last-tick)(?:([ \t]+)([^<>\n]{1,40}?))?[ \t]*-->$/;
/** Also those of other programs, which work on the same file. */
const ANY_TICK = /^<!--[ \t]*[\w-]{1,40}:last-tick\b[^\n]*-->$/;
const MARK = ':last-tick';

/** The comments that say when an agent last looked for work; what is in code is an example. */
export function ticksIn(text: string): Tick[] {
  if (!text.includes(MARK)) return [];
  const starts = lineStarts(text);
  return markdownParts(text).comments.flatMap(({ from, to }) => {
    const [match, head = '', gap = '', time = ''] = TICK.exec(text.slice(from, to)) ?? [];
    if (match === undefined) return [];
    const at = from + head.length + gap.length;
    return { time: filledIn(time), range: { from: at, to: at + time.length }, line: placeIn(starts, from).line };
  });
}

/** Where comments `…:last-tick` stand, whoever wrote them. */
export function tickComments(text: string): Range[] {
  if (!text.includes(MARK)) return [];
  return markdownParts(text).comments.filter(({ from, to }) => ANY_TICK.test(text.slice(from, to)));
}

/** Where a part of a text ends without the comments `…:last-tick` at its end, which belong to the file. @param ticks of the text */
export function endBeforeTicks(text: string, { from, to }: Range, ticks: readonly Range[]): number {
  let end = to;
  for (const tick of ticks.toReversed()) {
    const isLast = from <= tick.from && tick.to <= end && text.slice(tick.to, end).trim() === '';
    if (isLast) end = tick.from;
  }
  return end;
}

/** The text with another time in each of its ticks. @param at `YYYY-MM-DDTHH:MM` */
export function retimed(text: string, at: string): string {
  return ticksIn(text).reduceRight((rest, { range: { from, to } }) => {
    const gap = rest.slice(0, from).endsWith('last-tick') ? ' ' : '';
    return rest.slice(0, from) + gap + at + rest.slice(to);
  }, text);
}
