import { detectLineBreak, lineAndColumnAt, lineStarts, markdownParts, type Range } from '../../text/markdown/markdown.ts';
import { withoutPlaceholder } from '../notes/placeholder.ts';

/** A comment `cortex:last-tick` (rulings, team 7). */
export interface Tick {
  /** As written; may be empty. */
  readonly time: string;
  /** Range of the time, in UTF-16 code units; empty, after the name, if there is no time. */
  readonly range: Range;
  /** 1-based line. */
  readonly line: number;
}

const TICK = /^(<!--[ \t]*cortex:last-tick)(?:([ \t]+)([^<>\n]{1,40}?))?[ \t]*-->$/;
/** Comments of other programs count too, because they work on the same file. */
const ANY_TICK = /^<!--[ \t]*[\w-]{1,40}:last-tick\b[^\n]*-->$/;
const MARK = ':last-tick';

/** Returns the heartbeat comments of a text. Those in code are examples and are ignored. */
export function parseTicks(text: string): Tick[] {
  if (!text.includes(MARK)) return [];
  const starts = lineStarts(text);
  return markdownParts(text).comments.flatMap(({ from, to }) => {
    const [match, head = '', gap = '', time = ''] = TICK.exec(text.slice(from, to)) ?? [];
    if (match === undefined) return [];
    const at = from + head.length + gap.length;
    return { time: withoutPlaceholder(time), range: { from: at, to: at + time.length }, line: lineAndColumnAt(starts, from).line };
  });
}

/** Returns the ranges of all `…:last-tick` comments, of any program. */
export function findTickComments(text: string): Range[] {
  if (!text.includes(MARK)) return [];
  return markdownParts(text).comments.filter(({ from, to }) => ANY_TICK.test(text.slice(from, to)));
}

/**
 * Returns the end of a range without `…:last-tick` comments at its end, which belong to the file.
 * @param ticks tick comments of the text
 */
export function endBeforeTicks(text: string, { from, to }: Range, ticks: readonly Range[]): number {
  let end = to;
  for (const tick of ticks.toReversed()) {
    const isLast = from <= tick.from && tick.to <= end && text.slice(tick.to, end).trim() === '';
    if (isLast) end = tick.from;
  }
  return end;
}

/** Sets the time in all ticks of a text. @param at `YYYY-MM-DDTHH:MM` */
export function setTickTimes(text: string, at: string): string {
  return parseTicks(text).reduceRight((rest, { range: { from, to } }) => {
    const gap = rest.slice(0, from).endsWith('last-tick') ? ' ' : '';
    return rest.slice(0, from) + gap + at + rest.slice(to);
  }, text);
}

const millisecondsOf = (time: string): number => Date.parse(time) || 0;

/** Returns the end of a range with its line break, if nothing else is in its line. */
function endOfLine(text: string, { from, to }: Range): number {
  const isAlone = from === 0 || text[from - 1] === '\n';
  const [rest = ''] = (isAlone && /^[ \t]*(?:\r?\n|$)/.exec(text.slice(to))) || [];
  return to + rest.length;
}

/** Returns a text with one `cortex:last-tick` comment, the latest, as its last line, where public coordinators read it. */
export function uniteTicks(text: string): string {
  const [latest, ...others] = parseTicks(text).sort((one, other) => millisecondsOf(other.time) - millisecondsOf(one.time));
  if (latest === undefined || others.length === 0) return text;
  const comments = findTickComments(text).filter(({ from, to }) => TICK.test(text.slice(from, to)));
  const rest = comments.reduceRight((left, range) => left.slice(0, range.from) + left.slice(endOfLine(left, range)), text);
  return withTick(rest, latest.time);
}

/** Returns a text with a tick added as its last line. */
export function withTick(text: string, at: string): string {
  const eol = detectLineBreak(text);
  const isEmpty = text.trim() === '';
  const gap = isEmpty || text.endsWith(eol + eol) ? '' : text.endsWith('\n') ? eol : eol + eol;
  return `${text}${gap}<!-- cortex:last-tick ${at} -->${eol}`;
}
